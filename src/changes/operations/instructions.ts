import * as z from "zod";
import { clipText } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { shownId } from "../../specs/ids.ts";
import { openProject } from "../../specs/project.ts";
import { absolutePath, childPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type ChangeEntry, findChange, findChanges } from "../library.ts";
import { type ApplyState, applyState } from "../schema/apply.ts";
import { type ChangePlan, type PlannedArtifact, plansOf } from "../schema/plan.ts";
import { instructionsText } from "./instructions-text.ts";
import { homeOf, PlanningHome, Root, rootOf } from "./planning-home.ts";
import { Reference, referencesOf } from "./references.ts";

const Dependency = z.object({
  id: z.string(),
  done: z.boolean(),
  path: z.string(),
  description: z.string(),
  skipped: z.boolean().optional(),
});

// The names of the fields are OpenSpec's: those of an artifact, of `apply` and of `archive` in one shape.
export const Instructions = z.object({
  changeName: z.string(),
  artifactId: z.string().optional(),
  schemaName: z.string().optional(),
  changeDir: z.string().optional(),
  planningHome: PlanningHome.optional(),
  outputPath: z.string().optional(),
  resolvedOutputPath: z.string().optional(),
  existingOutputPaths: z.array(z.string()).optional(),
  description: z.string().optional(),
  contextFiles: z.record(z.string(), z.array(z.string())).optional(),
  progress: z
    .object({ total: z.number().int(), complete: z.number().int(), remaining: z.number().int() })
    .optional(),
  tasks: z
    .array(
      z.object({
        id: z.string(),
        description: z.string(),
        done: z.boolean(),
        file: z.string(),
        line: z.number().int(),
      }),
    )
    .optional(),
  taskTrackingConfigured: z.boolean().optional(),
  unavailableTrackingFiles: z.array(z.object({ path: z.string(), reason: z.string() })).optional(),
  state: z.enum(["blocked", "ready", "all_done"]).optional(),
  missingArtifacts: z.array(z.string()).optional(),
  missingPrerequisites: z.array(z.string()).optional(),
  warnings: z.array(z.string()).optional(),
  instruction: z.string().optional(),
  context: z.string().optional(),
  rules: z.array(z.string()).optional(),
  operationGuidance: z.array(z.string()).optional(),
  skipped: z.boolean().optional(),
  warning: z.string().optional(),
  template: z.string().optional(),
  dependencies: z.array(Dependency).optional(),
  unlocks: z.array(z.string()).optional(),
  references: z.array(Reference).optional(),
  root: Root,
});
export type Instructions = z.infer<typeof Instructions>;

export const changeInstructions = operation({
  name: "change_instructions",
  title: "Change instructions",
  summary: "Gives what to follow when you write a document of a change, apply the change or archive it.",
  details: "The project's context and rules, the template, the files to read first, the open tasks.",
  icon: "change",
  effects: reading,
  served: "extras",
  cli: {
    words: "changes instructions",
    examples: ["changes instructions design --change add-login", "changes instructions apply --json"],
    positionals: ["artifact"],
    flagNames: { change_id: "change" },
  },
  input: z.object({
    artifact: z
      .string()
      .describe("proposal, specs, design, tasks or another document of the schema; apply; archive"),
    change_id: z.string().optional().describe("Id of the change (default: the only active one)"),
  }),
  output: Instructions,
  run: async ({ workspace, recommend }, { artifact, change_id: id }) => {
    const project = await openProject(workspace);
    const entry = chooseChange(await findChanges(workspace, project.layouts), id);
    if (!entry.ok) return entry;
    const [planned] = await plansOf(project, [entry.value]);
    if (planned === undefined) throw new Error("One change gave no plan.");
    if (!planned.plan.ok) return planned.plan;
    const plan = planned.plan.value;
    if (artifact === "archive") return ok(archiveInstructions(workspace, plan));
    const instructions =
      artifact === "apply"
        ? ok(await applyInstructions(workspace, plan, await applyState(workspace, plan), recommend))
        : await artifactInstructions(workspace, plan, artifact);
    if (!instructions.ok) return instructions;
    return ok({ ...instructions.value, references: await referencesOf(workspace, plan.config) });
  },
  text: (output, input, surface) => instructionsText(output, input.artifact, surface),
});

function chooseChange(entries: readonly ChangeEntry[], id: string | undefined): Result<ChangeEntry> {
  if (id !== undefined) return findChange(entries, id);
  const [only, ...others] = entries;
  if (only !== undefined && others.length === 0) return ok(only);
  const message =
    only === undefined ? "There is no active change." : `There are ${entries.length} active changes.`;
  const suggest = { operation: "list_changes", to: "see the active changes" };
  const remedy = only === undefined ? "" : "Say which one is meant.";
  return fail(fault("invalid_argument", message, remedy, { subject: { argument: "change_id" }, suggest }));
}

async function artifactInstructions(
  workspace: Workspace,
  plan: ChangePlan,
  id: string,
): Promise<Result<Instructions>> {
  const { change, config, found, artifacts } = plan;
  const planned = artifacts.find(({ artifact }) => artifact.id === id);
  if (planned === undefined) return unknownArtifact(plan, id);
  const { artifact, outputs, state } = planned;
  const template = await found.templateOf(artifact);
  if (!template.ok) return template;
  const { path, layout } = change.entry;
  const folder = absolutePath(workspace, path);
  const isSkipped = state === "skipped";
  return ok({
    changeName: change.entry.id,
    artifactId: artifact.id,
    schemaName: found.name,
    changeDir: folder,
    planningHome: homeOf(workspace, layout),
    outputPath: artifact.generates,
    resolvedOutputPath: `${folder}/${artifact.generates}`,
    existingOutputPaths: outputs.map((name) => absolutePath(workspace, childPath(path, name))),
    description: artifact.description,
    instruction: artifact.instruction,
    context: config?.context?.trim() || undefined,
    rules: listOf(config?.rules.get(id)),
    ...(isSkipped ? { skipped: true, warning: skippedWarning } : {}),
    template: template.value,
    dependencies: artifact.requires.map((each) => dependencyOf(artifacts, each)),
    unlocks: found.schema.artifacts.filter(({ requires }) => requires.includes(id)).map((each) => each.id),
    root: rootOf(workspace),
  });
}

const skippedWarning =
  "The change declares `skip_specs: true` in `.openspec.yaml`, so it has no deltas. Do not write any; if a requirement changes after all, remove that line first.";

function dependencyOf(artifacts: readonly PlannedArtifact[], id: string): z.infer<typeof Dependency> {
  const found = artifacts.find(({ artifact }) => artifact.id === id);
  const done = found?.state === "done" || found?.state === "skipped";
  const { generates = id, description = "" } = found?.artifact ?? {};
  return { id, done, path: generates, description, ...(found?.state === "skipped" ? { skipped: true } : {}) };
}

async function applyInstructions(
  workspace: Workspace,
  plan: ChangePlan,
  apply: ApplyState,
  recommend: Context["recommend"],
): Promise<Instructions> {
  const { change, found, artifacts } = plan;
  const { path, id } = change.entry;
  const written = artifacts.filter(({ outputs }) => outputs.length > 0);
  const order = found.schema.artifacts.map((each) => each.id);
  written.sort((a, b) => order.indexOf(a.artifact.id) - order.indexOf(b.artifact.id));
  return {
    changeName: id,
    changeDir: absolutePath(workspace, path),
    schemaName: found.name,
    contextFiles: Object.fromEntries(
      written.map(({ artifact, outputs }) => [
        artifact.id,
        outputs.map((name) => absolutePath(workspace, childPath(path, name))),
      ]),
    ),
    progress: apply.progress,
    tasks: [...apply.tasks],
    taskTrackingConfigured: apply.tracks !== undefined,
    unavailableTrackingFiles: listOf(apply.unreadable),
    state: apply.state,
    missingArtifacts: listOf(apply.missing),
    missingPrerequisites: listOf(apply.missingChain),
    warnings: listOf(apply.warnings),
    instruction: await applyAdvice(plan, apply, recommend),
    ...operationInputs(plan, "apply"),
    root: rootOf(workspace),
  };
}

async function applyAdvice(
  { change, found }: ChangePlan,
  { state, missing, missingChain, tracks }: ApplyState,
  recommend: Context["recommend"],
): Promise<string> {
  const own = found.schema.apply?.instruction?.trim();
  if (state === "all_done")
    return "Every task is done. Run the tests and review the change, then archive it.";
  if (state === "ready") return own ?? "Read the context files, then do the open tasks in their order.";
  const first = missingChain[0] ?? "tasks";
  const how = await recommend({
    operation: "change_instructions",
    args: { artifact: first, change_id: change.entry.id },
    to: "read how to write it",
  });
  const reason =
    missing.length === 0
      ? `\`${tracks}\` has no task with a text. Add tasks to it.`
      : `The change cannot be applied yet: write ${missingChain.join(", ")} first, in this order.`;
  return `${reason} ${how}`.trimEnd();
}

function archiveInstructions(workspace: Workspace, plan: ChangePlan): Instructions {
  return { changeName: plan.change.entry.id, ...operationInputs(plan, "archive"), root: rootOf(workspace) };
}

function operationInputs({ config }: ChangePlan, operation: "apply" | "archive") {
  const { context = "" } = config ?? {};
  return {
    context: context.trim() === "" ? undefined : context,
    operationGuidance: listOf(config?.guidance.get(operation)),
  };
}

function listOf<T>(items: readonly T[] | undefined): T[] | undefined {
  return items === undefined || items.length === 0 ? undefined : [...items];
}

function unknownArtifact({ found, artifacts }: ChangePlan, id: string): Result<never> {
  const names = [...artifacts.map(({ artifact }) => artifact.id), "apply", "archive"].join(", ");
  const message = `The schema \`${found.name}\` has no artifact \`${shownId(id)}\`.`;
  const remedy = `Choose one of: ${clipText(names, 500)}.`;
  return fail(fault("invalid_argument", message, remedy, { subject: { argument: "artifact" } }));
}
