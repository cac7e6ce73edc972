import { basename } from "node:path";
import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { toCsv } from "../export/csv.ts";
import { toHtml } from "../export/html.ts";
import { toManifest } from "../export/manifest.ts";
import { type ExportedLeaf, exportedLeaves } from "../export/rows.ts";
import { explainer } from "./explain.ts";
import { openProposer, openTrace } from "./open.ts";

const exportFormats = ["html", "csv", "json", "manifest"] as const;

export const exportTrace = operation({
  name: "trace_export",
  title: "Export trace",
  summary: "Prints all requirements with their states and tests, as a page, a table or JSON",
  icon: "artifact",
  effects: reading,
  served: {
    never: "agents call trace_gaps and trace_requirement; exports are for people and other programs",
  },
  cli: {
    words: "trace export",
    examples: ["trace export --format html > trace.html", "trace export --format csv > trace.csv"],
  },
  input: z.object({
    format: z
      .enum(exportFormats)
      .default("html")
      .describe(
        "html: one page without scripts; csv: a row per test; json; manifest: trace manifest, version 4",
      ),
  }),
  output: z.object({ format: z.enum(exportFormats), content: z.string(), leaves: z.number().int() }),
  run: async (context, { format }) => {
    const opened = await openTrace(context);
    if (!opened.ok) return opened;
    const trace = opened.value;
    const leaves = exportedLeaves(trace, explainer(await openProposer(context, trace)));
    const name = basename(context.workspace.root);
    const contents = {
      html: () => toHtml(leaves, summaryOf(leaves)),
      csv: () => toCsv(leaves),
      json: () => `${JSON.stringify({ format: "hewto-trace/1", leaves }, null, 2)}\n`,
      manifest: () => toManifest(leaves, name, context.clock()),
    };
    return ok({ format, content: contents[format](), leaves: leaves.length });
  },
  text: ({ content }) => content,
});

function summaryOf(leaves: readonly ExportedLeaf[]): string {
  const live = leaves.filter(
    ({ state, kind }) => state !== "planned" && state !== "retired" && kind !== "outcome",
  );
  const verified = live.filter((leaf) => leaf.verified).length;
  return `${verified} of ${count(live.length, "live leaf", "live leaves")} verified.`;
}
