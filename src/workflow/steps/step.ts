import * as z from "zod";
import { localDate } from "../../kernel/calendar.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { Edit } from "../../workspace/write/plan.ts";
import { activate } from "../active-feature.ts";
import { type FeatureDocuments, inFeature, readDocuments } from "../documents.ts";
import { type Feature, openFeature } from "../feature.ts";
import type { Writer } from "../generate.ts";
import { missingFor, type Step } from "../phase.ts";
import type { SpecHead } from "../write/spec-text.ts";

/** What a step uses of the call that runs it. */
export interface StepContext {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly clock: () => Date;
  /** A language model, if one is available. */
  readonly writer: Writer | undefined;
  /** Why a configured model is not available. */
  readonly withheld: string | undefined;
  /** The same for an answer that was written without it. */
  readonly notice: string | undefined;
  /** Asks the person behind the client, if it can; undefined: no reply. The key identifies the question in this call. */
  readonly elicit:
    | ((key: string, form: Record<string, unknown>) => Promise<Readonly<Record<string, unknown>> | undefined>)
    | undefined;
  /** Reports progress in percent. */
  readonly report: (percent: number, message: string) => void;
  readonly warn: (message: string) => void;
  /** Names a file that was written, for the audit log. */
  readonly touched: (path: string) => void;
}

/** `generated_by` of what no model wrote. */
export const LOCAL = "hewto";

/** The fields that the results of all steps have. */
export const stepResult = {
  step: z.enum(["specify", "clarify", "plan", "tasks", "implement"]),
  feature: z.string(),
  spec_directory: z.string(),
  /** Absolute paths. `unchanged`: the file existed and was not touched. */
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
export type StepFile = z.infer<(typeof stepResult)["files"]>[number];

/** A feature that a step works on, with its documents as they were read. */
export interface OpenStep {
  readonly feature: Feature;
  readonly documents: FeatureDocuments;
  /** The text of spec.md; empty only before `specify` has written it. */
  readonly spec: string;
}

/** Opens a feature for a step, if the documents that the step needs exist. */
export async function openStep(
  context: StepContext,
  step: Step,
  directory: string,
): Promise<Result<OpenStep>> {
  const feature = await openFeature(context.workspace, directory);
  if (!feature.ok) return feature;
  const documents = await readDocuments(feature.value);
  if (!documents.ok) return documents;
  const missing = missingFor(step, documents.value);
  if (missing === undefined) {
    const { spec = "" } = documents.value;
    return ok({ feature: feature.value, documents: documents.value, spec });
  }
  const { directory: spec_directory } = feature.value;
  const message = `${step} needs ${missing.file} in ${spec_directory}, which is missing or an unfilled template.`;
  return fail(
    fault("prerequisite_missing", message, "", {
      subject: { step, file: missing.file, run: missing.step },
      suggest: { operation: `speckit.${missing.step}`, args: { spec_directory }, to: "write it" },
    }),
  );
}

/** A document that a step has prepared. */
export interface DocumentDraft {
  readonly name: string;
  readonly text: string;
  readonly by: string;
}

/**
 * Writes documents in one plan and makes the feature the active one. Only missing files and unfilled templates are
 * written; an existing document is replaced only if it is the one named by `update`.
 */
export async function writeDocuments(
  context: StepContext,
  { feature, documents }: OpenStep,
  drafts: readonly DocumentDraft[],
  options: { readonly step: Step; readonly update?: string; readonly extra?: readonly Edit[] },
): Promise<Result<StepFile[]>> {
  const edits: Edit[] = [];
  const files: StepFile[] = [];
  for (const { name, text, by } of drafts) {
    const existing = documents.files.get(name);
    const isNew = isUnwritten(documents, name);
    const isUnchanged = existing?.text === text || !(isNew || options.update === name);
    const action = isUnchanged ? "unchanged" : isNew ? "created" : "updated";
    if (!isUnchanged)
      edits.push({
        kind: "write",
        path: inFeature(feature, name),
        content: text,
        expect: existing?.sha256 ?? "absent",
      });
    files.push({
      path: `${feature.directory}/${name}`,
      action,
      generated_by: isUnchanged ? "" : by,
    });
  }
  edits.push(...(options.extra ?? []));
  if (edits.length > 0) {
    const tool = `speckit.${options.step}`;
    const plan = { label: `${tool} ${feature.folder}`, edits };
    const written = await commit(feature.workspace, plan, { signal: context.signal, tool });
    if (!written.ok) return written;
  }
  const active = await activate(feature, context.signal);
  if (!active.ok) context.warn(active.fault.message);
  // The result also names the files that record the active feature.
  else files.push(...active.value.map((file) => ({ ...file, generated_by: LOCAL })));
  for (const { action, path } of files) if (action !== "unchanged") context.touched(path);
  return ok(files);
}

/** Whether a document is missing, empty or, for the main documents, an unfilled template. */
function isUnwritten(documents: FeatureDocuments, name: string): boolean {
  const existing = documents.files.get(name);
  if (existing === undefined || existing.text.trim() === "") return true;
  if (name === "spec.md") return documents.spec === undefined;
  if (name === "plan.md") return documents.plan === undefined;
  return name === "tasks.md" && documents.tasks === undefined;
}

/** The fields of `stepResult` for a step that is done. */
export async function resultOf(
  { notice }: StepContext,
  step: Step,
  feature: Feature,
  files: readonly StepFile[],
  next: string,
) {
  const { branch } = await gitStatus(feature.workspace);
  const model = files.find(({ action, generated_by: by }) => action !== "unchanged" && by !== LOCAL);
  return {
    step,
    feature: feature.folder,
    spec_directory: feature.directory,
    files: [...files],
    generated_by: model?.generated_by ?? LOCAL,
    next,
    root: feature.workspace.root,
    branch,
    notice,
  };
}

export function headOf(context: StepContext, feature: Feature, input: string): SpecHead {
  return { folder: feature.folder, date: localDate(context.clock()), input };
}
