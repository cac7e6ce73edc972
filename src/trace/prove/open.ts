import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { removeDeadCopies } from "../../workspace/copy/leftovers.ts";
import { copyTree } from "../../workspace/copy/tree-copy.ts";
import { joinPath, rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { readGoModules } from "../evidence/add.ts";
import type { SourceTree } from "../evidence/rests/source-tree.ts";
import type { TestRun } from "../settings.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { type Baseline, runBaseline } from "./baseline.ts";
import type { TestCommand } from "./command/command.ts";
import { commandFor } from "./command/detect.ts";
import { allowedCommand } from "./command/permission.ts";
import { groupsOf } from "./prepare.ts";
import type { Runner } from "./run.ts";

/** The commands of some test files, all of them allowed. */
export interface Commands {
  /** By file. */
  readonly byFile: ReadonlyMap<string, TestCommand>;
  /** Files for which no runner is known. */
  readonly missing: readonly string[];
}

/** Looks up the command of each test file. One that the user has not allowed is a fault, and nothing is started. */
export async function allowedCommands(
  workspace: Workspace,
  tests: readonly DiscoveredTest[],
  run: TestRun,
  { env, isTrusted }: { readonly env: NodeJS.ProcessEnv; readonly isTrusted: boolean },
): Promise<Result<Commands>> {
  const byFile = new Map<string, TestCommand>();
  const missing: string[] = [];
  const asked = new Set<string>();
  for (const file of new Set(tests.map((test) => test.file))) {
    const command = await commandFor(workspace, file, run);
    if (!command.ok) return command;
    if (command.value === undefined) {
      missing.push(file);
      continue;
    }
    byFile.set(file, command.value);
    const key = JSON.stringify(command.value);
    if (isTrusted || asked.has(key)) continue;
    asked.add(key);
    const { refusal } = await allowedCommand(workspace, command.value, env);
    if (refusal !== undefined) return fail(refusal);
  }
  return ok({ byFile, missing });
}

/** Runs `work` with a copy of the project, which is gone afterwards however it ends. */
export async function withCopy<T>(
  workspace: Workspace,
  tree: SourceTree,
  options: {
    readonly run: TestRun;
    readonly env: NodeJS.ProcessEnv;
    readonly signal: AbortSignal;
  },
  work: (runner: Runner) => Promise<Result<T>>,
): Promise<Result<T>> {
  await removeDeadCopies();
  const also: WorkspacePath[] = [];
  for (const text of options.run.copy) {
    const path = joinPath(rootPath, ...text.replace(/\/+$/, "").split("/"));
    if (!path.ok) return badCopy(text);
    also.push(path.value);
  }
  const copy = await copyTree(workspace, { signal: options.signal, also });
  if (!copy.ok) return copy;
  try {
    const goModules = await readGoModules(
      tree,
      [...tree.files].map((path) => ({ path })),
    );
    return await work({ copy: copy.value, env: options.env, signal: options.signal, goModules });
  } finally {
    await copy.value.remove();
  }
}

function badCopy(path: string): Result<never> {
  const message = `trace.run.copy contains ${JSON.stringify(path)}, which is not a path inside the project.`;
  return fail(fault("invalid_config", message, "Use relative paths without `..`."));
}

/** The baseline of each test file, run once for all leaves. */
export async function runBaselines(
  runner: Runner,
  tests: readonly DiscoveredTest[],
  all: readonly DiscoveredTest[],
  { byFile }: Commands,
  onFile: (done: number, total: number, file: string) => void,
): Promise<Result<ReadonlyMap<string, Baseline>>> {
  const baselines = new Map<string, Baseline>();
  const groups = groupsOf(tests, all, byFile);
  for (const [index, group] of groups.entries()) {
    onFile(index, groups.length, group.file);
    const baseline = await runBaseline(runner, group);
    if (!baseline.ok) return baseline;
    baselines.set(group.file, baseline.value);
  }
  return ok(baselines);
}

/** The command as a person would type it, with its places still to be filled in. */
export function shownCommand({ words }: TestCommand): string {
  return words.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(" ");
}
