import * as z from "zod";
import { localDate } from "../../kernel/calendar.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { type Context, withoutModel } from "../../operation/context.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { Edit } from "../../workspace/write/plan.ts";
import { activate } from "../active-feature.ts";
import { type FeatureDocuments, inFeature, readDocuments } from "../documents.ts";
import { type Feature, openFeature } from "../feature.ts";
import type { Writer } from "../generate.ts";
import { missingFor, type Step } from "../phase.ts";
import type { SpecHead } from "../write/spec-text.ts";

/** Who wrote a text when no model did. */
export const LOCAL = "hewto";

/** What every step says about itself. */
export const stepShape = {
  step: z.enum(["specify", "clarify", "plan", "tasks", "implement"]),
  feature: z.string(),
  spec_directory: z.string(),
  /** Absolute paths; `unchanged` files were there already and were not touched. */
  files: z.array(
    z.object({
      path: z.string(),
      action: z.enum(["created", "updated", "unchanged"]),
      generated_by: z.string(),
    }),
  ),
  generated_by: z.string(),
  next: z.string(),
  root: z.string(),
  branch: z.string().optional(),
  notice: z.string().optional(),
};
export type StepFile = z.infer<(typeof stepShape)["files"]>[number];

export const specDirectory = z.string().describe("Absolute path to specification directory");

export interface OpenStep {
  readonly feature: Feature;
  readonly documents: FeatureDocuments;
}

/** The feature with its documents, if the step may run on it. */
export async function openStep(context: Context, step: Step, directory: string): Promise<Result<OpenStep>> {
  const feature = await openFeature(context.workspace, directory);
  if (!feature.ok) return feature;
  const documents = await readDocuments(feature.value);
  if (!documents.ok) return documents;
  const missing = missingFor(step, documents.value);
  if (missing) {
    const message = `${step} needs ${missing.file} in ${feature.value.directory}, and it is not there or still an empty template.`;
    const remedy = `Run speckit.${missing.step} (hewto run ${missing.step}) first.`;
    return fail(
      fault("prerequisite_missing", message, remedy, {
        subject: { step, file: missing.file, run: missing.step },
      }),
    );
  }
  return ok({ feature: feature.value, documents: documents.value });
}

/** A document that a step wants to be there. */
export interface Wanted {
  readonly name: string;
  readonly text: string;
  readonly by: string;
}

/**
 * Writes documents in one plan and makes the feature the active one. What a person has written is never
 * replaced: only missing files and untouched templates are, unless `update` names the file.
 */
export async function writeDocuments(
  context: Context,
  { feature, documents }: OpenStep,
  wanted: readonly Wanted[],
  options: { readonly step: Step; readonly update?: string; readonly extra?: readonly Edit[] },
): Promise<Result<StepFile[]>> {
  const edits: Edit[] = [];
  const files: StepFile[] = [];
  for (const { name, text, by } of wanted) {
    const path = inFeature(feature, name);
    const there = documents.files.get(name);
    const isFresh = isReplaceable(documents, name);
    const isKept = there?.text === text || !(isFresh || options.update === name);
    const action = isKept ? "unchanged" : isFresh ? "created" : "updated";
    if (action !== "unchanged")
      edits.push({ kind: "write", path, content: text, expect: there?.sha256 ?? "absent" });
    files.push({
      path: `${feature.directory}/${name}`,
      action,
      generated_by: action === "unchanged" ? "" : by,
    });
  }
  edits.push(...(options.extra ?? []));
  if (edits.length > 0) {
    const plan = { label: `speckit.${options.step} ${feature.folder}`, edits };
    const done = await commit(feature.workspace, plan, {
      signal: context.signal,
      tool: `speckit.${options.step}`,
    });
    if (!done.ok) return done;
  }
  const active = await activate(feature, context.signal);
  if (!active.ok) context.log("warning", active.fault.message);
  // The choice of the active feature is written too, and so is the line that keeps it out of `git status`.
  else files.push(...active.value.map((file) => ({ ...file, generated_by: LOCAL })));
  for (const file of files) if (file.action !== "unchanged") context.touched(file.path);
  return ok(files);
}

function isReplaceable(documents: FeatureDocuments, name: string): boolean {
  const key = { "spec.md": documents.spec, "plan.md": documents.plan, "tasks.md": documents.tasks }[name];
  const there = documents.files.get(name);
  if (there === undefined || there.text.trim() === "") return true;
  return (name === "spec.md" || name === "plan.md" || name === "tasks.md") && key === undefined;
}

/** The common half of a step's answer. */
export async function stepAnswer(
  { withheld }: Context,
  step: Step,
  feature: Feature,
  files: readonly StepFile[],
  next: string,
) {
  const { branch } = await gitStatus(feature.workspace);
  const writers = [
    ...new Set(files.filter((file) => file.action !== "unchanged").map((file) => file.generated_by)),
  ];
  return {
    step,
    feature: feature.folder,
    spec_directory: feature.directory,
    files: [...files],
    generated_by: writers.find((by) => by !== LOCAL) ?? LOCAL,
    next,
    root: feature.workspace.root,
    ...(branch === undefined ? {} : { branch }),
    ...(withheld === undefined ? {} : { notice: withoutModel(withheld) }),
  };
}

export function headOf(context: Context, feature: Feature, input: string): SpecHead {
  return { folder: feature.folder, date: localDate(context.clock()), input };
}

/** Reports a step of the work, 0 to 100 as in the contract. */
export function report(context: Context, done: number, message: string): void {
  context.progress({ done, total: 100, message });
}

export function writerOf(context: Context): Writer | undefined {
  return context.generator?.generate;
}

/** The step that comes next, for a model and for a person. */
export function nextText({
  next,
  notice,
}: {
  readonly next: string;
  readonly notice?: string | undefined;
}): string {
  const text = `Next: speckit.${next} (hewto run ${next})`;
  return notice === undefined ? text : `${text}\n${notice}`;
}

/** The lines under the first one: each file with what happened to it. */
export function filesText(files: readonly StepFile[]): string {
  return files
    .map(
      ({ path, action, generated_by }) =>
        `- ${path} (${action}${generated_by && generated_by !== LOCAL ? ` by ${generated_by}` : ""})`,
    )
    .join("\n");
}
