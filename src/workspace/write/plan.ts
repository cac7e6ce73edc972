import { basename, join, relative, sep } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { isGitName } from "../git/names.ts";
import { childPath, isWithin, parentPath, realPathInside, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { stateFolder } from "../state/folder.ts";

/** One change of a plan. `expect` is the SHA-256 of the file that the plan was made from. */
export type Edit =
  | {
      readonly kind: "write";
      readonly path: WorkspacePath;
      readonly content: string | Uint8Array;
      readonly expect: string | "absent" | "any";
    }
  | { readonly kind: "delete"; readonly path: WorkspacePath; readonly expect: string | "any" }
  /** A file or a folder; `to` must not exist. */
  | { readonly kind: "move"; readonly from: WorkspacePath; readonly to: WorkspacePath }
  /** The whole tree. */
  | { readonly kind: "remove-folder"; readonly path: WorkspacePath };

/** Changes that are applied together or not at all. Only `commit` applies them. */
export interface WritePlan {
  readonly label: string;
  readonly edits: readonly Edit[];
}

/** An edit with its real location on disk. */
export type LocatedEdit =
  | { readonly edit: Extract<Edit, { kind: "write" }>; readonly target: string }
  | { readonly edit: Extract<Edit, { kind: "delete" }>; readonly target: string }
  | { readonly edit: Extract<Edit, { kind: "remove-folder" }>; readonly target: string }
  | { readonly edit: Extract<Edit, { kind: "move" }>; readonly source: string; readonly target: string };

type Located<K extends Edit["kind"]> = Extract<LocatedEdit, { edit: { kind: K } }>;

/**
 * Finds the real location of each edit and sorts them in the order in which they are applied: files first, at their
 * location before the plan; then moves; then removals. A path below a move's `to` means the file that the move puts
 * there. Edits that contradict each other are refused.
 */
export async function locateEdits(workspace: Workspace, plan: WritePlan): Promise<Result<LocatedEdit[]>> {
  const moves: Located<"move">[] = [];
  const removals: Located<"remove-folder">[] = [];
  const files: (Located<"write"> | Located<"delete">)[] = [];
  for (const edit of plan.edits) {
    if (edit.kind !== "move") continue;
    const source = await locateEntry(workspace, edit.from);
    const target = await locateEntry(workspace, edit.to);
    if (!source.ok) return source;
    if (!target.ok) return target;
    moves.push({ edit, source: source.value, target: target.value });
  }
  for (const edit of plan.edits) {
    if (edit.kind === "move") continue;
    const target =
      edit.kind === "remove-folder"
        ? await locateEntry(workspace, edit.path)
        : await locateBeforeMoves(workspace, edit, moves);
    if (!target.ok) return target;
    if (edit.kind === "remove-folder") removals.push({ edit, target: target.value });
    else if (edit.kind === "write") files.push({ edit, target: target.value });
    else files.push({ edit, target: target.value });
  }
  const conflict = findContradiction(files, moves, removals);
  return conflict === undefined ? ok([...files, ...moves, ...removals]) : contradictoryPlan(plan, conflict);
}

async function locateBeforeMoves(
  workspace: Workspace,
  edit: Extract<Edit, { kind: "write" | "delete" }>,
  moves: readonly Located<"move">[],
): Promise<Result<string>> {
  const locate = (path: WorkspacePath): Promise<Result<string>> =>
    // A write follows a link to its target; a deletion removes the link itself.
    edit.kind === "write" ? locateFile(workspace, path) : locateEntry(workspace, path);
  const target = await locate(edit.path);
  if (!target.ok) return target;
  const move = moves.find((move) => isWithin(move.target, target.value));
  if (move === undefined) return target;
  const rest = relative(move.target, target.value).split(sep).join("/");
  return locate(rest === "" ? move.edit.from : childPath(move.edit.from, rest));
}

/** The real path of the folder, with the name unchanged: a link at the end is not followed. */
async function locateEntry(workspace: Workspace, path: WorkspacePath): Promise<Result<string>> {
  if (path === "") return protectedPath(path, "is the workspace itself");
  const folder = await realPathInside(workspace, parentPath(path));
  return folder.ok ? checkWritable(workspace, path, join(folder.value, basename(path))) : folder;
}

async function locateFile(workspace: Workspace, path: WorkspacePath): Promise<Result<string>> {
  if (path === "") return protectedPath(path, "is the workspace itself");
  const file = await realPathInside(workspace, path);
  return file.ok ? checkWritable(workspace, path, file.value) : file;
}

function checkWritable(workspace: Workspace, path: WorkspacePath, real: string): Result<string> {
  const reason = protectedReason(relative(workspace.root, real).split(sep).join("/"));
  return reason === undefined ? ok(real) : protectedPath(path, reason);
}

/** Why a plan must not change a path, or undefined. A hook in `.git` would run with the next git command. */
export function protectedReason(path: string): string | undefined {
  const parts = path.split("/");
  if (parts.some(isGitName)) return "is inside a `.git` folder";
  const isState = parts[0] === stateFolder && ["locks", "journal", undefined].includes(parts[1]);
  return isState ? "is part of Hewto's own state" : undefined;
}

function protectedPath(path: WorkspacePath, reason: string): Failure {
  const message = `\`${path}\` ${reason} and cannot be changed.`;
  return fail(fault("path_escape", message, "Name another path.", { path, subject: { path } }));
}

function findContradiction(
  files: readonly (Located<"write"> | Located<"delete">)[],
  moves: readonly Located<"move">[],
  removals: readonly Located<"remove-folder">[],
): string | undefined {
  const targets = files.map((file) => file.target);
  const removedFolders = removals.map((removal) => removal.target);
  const moved = moves.flatMap((move) => [move.source, move.target]);
  return (
    firstRepeated(targets) ??
    firstNested([...moved, ...removedFolders]) ??
    targets.find((target) => removedFolders.some((folder) => isWithin(folder, target)))
  );
}

function firstRepeated(paths: readonly string[]): string | undefined {
  return paths.find((path, index) => paths.indexOf(path) !== index);
}

function firstNested(paths: readonly string[]): string | undefined {
  return paths.find((path, index) => paths.some((other, at) => at !== index && isWithin(other, path)));
}

function contradictoryPlan(plan: WritePlan, path: string): Failure {
  const message = `The plan "${plan.label}" changes ${path} in two ways at once.`;
  const remedy = "Use one edit for each path, or several plans.";
  return fail(fault("invalid_argument", message, remedy, { path, subject: { label: plan.label } }));
}
