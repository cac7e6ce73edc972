import * as z from "zod";
import { listChanges } from "../../../changes/operations/list-changes.ts";
import { operation, reading } from "../../../operation/operation.ts";

/** Only OpenSpec and Spec Oxide archive what is finished, so the history of all work is that of the changes. */
export const workHistory = operation({
  name: "work_history",
  title: "Work history",
  summary: "Lists the archived changes, the last one first.",
  icon: "workflow",
  effects: reading,
  served: { never: "agents call list_changes with archived" },
  cli: { words: "work history" },
  input: z.object({
    limit: z.number().int().min(1).max(1000).default(100).describe("How many changes to list"),
  }),
  output: listChanges.output,
  run: (context, { limit }) => context.call(listChanges, { archived: true, limit }),
  text: (output, { limit }, surface) => listChanges.text(output, listInput(limit), surface),
  human: (output, { limit }, style, surface) =>
    listChanges.human?.(output, listInput(limit), style, surface) ?? "",
});

function listInput(limit: number) {
  return { sort: "name", archived: true, limit, review: false } as const;
}
