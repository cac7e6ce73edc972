import * as z from "zod";
import { clip } from "../../../kernel/clip.ts";
import { ok } from "../../../kernel/result.ts";
import { count, printableLine } from "../../../kernel/text.ts";
import { operation, reading } from "../../../operation/operation.ts";
import { EvidenceInput, type EvidenceSegment, TestStatus } from "../../evidence/model.ts";
import { readSegments } from "../../evidence/store/store.ts";

const Run = z.object({
  at: z.string(),
  source: z.enum(["local", "export"]).describe("Added here, or came in exported evidence"),
  commit: z.string().optional(),
  dirty: z.boolean().describe("Whether files differed from the commit"),
  reports: z.array(EvidenceInput),
  results: z.partialRecord(TestStatus, z.number().int()),
});
type Run = z.infer<typeof Run>;

const Output = z.object({ runs: z.array(Run), left_out: z.number().int() });

export const listEvidence = operation({
  name: "list_evidence",
  title: "List evidence",
  summary: "Lists the runs that evidence was added from, newest first",
  icon: "check",
  effects: reading,
  served: { never: "agents see the evidence of a requirement with the requirement" },
  cli: { words: "evidence list", examples: ["evidence list"] },
  input: z.object({ limit: z.number().int().min(1).max(1000).default(20).describe("How many runs") }),
  output: Output,
  run: async ({ workspace }, { limit }) => {
    const { shown, leftOut } = clip(readSegments(workspace).map(runOf), limit);
    return ok({ runs: shown, left_out: leftOut });
  },
  text: ({ runs, left_out: leftOut }, _input, surface) => {
    if (runs.length === 0)
      return `No evidence yet. ${surface.recommend({ operation: "add_evidence", to: "add the report of a test run" })}\n`;
    const more = leftOut > 0 ? [`… ${leftOut} more`] : [];
    return `${[...runs.map(line), ...more].join("\n")}\n`;
  },
});

function runOf({ at, source, commit, dirty, inputs, tests }: EvidenceSegment): Run {
  const results: Run["results"] = {};
  for (const { status } of tests) results[status] = (results[status] ?? 0) + 1;
  return { at, source, commit, dirty, reports: inputs, results };
}

function line({ at, source, commit, dirty, reports, results }: Run): string {
  const statuses = Object.entries(results).map(([status, number]) => `${number} ${status}`);
  const where = commit === undefined ? "" : `  ${commit.slice(0, 8)}${dirty ? "+" : ""}`;
  const names = reports.map(({ name }) => printableLine(name)).join(", ");
  const from = source === "export" ? "  (export)" : "";
  return `${at}${where}  ${statuses.join(", ") || count(0, "test")}  ${names}${from}`;
}
