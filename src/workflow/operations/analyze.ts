import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { constitutionOf } from "../guides.ts";
import { analyze, severities } from "../review/analyze.ts";
import { analyzeChange } from "../review/analyze-change.ts";
import { principlesIn } from "../steps/principles.ts";
import { neverServed, openReview, spec } from "./review.ts";

const Finding = z.object({
  id: z.string(),
  category: z.string(),
  severity: z.enum(severities),
  location: z.string(),
  summary: z.string(),
  recommendation: z.string(),
});
const maxFindings = 50;

export const analyzeFeature = operation({
  name: "features_analyze",
  title: "Analyze a feature or change",
  summary:
    "Compares the documents of a feature or change with each other and with the constitution; writes nothing.",
  icon: "check",
  effects: reading,
  served: neverServed,
  cli: { words: "run analyze", positionals: ["spec"] },
  exitCode: ({ metrics }) => (metrics.critical > 0 ? 1 : 0),
  input: z.object({ spec }),
  output: z.object({
    feature: z.string(),
    findings: z.array(Finding),
    left_out: z.number().describe("Findings beyond the first 50"),
    coverage: z.array(z.object({ key: z.string(), tasks: z.array(z.string()) })),
    unmapped_tasks: z.array(z.string()),
    metrics: z.object({
      requirements: z.number(),
      tasks: z.number(),
      covered_percent: z.number(),
      critical: z.number(),
    }),
  }),
  run: async (context, input) => {
    const opened = await openReview(context, input.spec, "implement");
    if (!opened.ok) return opened;
    const { feature, documents, change } = opened.value;
    const principles = principlesIn(await constitutionOf(feature.workspace));
    const { findings, coverage, unmapped } =
      change === undefined
        ? analyze(documents, principles)
        : analyzeChange(change, documents.items, principles);
    const covered = coverage.filter(({ tasks }) => tasks.length > 0).length;
    return ok({
      feature: feature.folder,
      findings: findings.slice(0, maxFindings).map((finding) => ({ ...finding })),
      left_out: Math.max(0, findings.length - maxFindings),
      coverage: coverage.map(({ key, tasks }) => ({ key, tasks: [...tasks] })),
      unmapped_tasks: [...unmapped],
      metrics: {
        requirements: coverage.length,
        tasks: documents.items.length,
        covered_percent: coverage.length === 0 ? 100 : Math.round((100 * covered) / coverage.length),
        critical: findings.filter(({ severity }) => severity === "CRITICAL").length,
      },
    });
  },
  text: ({ feature, findings, left_out, unmapped_tasks: unmapped, metrics }) =>
    [
      `${feature}: ${count(metrics.requirements, "requirement")}, ${count(metrics.tasks, "task")}, ${metrics.covered_percent} % covered by tasks.`,
      ...findings.map(
        ({ id, severity, location, summary, recommendation }) =>
          `${id} ${severity} ${location}: ${summary} ${recommendation}`,
      ),
      ...(left_out > 0 ? [`${left_out} more findings are not shown.`] : []),
      ...(unmapped.length > 0 ? [`Tasks without a requirement or story: ${unmapped.join(", ")}.`] : []),
      findings.length === 0
        ? "No problems found."
        : metrics.critical > 0
          ? `${count(metrics.critical, "critical finding")}: fix them before you implement.`
          : "No critical findings.",
    ].join("\n"),
});
