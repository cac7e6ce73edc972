import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexFolder } from "../../../test/support/code-index.ts";
import { agentWith } from "../../../test/support/operations.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { noGrants } from "../../operation/context.ts";
import { invoke } from "../../operation/invoke.ts";
import { createRuntime } from "../../operation/runtime.ts";
import { searchCode } from "./search-code.ts";
import { findSymbol } from "./symbols.ts";

const { signal } = new AbortController();
const surface = agentWith({ search_code: searchCode });

/** A process that answers question after question about a folder. */
function processAt(root: string) {
  const runtime = createRuntime({ workspace: { root }, flags: {}, grants: noGrants, log: () => {} });
  const search = async (query: string) => {
    const answer = await invoke(runtime, searchCode, { query }, { signal, surface });
    if (!answer.ok) throw new Error(answer.fault.message);
    return answer.value.output.results;
  };
  const symbols = async (name: string) => {
    const answer = await invoke(runtime, findSymbol, { name }, { signal, surface });
    if (!answer.ok) throw new Error(answer.fault.message);
    return answer.value.output.symbols.filter(({ symbol }) => symbol.startsWith(name));
  };
  return { search, symbols };
}

/** Each result is, line for line, what its file has there now. */
function expectOnDisk(
  root: string,
  results: Awaited<ReturnType<ReturnType<typeof processAt>["search"]>>,
): void {
  for (const { path, content, start_line, end_line } of results) {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    expect([path, content]).toEqual([path, lines.slice(start_line - 1, end_line).join("\n")]);
  }
}

const folders = ["src", "src/deep", "lib"];
const path = fc.tuple(fc.constantFrom(...folders), fc.nat(2)).map(([folder, n]) => `${folder}/f${n}.ts`);
const write = fc.tuple(path, fc.nat(4)).map(([file, n]) => (root: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `${"// above\n".repeat(n)}export function lamp${n}() {}\n`);
});
const remove = path.map((file) => (root: string) => rmSync(join(root, file), { force: true }));
const moveFolder = fc.tuple(fc.constantFrom(...folders), fc.nat(9)).map(([folder, n]) => (root: string) => {
  mkdirSync(join(root, folder), { recursive: true });
  renameSync(join(root, folder), join(root, `moved${n}-${Math.random()}`));
});
const edit = fc.oneof(
  { weight: 5, arbitrary: write },
  { weight: 2, arbitrary: remove },
  { weight: 1, arbitrary: moveFolder },
);

describe("an answer of a process that stays open", () => {
  async function started() {
    const root = await temporaryTree({
      "src/f0.ts": "export function lamp0() {}\n",
      "lib/f1.ts": "let x = 1;\n",
    });
    await indexFolder(root);
    return { root, ...processAt(root) };
  }

  it("shows every file as it is, after any edits between questions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 3 }), { maxLength: 6 }), async (rounds) => {
        const { root, search, symbols } = await started();
        await search("lamp");
        for (const round of rounds) {
          for (const change of round) change(root);
          const results = await search("lamp0 lamp1 lamp2 lamp3 lamp4");
          expectOnDisk(root, results);
          const found = await symbols("lamp");
          expect(found.length).toBe(results.filter(({ content }) => content.includes("lamp")).length);
        }
      }),
      { numRuns: Number(process.env["HEWTO_FUZZ"] ?? 15) },
    );
  });

  it("misses no edit that is made while others are answered", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 12 }), async (edits) => {
        const { root, search } = await started();
        const answers: Promise<unknown>[] = [];
        for (const [at, change] of edits.entries()) {
          answers.push(search("lamp"));
          if (at % 2 === 0) await sleep(at % 3);
          change(root);
        }
        const last = search("lamp0 lamp1 lamp2 lamp3 lamp4");
        await Promise.all(answers);
        expectOnDisk(root, await last);
      }),
      { numRuns: Number(process.env["HEWTO_FUZZ"] ?? 10) },
    );
  });

  it("shows no old text of a file that was written by another of its names", async () => {
    const { root, search } = await started();
    const outside = await temporaryTree({});
    linkSync(join(root, "src/f0.ts"), join(outside, "f0.ts"));
    for (let n = 0; n < 3; n++) await search("lamp0");
    writeFileSync(join(outside, "f0.ts"), "// moved down\nexport function lamp0() { return 1; }\n");
    const results = await search("lamp0");
    expectOnDisk(root, results);
    expect(results[0]?.content).toContain("return 1");
  });
});
