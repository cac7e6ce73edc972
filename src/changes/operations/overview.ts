import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import { taskProgress } from "../../markdown/tasks.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import { shownId } from "../../specs/ids.ts";
import { findSpecs, loadSpecs } from "../../specs/library.ts";
import { noSpecs } from "../../specs/operations/list-specs.ts";
import { openProject } from "../../specs/project.ts";
import { storeNotice } from "../../specs/store.ts";
import { countEntries, type Delta } from "../delta/delta.ts";
import { findChanges, loadChange } from "../library.ts";
import { taskBar } from "./task-bar.ts";

const Dashboard = z.object({
  specs: z.array(z.object({ id: z.string(), requirements: z.number().int(), scenarios: z.number().int() })),
  changes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      task_progress: z.object({ completed: z.number().int(), total: z.number().int() }),
      deltas: z.array(z.object({ spec_id: z.string(), summary: z.string() })),
    }),
  ),
  notice: z.string().optional().describe("Where the specs are, if they cannot be read from here"),
});
type Dashboard = z.infer<typeof Dashboard>;

/** `hewto specs` alone: the state of the project. */
export const overview = operation({
  name: "specs_overview",
  title: "Specs dashboard",
  summary: "Shows the specs with their counts and the open changes with their tasks.",
  icon: "spec",
  effects: reading,
  served: { never: "agents get the same facts from list_specs and list_changes" },
  cli: { words: "specs" },
  input: z.object({}),
  output: Dashboard,
  run: async (context) => {
    const { workspace } = context;
    const project = await openProject(workspace);
    const loaded = await loadSpecs(
      workspace,
      await findSpecs(workspace, project.layouts),
      project.vocabulary,
    );
    const specs = loaded.map(({ entry, spec }) => ({
      id: entry.id,
      requirements: spec.requirements.length,
      scenarios: spec.requirements.reduce((sum, each) => sum + each.scenarios.length, 0),
    }));
    const changes: Dashboard["changes"] = [];
    for (const entry of await findChanges(workspace, project.layouts)) {
      const change = await loadChange(workspace, entry, project.vocabulary);
      const deltas = change.deltas
        .filter(({ delta }) => countEntries(delta) > 0)
        .map(({ capability, delta }) => ({ spec_id: capability, summary: summarise(delta) }));
      changes.push({
        id: entry.id,
        title: change.title,
        task_progress: taskProgress(change.tasks.items),
        deltas,
      });
    }
    return ok({ specs, changes, notice: project.store && storeNotice(project.store) });
  },
  text: (output) => render(output),
  human: (output, _input, style) => render(output, style),
});

/** `+2 ~1 -1 >1`: added, modified, removed, renamed. */
function summarise({ added, modified, removed, renamed }: Delta): string {
  const parts = [
    ["+", added.length],
    ["~", modified.length],
    ["-", removed.length],
    [">", renamed.length],
  ] as const;
  return parts
    .filter(([, n]) => n > 0)
    .map(([sign, n]) => `${sign}${n}`)
    .join(" ");
}

function render({ specs, changes, notice }: Dashboard, style?: Style): string {
  if (specs.length + changes.length === 0) return notice ?? noSpecs;
  const bold = style?.bold ?? ((text: string) => text);
  const dim = style?.dim ?? ((text: string) => text);
  const requirements = specs.reduce((sum, each) => sum + each.requirements, 0);
  const scenarios = specs.reduce((sum, each) => sum + each.scenarios, 0);
  const totals = `${count(requirements, "requirement")}, ${count(scenarios, "scenario")}`;
  const width = Math.max(0, ...[...specs, ...changes].map(({ id }) => shownId(id).length));
  const lines = [`${bold(count(specs.length, "spec"))}: ${totals}`];
  for (const { id, requirements, scenarios } of specs) {
    const counts = `${count(requirements, "requirement")}, ${count(scenarios, "scenario")}`;
    lines.push(`  ${shownId(id).padEnd(width)}  ${dim(counts)}`);
  }
  lines.push("", bold(count(changes.length, "open change")));
  for (const { id, task_progress, deltas } of changes) {
    const bar = style
      ? taskBar(task_progress, style)
      : `${task_progress.completed}/${task_progress.total} tasks`;
    const touched = deltas.map(({ spec_id, summary }) => `${spec_id} (${summary})`).join(", ");
    lines.push(`  ${shownId(id).padEnd(width)}  ${bar}  ${dim(printable(touched))}`);
  }
  return lines.join("\n");
}
