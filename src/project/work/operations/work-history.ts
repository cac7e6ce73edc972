import * as z from "zod";
import { clip } from "../../../kernel/clip.ts";
import { ok } from "../../../kernel/result.ts";
import { printableLine } from "../../../kernel/text.ts";
import { operation, reading } from "../../../operation/operation.ts";
import type { Surface } from "../../../operation/surface.ts";
import { openProject } from "../../../specs/project.ts";
import { findArchivedChanges } from "../history.ts";

const Output = z.object({
  archived: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      title: z.string(),
      archived_on: z.string().optional().describe("The date in the name of its folder"),
      path: z.string(),
    }),
  ),
  left_out: z.number().int(),
});

export const workHistory = operation({
  name: "work_history",
  title: "Work history",
  summary: "Lists the archived changes, the last one first.",
  icon: "workflow",
  effects: reading,
  served: { never: "agents read the archive folder themselves" },
  cli: { words: "work history" },
  input: z.object({
    limit: z.number().int().min(1).max(10_000).default(50).describe("How many changes to list"),
  }),
  output: Output,
  run: async ({ workspace }, { limit }) => {
    const archived = await findArchivedChanges(await openProject(workspace));
    const { shown, leftOut } = clip(archived, limit);
    const titled = await Promise.all(
      shown.map(async ({ readTitle, ...change }) => ({ ...change, title: await readTitle() })),
    );
    return ok({ archived: titled, left_out: leftOut });
  },
  text: (output, _input, surface) => render(output, surface),
});

function render({ archived, left_out }: z.infer<typeof Output>, surface: Surface): string {
  if (archived.length === 0) return "No change was archived.";
  const rows = archived.map(({ id, archived_on, title }) => {
    const isRepeated = title === id.replaceAll("-", " ");
    return `${archived_on ?? "          "}  ${printableLine(id)}${isRepeated ? "" : `  ${printableLine(title)}`}`;
  });
  const more =
    left_out === 0 ? [] : [`… and ${left_out} more (${surface.argument(workHistory, "limit")} lists more).`];
  return [...rows, ...more].join("\n");
}
