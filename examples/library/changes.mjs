// Changes: read a proposal, see what archiving it would do, archive it.
import { openHewto } from "hewto";
import { withFerry } from "./ferry.mjs";

await withFerry(async (workspace) => {
  const hewto = await openHewto({ workspace });

  const { changes } = await hewto.listChanges();
  const [{ id, task_progress }] = changes;
  console.log(`${id}: ${task_progress.completed} of ${task_progress.total} tasks`);

  const { valid } = await hewto.validateChange({ change_id: id });
  console.log(valid ? "valid" : "not valid");

  const plan = await hewto.archiveChange({ change_id: id, mode: "preview", allow_open_tasks: true });
  for (const { spec_id, requirement, operation } of plan.redlines) {
    console.log(`${spec_id}: ${requirement} ${operation}`);
  }
  const done = await hewto.archiveChange({ change_id: id, mode: "persist", allow_open_tasks: true });
  console.log(done.persisted ? "archived" : "nothing written");
});
