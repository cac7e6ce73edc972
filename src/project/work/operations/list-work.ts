import * as z from "zod";
import { clip } from "../../../kernel/clip.ts";
import { ok } from "../../../kernel/result.ts";
import { operation, reading } from "../../../operation/operation.ts";
import type { Surface } from "../../../operation/surface.ts";
import { collectWork, sortOrders, sortWork } from "../collect.ts";
import { WorkItem, workKinds } from "../item.ts";
import { workLine, workRows } from "../text.ts";

const kind = z.enum(workKinds).optional().describe("Only this kind (default: all)");
const sort = z
  .enum(sortOrders)
  .default("recent")
  .describe("`recent`: last written first; `progress`: nearest to its end first");
const limit = (count: number) =>
  z.number().int().min(1).max(1000).default(count).describe("How many items to list");

const Output = z.object({
  work: z.array(WorkItem),
  left_out: z.number().int().describe("Items beyond the limit"),
});
type Output = z.infer<typeof Output>;

export const listWork = operation({
  name: "list_work",
  title: "List work",
  summary: "Lists what is in flight: changes, features and scratch pads, with tasks, validity and blockers.",
  icon: "workflow",
  seldom: ["sort", "review"],
  effects: reading,
  input: z.object({
    kind,
    sort,
    limit: limit(20),
    review: z.boolean().default(true).describe("Whether to validate changes; false is faster"),
  }),
  output: Output,
  cli: {
    words: "work list",
    flagNames: { kind: "format" },
    input: z.object({ kind, sort, limit: limit(200) }),
    toInput: (given) => ({ ...given, review: true }),
    examples: ["work list --sort progress", "work list --format feature"],
  },
  run: async (context, { kind, sort, limit, review }) => {
    const works = await collectWork(context, { kind, review: review ? "full" : "none" });
    if (!works.ok) return works;
    const sorted = sortWork(
      works.value.map(({ item }) => item),
      sort,
    );
    const { shown, leftOut } = clip(sorted, limit);
    return ok({ work: shown, left_out: leftOut });
  },
  text: (output, _input, surface) => render(output, output.work.map(workLine), surface),
  human: (output, _given, style, surface) => render(output, workRows(output.work, style), surface),
});

function render({ work, left_out }: Output, rows: readonly string[], surface: Surface): string {
  if (work.length === 0) return "Nothing is in flight.";
  const more =
    left_out === 0 ? [] : [`… and ${left_out} more (${surface.argument(listWork, "limit")} lists more).`];
  return [...rows, ...more].join("\n");
}
