import { resolve } from "node:path";
import { isChangeName } from "../../changes/scaffold.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { activeFeature } from "../../workflow/active-feature.ts";
import { allChanges, findChangeFolder, onlyChange } from "../../workflow/changes/find-change.ts";
import {
  formatsOf,
  layoutOfChange,
  type RepositoryFormats,
  type WorkFormat,
  workFormats,
} from "../../workflow/changes/formats.ts";
import { newChange } from "../../workflow/changes/new-change.ts";
import { type Feature, openFeature } from "../../workflow/feature.ts";
import { type CreatedFeature, newFeature } from "../../workflow/new-feature.ts";
import type { Step } from "../../workflow/phase.ts";
import { exists } from "../../workspace/files/files.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { askLine, canAsk } from "../terminal/ask-line.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { meantFeature } from "./run-feature.ts";

export interface WorkRequest {
  readonly step: Step;
  /** SPEC of the command line. */
  readonly named: string | undefined;
  /** `--as`. */
  readonly as: WorkFormat | undefined;
  readonly description: string;
  readonly worktree: boolean;
  readonly workspace: Workspace;
  readonly terminal: Terminal;
}

/** What a run works on: existing work, or how to create it. */
export type MeantWork = Feature | (() => Promise<Result<CreatedFeature>>);

/**
 * The change or feature that a run is for. The repository's own format is used; if it has both and neither the name nor
 * `--as` decides, the user is asked.
 */
export async function meantWork(request: WorkRequest): Promise<Result<MeantWork>> {
  const formats = await formatsOf(request.workspace);
  if (request.as === "change" && formats.changes === undefined) return noChanges();
  if (request.named !== undefined) return namedWork(request, request.named, formats);
  return request.step === "specify" ? newWork(request, formats) : currentWork(request, formats);
}

async function namedWork(
  request: WorkRequest,
  named: string,
  formats: RepositoryFormats,
): Promise<Result<MeantWork>> {
  const { step, as, workspace, terminal } = request;
  const change = as === "feature" ? undefined : await changeNamed(named, workspace, terminal);
  if (change?.ok === true && as === undefined && formats.hasFeatures) {
    const feature = await meantFeature("plan", named, workspace, terminal);
    if (feature.ok && feature.value !== undefined && feature.value.path !== change.value.path)
      return needsFormat(`\`${named}\` is both a change and a feature.`);
  }
  if (change?.ok === true) return change;
  const onlyChanges =
    as === "change" || (as === undefined && formats.changes !== undefined && !formats.hasFeatures);
  const isNewName = step === "specify" && onlyChanges && isChangeName(named);
  if (isNewName) return ok(() => makeChange(request, formats, named));
  if (onlyChanges && change !== undefined) return change;
  const feature = await meantFeature(step, named, workspace, terminal);
  if (!feature.ok) return feature;
  return feature.value === undefined ? newWork(request, formats) : ok(feature.value);
}

/** A change by its id or its path. */
async function changeNamed(
  named: string,
  workspace: Workspace,
  terminal: Terminal,
): Promise<Result<Feature>> {
  const byId = await findChangeFolder(workspace, named);
  if (byId.ok || !/[/\\]/.test(named)) return byId;
  for (const from of [terminal.cwd, workspace.root]) {
    const opened = await openFeature(workspace, resolve(from, named));
    if (!opened.ok || (await layoutOfChange(opened.value)) === undefined) continue;
    if (await exists(opened.value.workspace, opened.value.path)) return opened;
  }
  return byId;
}

async function newWork(request: WorkRequest, formats: RepositoryFormats): Promise<Result<MeantWork>> {
  const isBoth = formats.changes !== undefined && formats.hasFeatures;
  const derived = formats.changes !== undefined ? "change" : "feature";
  const format = request.as ?? (isBoth ? await askFormat(request.terminal) : derived);
  if (format === undefined) return needsFormat("This repository has changes and features.");
  if (format === "change") return ok(() => makeChange(request, formats));
  const { workspace, description, worktree } = request;
  return ok(() => newFeature(workspace, { description, worktree }));
}

async function makeChange(
  { workspace, description, worktree }: WorkRequest,
  { changes }: RepositoryFormats,
  name?: string,
): Promise<Result<CreatedFeature>> {
  return changes === undefined ? noChanges() : newChange(workspace, changes, { description, worktree, name });
}

/** Without a name: the active feature, or the only change. */
async function currentWork(
  { as, workspace, terminal }: WorkRequest,
  formats: RepositoryFormats,
): Promise<Result<MeantWork>> {
  const override = terminal.env.SPECIFY_FEATURE_DIRECTORY;
  const usesFeature = as === "feature" || formats.changes === undefined || (override ?? "") !== "";
  if (usesFeature && as !== "change") return activeFeature(workspace, override);
  if (as === "change" || !formats.hasFeatures) return onlyChange(workspace);
  const [feature, changes] = [await activeFeature(workspace), await allChanges(workspace)];
  if (feature.ok && changes.length === 0) return feature;
  if (!feature.ok) return changes.length > 0 ? onlyChange(workspace) : feature;
  const format = await askFormat(terminal);
  if (format === "feature") return feature;
  return format === "change"
    ? onlyChange(workspace)
    : needsFormat(`The active feature is ${feature.value.folder}, and there are open changes.`);
}

async function askFormat(terminal: Terminal): Promise<WorkFormat | undefined> {
  if (!canAsk(terminal)) return undefined;
  const question =
    "This repository has changes and features. Work on a change or a feature? [change/feature] ";
  const answer =
    (await askLine(terminal, question, new AbortController().signal))?.trim().toLowerCase() ?? "";
  return answer === "" ? undefined : workFormats.find((format) => format.startsWith(answer));
}

function needsFormat(message: string): Result<never> {
  return fail(
    fault("invalid_argument", message, "Pass --as change or --as feature.", { subject: { argument: "as" } }),
  );
}

function noChanges(): Result<never> {
  const message = "This repository has no specs and no changes, so there is no place for a change.";
  return fail(
    fault("invalid_argument", message, "", { suggest: { command: "init", to: "create the first specs" } }),
  );
}
