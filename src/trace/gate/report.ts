import * as z from "zod";
import type { Trace } from "../read/trace.ts";
import { requiredFor } from "../settings.ts";
import { isVerified, states } from "../state/state.ts";
import type { GateReport } from "./gate.ts";

const Judged = z.object({
  address: z.string(),
  path: z.array(z.string()).describe("Spec, requirement, scenario: as people call them"),
  state: z.enum(states),
  verified: z.boolean().describe("Whether it has the level that is asked for"),
  require: z.string(),
  by: z.array(z.enum(["new", "text", "record", "test", "code"])).describe("What the branch changed of it"),
  text: z.string(),
  before: z.string().optional().describe("The text at the base, where it is another one"),
});

/** What the gate judged, for the summary of a run. */
export const TraceReport = z.object({
  live: z.number().int().describe("Requirements, scenarios and statements that need a test"),
  judged: z.array(Judged).describe("Those that the branch touches, or all that were checked"),
  may_concern: z.number().int().describe("Results of these rest on the whole tree, which the branch changes"),
  accepted: z.array(z.string()).describe("What people accepted in this branch"),
  waived: z.array(z.object({ address: z.string(), name: z.string(), until: z.string() })),
  base_evidence: z.boolean().describe("Whether any result fits the base"),
  evidence: z.object({
    reports: z.number().int(),
    results: z.number().int(),
    matched: z.number().int(),
    ambiguous: z.number().int(),
    by_test: z.boolean().describe("Whether it is known which code each test executes"),
  }),
  scope: z.enum(["branch", "project", "changes"]).describe("What was judged"),
});
export type TraceReport = z.infer<typeof TraceReport>;

export function reportOf(trace: Trace, report: GateReport, scope: TraceReport["scope"]): TraceReport {
  const { graph, settings, evidence } = trace;
  const judged = report.judged.map(({ leaf, by }) => {
    const { node, state } = leaf;
    const parent = node.parent === undefined ? undefined : graph.get(node.parent);
    const old = report.base?.nodeOf(node);
    const require = requiredFor(settings, node.address);
    return {
      address: graph.short(node),
      path: [node.spec, ...(parent === undefined ? [] : [parent.name]), node.name],
      state,
      verified: isVerified(state, require),
      require,
      by: [...by],
      text: node.text,
      before: old === undefined || old.revision === node.revision ? undefined : old.text,
    };
  });
  const byTest = [...trace.states.values()].some(({ links }) =>
    links.some(({ outcome }) => outcome?.rests?.grain === "symbol" || outcome?.rests?.grain === "file"),
  );
  const { total: results, matched, ambiguous } = evidence.results;
  return {
    live: report.live,
    judged,
    may_concern: report.mayConcern.length,
    accepted: [...report.accepted],
    waived: [...report.waived],
    base_evidence: report.hasBaseEvidence,
    evidence: { reports: evidence.reports, results, matched, ambiguous, by_test: byTest },
    scope,
  };
}
