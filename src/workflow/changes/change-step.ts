import { readDelta } from "../../changes/delta/delta.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Layout } from "../../specs/layouts.ts";
import type { Scenario } from "../../specs/model.ts";
import { absolutePath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { Edit } from "../../workspace/write/plan.ts";
import { inUse } from "../draft/readings.ts";
import { type Feature, openFeature } from "../feature.ts";
import { generateDocument } from "../generate.ts";
import { constitutionOf } from "../guides.ts";
import { openQuestions, type Step } from "../phase.ts";
import { detectStack } from "../read/stack.ts";
import { principlesIn } from "../steps/principles.ts";
import { LOCAL, type StepContext, type StepFile } from "../steps/step.ts";
import { type ChangeDocuments, intentOf, readChange } from "./change-documents.ts";
import type { ChangePlanInput } from "./change-text.ts";
import { layoutOfChange } from "./formats.ts";
import { changePrompt } from "./prompts.ts";

/** A change that a step works on. */
export interface OpenChange {
  readonly feature: Feature;
  readonly layout: Layout;
  readonly documents: ChangeDocuments;
}

/** Opens the change of a `spec_directory`; undefined if the folder is not that of a change. */
export async function openChange(
  context: StepContext,
  step: Step,
  directory: string,
): Promise<Result<OpenChange | undefined>> {
  const feature = await openFeature(context.workspace, directory);
  if (!feature.ok) return ok(undefined); // the step for features says why
  const layout = await layoutOfChange(feature.value);
  if (layout === undefined) return ok(undefined);
  const documents = await readChange(feature.value, layout);
  if (!documents.ok) return documents;
  const { proposal, tasks } = documents.value;
  if (step !== "specify" && proposal === undefined)
    return missing(step, "proposal.md", "specify", feature.value);
  if (step === "implement" && tasks === undefined) return missing(step, "tasks.md", "tasks", feature.value);
  return ok({ feature: feature.value, layout, documents: documents.value });
}

function missing(step: Step, file: string, run: Step, { directory, folder }: Feature): Result<never> {
  const message = `${step} needs ${file} in ${directory}, which is missing or not filled in.`;
  const more = run === "specify" ? " --description TEXT" : "";
  return fail(
    fault("prerequisite_missing", message, "", {
      subject: { step, file, run },
      suggest: { command: `run ${run} ${folder}${more}`, to: "write it" },
    }),
  );
}

/** A document of a change that a step has prepared. */
export interface ChangeDraft {
  readonly path: WorkspacePath;
  readonly text: string;
  readonly by: string;
}

/** Writes the documents of a change in one plan. A document that is unchanged is not written. */
export async function writeChange(
  context: StepContext,
  { feature, documents }: OpenChange,
  step: Step,
  drafts: readonly ChangeDraft[],
): Promise<Result<StepFile[]>> {
  const { proposal, tasks, design, deltas } = documents.change;
  const existing = new Map([proposal, tasks, design, ...deltas].map(({ path, file }) => [path, file]));
  const edits: Edit[] = [];
  const files = drafts.map(({ path, text, by }): StepFile => {
    const before = existing.get(path);
    const isUnchanged = before?.text === text;
    if (!isUnchanged) edits.push({ kind: "write", path, content: text, expect: before?.sha256 ?? "absent" });
    return {
      path: absolutePath(feature.workspace, path),
      action: isUnchanged ? "unchanged" : before === undefined ? "created" : "updated",
      generated_by: isUnchanged ? "" : by,
    };
  });
  if (edits.length > 0) {
    const tool = `speckit.${step}`;
    const plan = { label: `${tool} ${feature.folder}`, edits };
    const written = await commit(feature.workspace, plan, { signal: context.signal, tool });
    if (!written.ok) return written;
  }
  for (const { action, path } of files) if (action !== "unchanged") context.touched(path);
  return ok(files);
}

/** One document by a model, if one answers, else by rule. Both pass the same check. */
export async function composeChange(
  context: StepContext,
  { feature, documents }: OpenChange,
  request: {
    readonly document: "proposal" | "delta" | "design" | "tasks";
    readonly path: WorkspacePath;
    readonly description?: string;
    readonly facts?: string;
    /** Documents that the model sees besides the change's own. */
    readonly material?: Readonly<Record<string, string | undefined>>;
    readonly check: (text: string) => string[];
    readonly byRule: () => string;
  },
): Promise<Result<ChangeDraft>> {
  const { path, byRule, check } = request;
  if (context.writer) {
    const prompt = await changePrompt(feature.workspace, request.document, {
      description: request.description,
      facts: request.facts,
      documents: {
        "the change": intentOf(documents),
        "constitution.md": await constitutionOf(feature.workspace),
        ...request.material,
      },
    });
    const generated = await generateDocument(context.writer, prompt, check);
    if (!generated.ok) return generated;
    if (generated.value) return ok({ path, ...generated.value });
    context.report(50, "No model answered; continuing without one");
  }
  return ok({ path, text: byRule(), by: LOCAL });
}

function clause({ steps }: Scenario, role: "given" | "when" | "then"): string {
  return steps
    .filter((step) => step.role === role)
    .map(({ text }) => text)
    .join(" and ");
}

/** What the design and the tasks of a change are written from. */
export async function planInputOf({ feature, documents }: OpenChange): Promise<ChangePlanInput> {
  const { change, deltas } = documents;
  const requirements = [...deltas.values()].flatMap((text) => {
    const { added, modified } = readDelta(text);
    return [...added, ...modified].map(({ name, scenarios }) => ({
      name,
      statements: [],
      scenarios: scenarios.map((each) => ({
        name: each.name,
        steps: {
          given: clause(each, "given") || inUse,
          when: clause(each, "when"),
          outcome: clause(each, "then"),
        },
      })),
    }));
  });
  return {
    title: change.title,
    requirements,
    capabilities: [...deltas.keys()],
    questions: openQuestions(intentOf(documents)),
    stack: await detectStack(feature.workspace),
    principles: principlesIn(await constitutionOf(feature.workspace)),
  };
}
