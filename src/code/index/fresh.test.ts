import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { indexFolder } from "../../../test/support/code-index.ts";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { withLock } from "../../workspace/write/locks/lock.ts";
import { readQuery } from "../rank/query.ts";
import { type Hit, search } from "../search.ts";
import { readManifest } from "../store/manifest.ts";
import { openSnapshot } from "../store/snapshot.ts";
import { IndexWriter } from "../store/writer.ts";
import type { Step } from "./catch-up.ts";
import { CodeIndex, type FreshOptions } from "./fresh.ts";
import { indexLock, indexFolder as indexPlace } from "./home.ts";

/** More than a query reads by itself. */
const files = 700;
const never = new AbortController().signal;

const branch = (word: string, from = 0) =>
  Object.fromEntries(
    Array.from({ length: files }, (_, n) => [
      `src/f${n + from}.ts`,
      `${"// moved down\n".repeat(word === "old" ? 0 : 3)}export function ${word}Name${n + from}() {}\n`,
    ]),
  );

/** A folder whose index is of one branch and whose files are of another. */
async function switched(): Promise<string> {
  const root = await temporaryTree(branch("old"));
  await sleep(60); // past the clock's grain, so that only a switch changes stamps
  await indexFolder(root);
  await writeTree(root, branch("fresh", 100));
  for (let n = 0; n < 100; n++) await rm(join(root, `src/f${n}.ts`));
  return root;
}

async function ask(index: CodeIndex, query: string, options: Partial<FreshOptions> = {}) {
  const { root } = index.workspace;
  const find = (snapshot: Parameters<typeof search>[0]) =>
    search(snapshot, { query: readQuery(query), root, limit: 50 });
  const likely: FreshOptions["likely"] = (snapshot) => find(snapshot).map(({ path }) => path);
  const fresh = await index.fresh({ signal: never, now: () => new Date(), likely, ...options });
  if (!fresh.ok) throw new Error(fresh.fault.message);
  return { hits: find(fresh.value.snapshot), freshness: fresh.value.freshness };
}

/** Each hit is, line for line, what the file has there now. */
async function expectOnDisk(root: string, hits: readonly Hit[]): Promise<void> {
  for (const { path, content, startLine, endLine } of hits) {
    const lines = (await readFile(join(root, path), "utf8")).split("\n");
    expect([path, content]).toEqual([path, lines.slice(startLine - 1, endLine).join("\n")]);
  }
}

describe("after a checkout that changes more files than a query reads by itself", () => {
  it("an answer that may wait shows the new branch, and says that it read it", async () => {
    const root = await switched();
    const steps: Step[] = [];
    const index = new CodeIndex({ root });
    const { hits, freshness } = await ask(index, "freshName690", { progress: (step) => steps.push(step) });
    expect(hits[0]?.path).toBe("src/f690.ts");
    expect(freshness).toMatchObject({ changed: 800, reread: 700, stale: 0 });
    expect(steps.at(-1)?.total).toBeGreaterThanOrEqual(700);
    await expectOnDisk(root, hits);
  });

  it("an answer that cannot wait shows no text of the old branch, no deleted file and no wrong line", async () => {
    const root = await switched();
    const index = new CodeIndex({ root });
    await withLock(indexLock(indexPlace(index.workspace)), {}, async () => {
      const { hits, freshness } = await ask(index, "oldName690 function name", { waitMs: 0 });
      expect(hits.map(({ path }) => path)).toContain("src/f690.ts");
      expect(hits.map(({ content }) => content).join("\n")).not.toContain("oldName");
      await expectOnDisk(root, hits);
      expect(freshness.changed).toBe(800);
      expect(freshness.stale).toBeGreaterThan(0);
      expect(freshness.reread).toBe(700 - freshness.stale);
      const deleted = await ask(index, "oldName50", { waitMs: 0 });
      await expectOnDisk(root, deleted.hits);
      return { ok: true, value: undefined };
    });
    // Nobody has to ask for it: the rest is read behind the answer.
    await expect
      .poll(async () => (await ask(index, "x", { waitMs: 0 })).freshness.stale, { timeout: 20_000 })
      .toBe(0);
    const later = await ask(index, "freshName690");
    expect(later.hits[0]?.path).toBe("src/f690.ts");
  });

  it("several questions at once wait for the same work", async () => {
    const root = await switched();
    const index = new CodeIndex({ root });
    const names = ["freshName150", "freshName400", "freshName799"];
    const answers = await Promise.all(names.map((name) => ask(index, name)));
    expect(answers.map(({ hits }) => hits[0]?.path)).toEqual(["src/f150.ts", "src/f400.ts", "src/f799.ts"]);
    expect(answers.map(({ freshness }) => freshness.stale)).toEqual([0, 0, 0]);
  });

  it("an index that cannot be written does not keep the answer from the new branch", async () => {
    const root = await switched();
    await mkdir(indexLock(indexPlace({ root }))); // nobody can take a lock that is a folder
    const { hits, freshness } = await ask(new CodeIndex({ root }), "freshName690");
    expect(hits[0]?.path).toBe("src/f690.ts");
    expect(freshness).toMatchObject({ changed: 800, reread: 700, stale: 0 });
  });

  it("a question that is cancelled while it waits ends at once", async () => {
    const root = await switched();
    const index = new CodeIndex({ root });
    const abort = new AbortController();
    await withLock(indexLock(indexPlace(index.workspace)), {}, async () => {
      setTimeout(() => abort.abort(), 50);
      const fresh = await index.fresh({ signal: abort.signal, now: () => new Date() });
      expect(fresh).toMatchObject({ ok: false, fault: { code: "cancelled" } });
      return { ok: true, value: undefined };
    });
  });
});

describe("what a query has read", () => {
  const changed = async () => {
    const root = await temporaryTree({
      "a.ts": "export const one = 1;\n",
      "b.ts": "export const two = 2;\n",
    });
    await sleep(60);
    await indexFolder(root);
    await writeTree(root, { "a.ts": "export const eleven = 11;\n" });
    return { index: new CodeIndex({ root }), folder: indexPlace({ root }) };
  };

  it("is stored, so that the next one does not read it again", async () => {
    const { index, folder } = await changed();
    const before = readManifest(folder)?.generation ?? 0;
    expect((await ask(index, "eleven")).freshness).toMatchObject({ changed: 1, reread: 1 });
    expect(readManifest(folder)?.generation).toBeGreaterThan(before);
    expect((await ask(index, "eleven")).freshness).toMatchObject({ changed: 0, reread: 0 });
  });

  it("does not replace what another process stored in the meantime", async () => {
    const { index, folder } = await changed();
    let theirs: unknown;
    const otherProcess = () => {
      const snapshot = openSnapshot(folder, new Map());
      if (!snapshot) throw new Error("there is no index");
      const writer = new IndexWriter(folder, snapshot.manifest, snapshot);
      writer.drop("b.ts");
      theirs = writer.commit(true);
      return new Date();
    };
    const { hits } = await ask(index, "eleven", { now: otherProcess });
    expect(hits[0]?.path).toBe("a.ts");
    expect(readManifest(folder)).toEqual(theirs);
  });
});
