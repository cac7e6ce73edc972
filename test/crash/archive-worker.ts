// Archives a change and takes it back, again and again, until it is killed. Says what it has done, line by line.
import { createInterface } from "node:readline";
import { contextFor, createRuntime } from "../../src/operations/runtime.ts";
import { archiveCommand } from "../../src/operations/specs/archive-operations.ts";
import { undoArchive } from "../../src/operations/specs/change-commands.ts";
import { openProject } from "../../src/specs/project.ts";
import { openWorkspace } from "../../src/workspace/root.ts";

const workspace = await openWorkspace(process.argv[2] ?? "");
if (!workspace.ok) throw new Error(workspace.fault.message);
const runtime = createRuntime({ workspace: workspace.value, log: () => {} });
const context = contextFor(runtime, { signal: new AbortController().signal });
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

async function turn(): Promise<void> {
  const archived = await archiveCommand.run(context, {
    change_id: "c",
    dry_run: false,
    allow_open_tasks: false,
  });
  say(archived.ok ? { archived: true } : { fault: archived.fault });
  const undone = await undoArchive.run(context, { change_id: "c" });
  say(undone.ok ? { undone: true } : { fault: undone.fault });
}

for await (const command of createInterface({ input: process.stdin })) {
  if (command === "recover") {
    await openProject(workspace.value);
    say({ recovered: true });
  }
  if (command === "go") for (;;) await turn();
}
