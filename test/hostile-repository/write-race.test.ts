import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ok } from "../../src/kernel/result.ts";
import { literalPath as at } from "../../src/workspace/paths/paths.ts";
import { commit, type Edit } from "../../src/workspace/write/commit.ts";
import { ensureFolder } from "../../src/workspace/write/ensure-folder.ts";
import { updateFile } from "../../src/workspace/write/update-file.ts";
import { skipTest } from "../support/skip.ts";
import { snapshot } from "../support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { bundleProgram, startProgram } from "../support/writer-process.ts";

// HEWTO_HOSTILE=1 runs the whole sweep: at least 20,000 updates and 2,000,000 swaps.
const isSweep = process.env["HEWTO_HOSTILE"] !== undefined;
const least = isSweep ? { updates: 20_000, ms: 0 } : { updates: 150, ms: 1_500 };
const leastSwaps = isSweep ? 2_000_000 : 1_000;

/** All that can be done to a file in the folder: one file, several with a journal, a new file, a deletion, a folder. */
const writes: ((root: string, turn: number) => Promise<{ ok: boolean }>)[] = [
  (root, turn) =>
    updateFile({ root }, at("spec/zebra/spec.md"), (text) => ok(`${text.slice(0, 40)} ${turn}`)),
  (root, turn) => plan(root, [write("spec/zebra/spec.md", turn), write("a.md", turn)]),
  (root, turn) => plan(root, [write(`spec/zebra/new-${turn}.md`, turn)]),
  (root, turn) => plan(root, [write(`spec/zebra/deep-${turn}/new.md`, turn), write("a.md", turn)]),
  (root) => plan(root, [{ kind: "delete", path: at("spec/zebra/victim.md"), expect: "any" }]),
  (root) => plan(root, [{ kind: "move", from: at("spec/zebra/tree"), to: at("taken") }]),
  (root, turn) => ensureFolder({ root }, at(`spec/zebra/folder-${turn}/in`)),
];

it(
  "one who swaps a folder for a link all the while gets nothing written, removed or shown outside",
  async () => {
    if (process.platform !== "linux") skipTest("only Linux can hold a folder by its descriptor");
    const root = await temporaryTree({ "spec/zebra/spec.md": "# Zebra inside", "a.md": "a" });
    const outside = await temporaryTree({
      "zebra/spec.md": "OUTSIDE",
      "zebra/victim.md": "OUTSIDE",
      "zebra/tree/x.md": "OUTSIDE",
    });
    const before = snapshot(outside);
    const script = await bundleProgram("test/support/racer.ts", await temporaryFolder());
    const racer = startProgram(script, [join(root, "spec/zebra"), join(outside, "zebra")]);
    await racer.hears(({ ready }) => ready === true);
    const ends: Record<string, number> = {};
    const started = performance.now();
    for (let turn = 0; turn < least.updates || performance.now() - started < least.ms; turn++) {
      const answer = await writes[turn % writes.length]?.(root, turn);
      const end = answer && "fault" in answer ? JSON.stringify(answer.fault) : "done";
      expect(end).not.toContain("OUTSIDE");
      const code = /"code":"(\w+)"/.exec(end)?.[1] ?? end;
      ends[code] = (ends[code] ?? 0) + 1;
    }
    racer.tell("stop");
    const { swaps } = await racer.hears((message) => message["swaps"] !== undefined);
    await racer.ends();
    expect(snapshot(outside)).toEqual(before);
    expect(await readdir(join(outside, "zebra"))).toEqual(["spec.md", "tree", "victim.md"]);
    expect(swaps).toBeGreaterThan(leastSwaps);
    expect(ends["done"]).toBeGreaterThan(0);
    if (isSweep) process.stdout.write(`${JSON.stringify({ swaps, ...ends })}\n`);
  },
  isSweep ? 3_600_000 : 60_000,
);

function write(path: string, turn: number): Edit {
  return { kind: "write", path: at(path), content: `# Zebra inside ${turn}`, expect: "any" };
}

function plan(root: string, edits: readonly Edit[]): Promise<{ ok: boolean }> {
  return commit({ root }, { label: "race", edits }, { waitMs: 1_000 });
}
