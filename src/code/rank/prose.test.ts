import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { indexFolder, searchFolder } from "../../../test/support/code-index.ts";
import type { Meaning } from "../semantic/meaning.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "hewto-prose-"));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await indexFolder(root);
  return root;
}

const retry = [
  "/** Stops calling a service that failed too often, and tries again later. */",
  "export class Breaker {",
  "  private failures = 0;",
  "  call(run: () => void): void {",
  "    if (this.failures > 3) throw new Error('open');",
  "    run();",
  "  }",
  "}",
  "",
].join("\n");
const paint =
  "export function paint(canvas: string): string {\n  const color = canvas;\n  return color;\n}\n";
const project = { "src/breaker.ts": retry, "src/paint.ts": paint, "test/breaker.test.ts": retry };

/** Every chunk as near as its file's name says. */
function meaningOf(nearness: (path: string) => number): Meaning {
  return (corpus) =>
    corpus.parts.map(({ live: { segment } }) =>
      Float32Array.from({ length: segment.chunkCount }, (_, chunk) =>
        nearness(segment.paths[segment.chunkFiles[chunk] ?? 0] ?? ""),
      ),
    );
}

describe("questions in prose", () => {
  it("find what is declared before the test that says the same", async () => {
    const hits = await searchFolder(
      await folderWith(project),
      "who gives up on a partner that failed once more",
    );
    expect(hits.map(({ path }) => path).slice(0, 2)).toEqual(["src/breaker.ts", "test/breaker.test.ts"]);
  });

  it("that ask for tests find tests", async () => {
    const hits = await searchFolder(await folderWith(project), "tests of a service that failed too often");
    expect(hits.map(({ path }) => path)).toContain("test/breaker.test.ts");
  });

  it("are answered by meaning where no word fits", async () => {
    const meaning = meaningOf((path) => (path === "src/paint.ts" ? 0.8 : 0.1));
    const question = "draw a picture for visitors";
    const semantic = { meaning, weight: 0.7 };
    expect((await searchFolder(await folderWith(project), question))[0]).toBeUndefined();
    expect((await searchFolder(await folderWith(project), question, { semantic }))[0]?.path).toBe(
      "src/paint.ts",
    );
  });

  it("are answered by meaning alone when that has all the weight", async () => {
    const meaning = meaningOf((path) => (path === "src/paint.ts" ? 0.8 : 0.1));
    const request = { semantic: { meaning, weight: 1 } };
    const hits = await searchFolder(await folderWith(project), "service that failed too often", request);
    expect(hits.map(({ path }) => path)).toEqual(["src/paint.ts"]);
  });

  it("are explained by what each evidence added: their sum orders the list", async () => {
    const meaning = meaningOf((path) => path.length / 40);
    const request = { semantic: { meaning, weight: 0.7 } };
    const hits = await searchFolder(
      await folderWith(project),
      "paint whatever the service failed to deliver yesterday evening",
      request,
    );
    const sums = hits.map(({ reasons }) => {
      const { same_file = 1, ...added } = reasons;
      return Object.values(added).reduce((sum, value) => sum + value, Math.log(same_file));
    });
    expect(hits.length).toBeGreaterThan(1);
    expect(sums).toEqual([...sums].sort((a, b) => b - a));
  });
});
