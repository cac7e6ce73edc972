import { readDelta } from "../../changes/delta/delta.ts";
import { below } from "../../changes/library.ts";
import { planChange } from "../../changes/scaffold.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { findLayouts } from "../../specs/layouts.ts";
import { findSpecs, loadSpec } from "../../specs/library.ts";
import { readSettings } from "../../specs/settings.ts";
import { insideWorkspace, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { draftSpec } from "../draft/draft.ts";
import { singular } from "../draft/grammar.ts";
import { statementsOf } from "../draft/sentences.ts";
import { parseFeatureName, slugOf } from "../feature-name.ts";
import { openQuestions } from "../phase.ts";
import { findHeading, readSpec } from "../read/spec-document.ts";
import { detectStack } from "../read/stack.ts";
import { noDescription } from "../steps/specify.ts";
import { LOCAL, resultOf, type StepContext } from "../steps/step.ts";
import { OWN_TEMPLATE } from "../templates/resolve.ts";
import { ownTemplates } from "../templates/texts.ts";
import { insertAfter } from "../write/insert.ts";
import { specText } from "../write/spec-text.ts";
import { type ChangeDraft, composeChange, type OpenChange, openChange, writeChange } from "./change-step.ts";
import { proposalText, purposeText, questionsOf } from "./change-text.ts";
import { checkDelta, checkProposal } from "./checks.ts";
import { type DeltaRequirement, deltaText, requirementsFor, requirementText } from "./delta-text.ts";
import { newChange } from "./new-change.ts";

/** The change of a `spec_directory`; the folder of all changes stands for a new one. Undefined if it is a feature's. */
export async function openOrCreateChange(
  context: StepContext,
  directory: string,
  description: string,
): Promise<Result<OpenChange | undefined>> {
  const path = await insideWorkspace(context.workspace, directory);
  const layouts = path.ok ? await findLayouts(context.workspace) : [];
  const layout = path.ok ? layouts.find(({ changes }) => changes === path.value) : undefined;
  if (layout === undefined || description.trim() === "") return openChange(context, "specify", directory);
  const created = await newChange(context.workspace, layout, { description });
  return created.ok ? openChange(context, "specify", created.value.directory) : created;
}

/** Writes the proposal and the delta of a change from a description, or adds to those that exist. */
export async function specifyChange(context: StepContext, open: OpenChange, description: string) {
  const { feature, documents } = open;
  if (statementsOf(description).length === 0) return noDescription();
  context.report(20, "Reading the specs");
  const target = await targetOf(open, description);
  if (!target.ok) return target;
  const { capability, taken, isNew, paths } = target.value;
  const draft = draftSpec(description);
  const head = { folder: feature.folder, date: "", input: description };
  const spec = readSpec(specText(ownTemplates["spec-template"], draft, head));
  const stack = await detectStack(feature.workspace);
  const requirements = requirementsFor(spec, taken);
  context.report(40, "Writing the change");
  const proposal = await proposalFor(context, open, paths.proposal, description, {
    title: draft.title,
    description,
    capability,
    isNew,
    requirements,
    questions: questionsOf(spec),
    stack,
  });
  if (!proposal.ok) return proposal;
  const delta = await deltaFor(context, open, paths.delta, description, {
    capability,
    requirements,
    purpose: isNew ? purposeText(draft.title, requirements) : undefined,
    proposal: proposal.value.text,
  });
  if (!delta.ok) return delta;
  const files = await writeChange(context, open, "specify", [proposal.value, delta.value]);
  if (!files.ok) return files;
  context.report(100, "Change written");
  const questions = openQuestions(`${proposal.value.text}\n${delta.value.text}`);
  const { added, modified } = readDelta(delta.value.text);
  return ok({
    ...(await resultOf(context, "specify", feature, files.value, questions.length > 0 ? "clarify" : "plan")),
    title: documents.proposal === undefined ? draft.title : documents.change.title,
    stories: spec.stories.length,
    requirements: added.length + modified.length,
    open_questions: questions,
    template: OWN_TEMPLATE,
  });
}

interface Target {
  readonly capability: string;
  /** Whether no spec of that name exists yet. */
  readonly isNew: boolean;
  /** Names of the requirements that the spec has. */
  readonly taken: ReadonlySet<string>;
  readonly paths: { readonly proposal: WorkspacePath; readonly delta: WorkspacePath };
}

/** The spec that the change touches: one that it names already, one that the description names, or a new one. */
async function targetOf(
  { feature, layout, documents }: OpenChange,
  description: string,
): Promise<Result<Target>> {
  const specs = await findSpecs(feature.workspace, [layout]);
  const names = specs.map(({ name }) => name);
  const [begun] = documents.change.deltas;
  const capability = begun?.capability ?? mentioned(names, description) ?? newCapability(description);
  const entry = specs.find(({ name }) => name === capability);
  const { vocabulary } = await readSettings(feature.workspace);
  const spec = entry && (await loadSpec(feature.workspace, entry, vocabulary)).spec;
  const scaffold = planChange(layout, {
    name: feature.folder,
    capabilities: [capability],
    isNew: () => entry === undefined,
  });
  if (!scaffold.ok) return scaffold;
  const delta = begun?.path ?? scaffold.value.files.find((path) => path.endsWith("/spec.md"));
  return ok({
    capability,
    isNew: entry === undefined,
    taken: new Set(spec?.requirements.map(({ name }) => name) ?? []),
    paths: {
      proposal: below(feature.path, "proposal.md"),
      delta: delta ?? below(feature.path, `specs/${capability}/spec.md`),
    },
  });
}

/** The spec whose name is in the description, the longest first: `user-auth` in "users can …" is not. */
function mentioned(names: readonly string[], description: string): string | undefined {
  const words = new Set(
    (description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => [word, singular(word)]),
  );
  const fits = names.filter((name) => {
    const parts = (name.split("/").at(-1) ?? name).toLowerCase().split(/[-_.]/);
    return parts.every((part) => words.has(part) || words.has(singular(part)));
  });
  return fits.sort((a, b) => b.length - a.length)[0];
}

function newCapability(description: string): string {
  const slug = slugOf(draftSpec(description).title);
  // A folder such as `100-users` under specs/ would be a feature of spec-kit.
  return parseFeatureName(slug) === undefined ? slug : `spec-${slug}`;
}

async function proposalFor(
  context: StepContext,
  open: OpenChange,
  path: WorkspacePath,
  description: string,
  input: Parameters<typeof proposalText>[0],
): Promise<Result<ChangeDraft>> {
  const { proposal } = open.documents;
  if (proposal !== undefined) return ok({ path, text: withBullets(proposal, input.requirements), by: LOCAL });
  return composeChange(context, open, {
    document: "proposal",
    path,
    description,
    facts: Object.entries(input.stack)
      .map(([key, value]) => `${key}: ${value}`)
      .join("\n"),
    check: checkProposal,
    byRule: () => proposalText(input),
  });
}

/** A proposal with what a further description brings, after the bullets that it has. */
function withBullets(proposal: string, requirements: readonly DeltaRequirement[]): string {
  const missing = requirements.filter(({ name }) => !proposal.includes(name));
  const heading = findHeading(readMarkdown(proposal), "What Changes");
  if (missing.length === 0 || heading === undefined) return proposal;
  return insertAfter(proposal, heading.endLine, missing.map(({ name }) => `- ${name}`).join("\n"));
}

async function deltaFor(
  context: StepContext,
  open: OpenChange,
  path: WorkspacePath,
  description: string,
  input: {
    readonly capability: string;
    readonly requirements: readonly DeltaRequirement[];
    readonly purpose: string | undefined;
    readonly proposal: string;
  },
): Promise<Result<ChangeDraft>> {
  const { capability, requirements, purpose, proposal } = input;
  const existing = open.documents.deltas.get(capability);
  if (existing !== undefined) return ok({ path, text: extended(existing, requirements), by: LOCAL });
  const spec = await findSpecs(open.feature.workspace, [open.layout]);
  const entry = spec.find(({ name }) => name === capability);
  const current =
    entry &&
    (await loadSpec(open.feature.workspace, entry, (await readSettings(open.feature.workspace)).vocabulary));
  return composeChange(context, open, {
    document: "delta",
    path,
    description,
    material: { "proposal.md": proposal, capability, "the current spec": current?.file?.text },
    check: checkDelta,
    byRule: () => deltaText(requirements, { purpose }),
  });
}

/** A delta with the requirements that it lacks, at the end of what it adds. */
function extended(delta: string, requirements: readonly DeltaRequirement[]): string {
  const names = new Set(readDelta(delta).spec.requirements.map(({ name }) => name.toLowerCase()));
  const missing = requirements.filter(({ name }) => !names.has(name.toLowerCase()));
  if (missing.length === 0) return delta;
  const body = missing.map(requirementText).join("\n\n");
  const added = readMarkdown(delta).headings.find(({ level, text }) => level === 2 && /^ADDED\b/i.test(text));
  return added
    ? insertAfter(delta, added.endLine, `\n${body}`)
    : `${delta.trimEnd()}\n\n## ADDED Requirements\n\n${body}\n`;
}
