// A program of its own: the tests bundle it, start it many times and kill it. It talks in JSON lines.
import { writeSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sha256 } from "../../src/kernel/hash.ts";
import { ok } from "../../src/kernel/result.ts";
import { literalPath as at } from "../../src/workspace/paths/paths.ts";
import { commit, type Edit } from "../../src/workspace/write/commit.ts";
import { recover } from "../../src/workspace/write/journal/recover.ts";
import { updateFile } from "../../src/workspace/write/update-file.ts";

const [root = "", job = "", times = "0"] = process.argv.slice(2);
const workspace = { root };

/** How long a killed process may delay the next one; a process that waits longer reports a fault. */
const patience = { waitMs: 2_000 };

const jobs: Record<string, () => Promise<void>> = {
  /** Recovers, then takes all files from one generation to the next until it is killed. */
  async generations() {
    const commands = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    await commands.next();
    const started = performance.now();
    const { failed } = await recover(workspace, patience);
    say({ recovered: true, failed, ms: performance.now() - started });
    await commands.next();
    for (;;) await nextGeneration();
  },
  /** Read, add one, commit; from the start again when another was faster. */
  async countByCommit() {
    for (let done = 0; done < Number(times); ) {
      const text = await readFile(join(root, "counter"), "utf8");
      const content = String(Number(text) + 1);
      const edit = { kind: "write", path: at("counter"), content, expect: sha256(text) } as const;
      const result = await commit(workspace, { label: "count", edits: [edit] }, { waitMs: 30_000 });
      if (result.ok) done++;
      else if (result.fault.code !== "write_conflict") say({ fault: result.fault });
    }
  },
  async countByUpdate() {
    for (let done = 0; done < Number(times); done++) {
      const options = { waitMs: 30_000 };
      const result = await updateFile(
        workspace,
        at("counter"),
        (text) => ok(String(Number(text) + 1)),
        options,
      );
      if (!result.ok) say({ fault: result.fault });
    }
  },
};

async function nextGeneration(): Promise<void> {
  const folder = (await readdir(root)).find((name) => name.startsWith("run-"));
  if (folder === undefined) return; // seen in the instant of someone else's move
  const next = Number(folder.slice(4)) + 1;
  const edits: Edit[] = [{ kind: "move", from: at(folder), to: at(`run-${next}`) }];
  for (const name of ["a.md", "b.md", "deep/c.md", `run-${next}/d.md`]) {
    const now = await readFile(join(root, name.replace(`run-${next}`, folder))).catch(() => undefined);
    if (now === undefined) return;
    edits.push({ kind: "write", path: at(name), content: bodyOf(next), expect: sha256(now) });
  }
  const started = performance.now();
  const result = await commit(workspace, { label: `generation ${next}`, edits }, patience);
  if (result.ok) say({ ack: next, ms: performance.now() - started });
  else if (result.fault.code !== "write_conflict") say({ fault: result.fault });
}

/** Long enough to be torn, and with a sum that shows it. */
function bodyOf(generation: number): string {
  const text = `${`generation ${generation} `.repeat(600)}\n`;
  return `${generation}\n${sha256(text)}\n${text}`;
}

/** In one call and at once: what was said before the kill arrives. */
function say(message: object): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}

await jobs[job]?.();
