import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { openProject } from "../../specs/project.ts";
import { absolutePath, childPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findChange, findChanges } from "../library.ts";
import { configFindings } from "../review/config-findings.ts";
import { applyRequires, type ChangePlan, isComplete, plansOf } from "../schema/plan.ts";
import { homeOf, PlanningHome, Root, rootOf } from "./planning-home.ts";

// The names of the fields are OpenSpec's, so that commands written for its command line work with ours.
const ArtifactStatus = z.object({
  id: z.string(),
  outputPath: z.string(),
  status: z.enum(["done", "skipped", "ready", "blocked"]),
  requires: z.array(z.string()),
  missingDeps: z.array(z.string()).optional(),
});

const Status = z.object({
  changeName: z.string(),
  schemaName: z.string(),
  planningHome: PlanningHome,
  changeRoot: z.string(),
  artifactPaths: z.record(
    z.string(),
    z.object({
      outputPath: z.string(),
      resolvedOutputPath: z.string(),
      existingOutputPaths: z.array(z.string()),
    }),
  ),
  isPlanningComplete: z.boolean(),
  isComplete: z.boolean(),
  applyRequires: z.array(z.string()),
  nextSteps: z.array(z.string()),
  actionContext: z.object({
    mode: z.literal("repo-local"),
    sourceOfTruth: z.literal("repo"),
    planningArtifacts: z.array(z.string()),
    linkedContext: z.array(z.string()),
    allowedEditRoots: z.array(z.string()),
    requiresAffectedAreaSelection: z.boolean(),
    constraints: z.array(z.string()),
  }),
  artifacts: z.array(ArtifactStatus),
});
type Status = z.infer<typeof Status>;

/** A change whose schema cannot be used does not hide the others. */
const Unknown = z.object({
  changeName: z.string(),
  status: z.array(z.object({ severity: z.literal("error"), code: z.string(), message: z.string() })),
});

const Output = Status.partial().extend({
  changes: z
    .array(z.union([Status, Unknown]))
    .optional()
    .describe("Without an id: every active change"),
  message: z.string().optional(),
  warnings: z.array(z.string()).optional().describe("What of the configuration is not used"),
  root: Root,
});
type Output = z.infer<typeof Output>;

const change_id = z.string().optional().describe("Id of one change (default: all active changes)");

export const changeStatus = operation({
  name: "change_status",
  title: "Change status",
  summary: "Says which documents of a change are written, which come next and what they wait for.",
  icon: "change",
  effects: reading,
  served: "extras",
  cli: {
    words: "changes status",
    examples: ["changes status add-login", "changes status --change add-login --json"],
    positionals: ["change_id"],
    input: z.object({
      change_id,
      change: z.string().optional().describe("The same, as OpenSpec's commands pass it"),
      all: z.boolean().optional().describe("All active changes (the default)"),
    }),
    toInput: ({ change_id: id, change }) => ({ change_id: id ?? change }),
  },
  input: z.object({ change_id }),
  output: Output,
  exitCode: ({ changes = [] }) => (changes.some((each) => "status" in each) ? 1 : 0),
  run: async ({ workspace, recommend }, input) => {
    const project = await openProject(workspace);
    const entries = await findChanges(workspace, project.layouts);
    const root = rootOf(workspace);
    const warnings = await configWarnings(workspace);
    if (input.change_id === undefined) {
      const plans = await plansOf(project, entries);
      const changes: NonNullable<Output["changes"]> = [];
      for (const { entry, plan } of plans)
        changes.push(
          plan.ok
            ? await statusOf(workspace, plan.value, recommend)
            : unknownStatus(entry.id, plan.fault.message),
        );
      const message = changes.length === 0 ? "No active changes." : undefined;
      return ok({ changes, message, warnings, root });
    }
    const entry = findChange(entries, input.change_id);
    if (!entry.ok) return entry;
    const [planned] = await plansOf(project, [entry.value]);
    if (planned === undefined) throw new Error("One change gave no plan.");
    const { plan } = planned;
    return plan.ok ? ok({ ...(await statusOf(workspace, plan.value, recommend)), warnings, root }) : plan;
  },
  text: (output, _input, surface) => statusText(output, surface),
  human: (output, _given, style, surface) => statusText(output, surface, style),
});

async function configWarnings(workspace: Workspace): Promise<string[] | undefined> {
  const findings = await configFindings(workspace);
  return findings.length === 0
    ? undefined
    : findings.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

function unknownStatus(changeName: string, message: string): z.infer<typeof Unknown> {
  return { changeName, status: [{ severity: "error", code: "change_error", message }] };
}

async function statusOf(
  workspace: Workspace,
  plan: ChangePlan,
  recommend: Context["recommend"],
): Promise<Status> {
  const { change, found, artifacts } = plan;
  const { id, path } = change.entry;
  const folder = absolutePath(workspace, path);
  const absolute = (name: string) => absolutePath(workspace, childPath(path, name));
  const isDone = isComplete(plan);
  return {
    changeName: id,
    schemaName: found.name,
    planningHome: homeOf(workspace, change.entry.layout),
    changeRoot: folder,
    artifactPaths: Object.fromEntries(
      artifacts.map(({ artifact, outputs }) => [
        artifact.id,
        {
          outputPath: artifact.generates,
          resolvedOutputPath: `${folder}/${artifact.generates}`,
          existingOutputPaths: outputs.map(absolute),
        },
      ]),
    ),
    isPlanningComplete: isDone,
    isComplete: isDone,
    applyRequires: applyRequires(plan),
    nextSteps: await nextSteps(plan, recommend),
    actionContext: {
      mode: "repo-local",
      sourceOfTruth: "repo",
      planningArtifacts: artifacts.map(({ artifact }) => artifact.id),
      linkedContext: [],
      allowedEditRoots: [workspace.root],
      requiresAffectedAreaSelection: false,
      constraints: ["Edit only files inside this project."],
    },
    artifacts: artifacts.map(({ artifact: { id, generates, requires }, state, missing }) => ({
      id,
      outputPath: generates,
      status: state,
      requires: [...requires],
      ...(state === "blocked" ? { missingDeps: [...missing] } : {}),
    })),
  };
}

async function nextSteps(plan: ChangePlan, recommend: Context["recommend"]): Promise<string[]> {
  const ready = plan.artifacts.find(({ state }) => state === "ready")?.artifact.id;
  const see = (artifact: string, to: string) =>
    recommend({
      operation: "change_instructions",
      args: { artifact, change_id: plan.change.entry.id },
      to,
    });
  if (ready !== undefined) return [await see(ready, "read how to write that document")];
  if (!isComplete(plan)) return [];
  return [`All documents are written. ${await see("apply", "see the tasks")}`.trimEnd()];
}

const signs = { done: "✓", skipped: "-", ready: "○", blocked: "·" } as const;

function statusText(output: Output, surface: Surface, style?: Style): string {
  const { changes, message, warnings = [] } = output;
  const single = Status.safeParse(output);
  const all = changes ?? (single.success ? [single.data] : []);
  const texts = all.map((each) =>
    "artifacts" in each ? oneStatus(each, surface, style) : brokenStatus(each, style),
  );
  const warn = style?.warn ?? ((text: string) => text);
  return [
    ...(message === undefined ? texts : [message]),
    ...warnings.map((each) => warn(printable(each))),
  ].join("\n\n");
}

function brokenStatus({ changeName, status }: z.infer<typeof Unknown>, style?: Style): string {
  const messages = status.map((each) => printable(each.message)).join(" ");
  return `${changeName}: ${style === undefined ? messages : style.bad(messages)}`;
}

function oneStatus({ changeName, schemaName, artifacts }: Status, surface: Surface, style?: Style): string {
  const paint = { done: style?.good, skipped: style?.dim, ready: style?.accent, blocked: style?.dim };
  const width = Math.max(...artifacts.map(({ id }) => id.length));
  const lines = artifacts.map(({ id, status, missingDeps, outputPath }) => {
    const state = status === "blocked" ? `blocked by ${(missingDeps ?? []).join(", ")}` : status;
    const line = `  ${signs[status]} ${printable(id).padEnd(width)}  ${printable(state)}  ${printable(outputPath)}`;
    return paint[status]?.(line) ?? line;
  });
  const ready = artifacts.find(({ status }) => status === "ready")?.id;
  const isDone = artifacts.every(({ status }) => status === "done" || status === "skipped");
  const next = ready ?? (isDone ? "apply" : undefined);
  const to = ready === undefined ? "see the tasks" : `write \`${printable(ready)}\``;
  const args = { artifact: next, change_id: changeName };
  const advice = next === undefined ? "" : surface.recommend({ operation: "change_instructions", args, to });
  const written = artifacts.filter(({ status }) => status === "done").length;
  const counted = artifacts.filter(({ status }) => status !== "skipped").length;
  const name = style === undefined ? changeName : style.bold(changeName);
  const head = `${name}: ${written} of ${counted} documents written (schema ${printable(schemaName)})`;
  return [head, ...lines, ...(advice === "" ? [] : [`  ${advice}`])].join("\n");
}
