import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { operation, writing } from "../../operation/operation.ts";
import { commit } from "../../workspace/write/commit.ts";
import { inFeature } from "../documents.ts";
import { withConvergence, withConvergenceGroup } from "../review/converge.ts";
import { findGaps } from "../review/find-gaps.ts";
import { neverServed, openReview, spec } from "./review.ts";

export const convergeFeature = operation({
  name: "features_converge",
  title: "Converge a feature or change",
  summary: "Adds a task for each gap between the documents of a feature or change and the files that exist.",
  details:
    "A gap is a requirement without a task, or a file that a checked task names and that does not exist. Only a `## Phase N: Convergence` (in a change `## N. Convergence`) is added to tasks.md; without gaps it does not change.",
  icon: "check",
  effects: writing,
  served: neverServed,
  cli: { words: "run converge", positionals: ["spec"] },
  input: z.object({ spec }),
  output: z.object({
    feature: z.string(),
    outcome: z.enum(["converged", "tasks_appended"]),
    gaps: z.array(z.object({ source: z.string(), kind: z.enum(["missing", "partial"]), text: z.string() })),
    open_tasks: z.number(),
    file: z.string(),
  }),
  run: async (context, input) => {
    const opened = await openReview(context, input.spec, "implement");
    if (!opened.ok) return opened;
    const { feature, documents, change } = opened.value;
    const file = documents.files.get("tasks.md");
    const path = inFeature(feature, "tasks.md");
    const gaps = await findGaps(feature, documents, change);
    if (gaps.length > 0 && file !== undefined) {
      const content =
        change === undefined
          ? withConvergence(file.text, documents.items, gaps)
          : withConvergenceGroup(file.text, gaps);
      const edits = [{ kind: "write", path, content, expect: file.sha256 } as const];
      const plan = { label: `converge ${feature.folder}`, edits };
      const written = await commit(feature.workspace, plan, { signal: context.signal, tool: "run converge" });
      if (!written.ok) return written;
      context.touched(path);
    }
    return ok({
      feature: feature.folder,
      outcome: gaps.length > 0 ? ("tasks_appended" as const) : ("converged" as const),
      gaps: gaps.map((gap) => ({ ...gap })),
      open_tasks: documents.items.filter(({ done }) => !done).length,
      file: path,
    });
  },
  text: ({ feature, outcome, gaps, open_tasks, file }, _input, surface) =>
    outcome === "converged"
      ? `No gaps found in the files of ${feature}; ${file} is unchanged.${open_tasks > 0 ? ` ${count(open_tasks, "task")} still open.` : ""}`
      : [
          `Added ${count(gaps.length, "task")} to ${file}:`,
          ...gaps.map(({ text, source, kind }) => `- ${text} per ${source} (${kind})`),
          surface.recommend({ command: `run implement ${feature}`, to: "do them" }),
        ]
          .filter((line) => line !== "")
          .join("\n"),
});
