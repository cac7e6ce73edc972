// Archives a change and undoes it, again and again, until it is killed. Prints each step on a line.
import { createInterface } from "node:readline";
import { archiveChange } from "../../src/changes/operations/archive.ts";
import { undoArchive } from "../../src/changes/operations/change-commands.ts";
import { contextFor, createRuntime } from "../../src/operation/runtime.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { recover } from "../../src/workspace/write/journal/recover.ts";

const workspace = await openWorkspace(process.argv[2] ?? "");
if (!workspace.ok) throw new Error(workspace.fault.message);
const runtime = createRuntime({ workspace: workspace.value, log: () => {} });
const context = contextFor(runtime, { signal: new AbortController().signal });
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

async function turn(): Promise<void> {
  const archived = await archiveChange.run(context, {
    change_id: "c",
    mode: "persist",
    allow_open_tasks: false,
    further: [],
    skip_specs: false,
  });
  say(archived.ok ? { archived: true } : { fault: archived.fault });
  const undone = await undoArchive.run(context, { change_id: "c" });
  say(undone.ok ? { undone: true } : { fault: undone.fault });
}

for await (const command of createInterface({ input: process.stdin })) {
  if (command === "recover") {
    await recover(workspace.value);
    say({ recovered: true });
  }
  if (command === "go") for (;;) await turn();
}
