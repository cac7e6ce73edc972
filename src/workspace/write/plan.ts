import { basename, join, relative, sep } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { isGitName } from "../git/names.ts";
import { childPath, isWithin, parentPath, realPathInside, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { stateFolder } from "../state/folder.ts";

/** One change of a plan. `expect` is the SHA-256 of the bytes that the plan was made from. */
export type Edit =
  | {
      readonly kind: "write";
      readonly path: WorkspacePath;
      readonly content: string | Uint8Array;
      readonly expect: string | "absent" | "any";
    }
  | { readonly kind: "delete"; readonly path: WorkspacePath; readonly expect: string | "any" }
  /** A file or a folder; nothing may be at `to`. */
  | { readonly kind: "move"; readonly from: WorkspacePath; readonly to: WorkspacePath }
  /** The whole tree. */
  | { readonly kind: "remove-folder"; readonly path: WorkspacePath };

/** What a mutation wants to happen, all of it or none. Only `commit` carries it out. */
export interface WritePlan {
  readonly label: string;
  readonly edits: readonly Edit[];
}

/** An edit with its real place on disk. */
export type LocatedEdit =
  | { readonly edit: Extract<Edit, { kind: "write" }>; readonly target: string }
  | { readonly edit: Extract<Edit, { kind: "delete" }>; readonly target: string }
  | { readonly edit: Extract<Edit, { kind: "remove-folder" }>; readonly target: string }
  | { readonly edit: Extract<Edit, { kind: "move" }>; readonly source: string; readonly target: string };

type Located<K extends Edit["kind"]> = Extract<LocatedEdit, { edit: { kind: K } }>;

/**
 * Finds where each edit really lands and puts them in the order in which they are carried out: files first,
 * at the place where they are before the plan; then moves; then removals. A path below a move's `to` means
 * the file that the move brings there. Edits that contradict each other are refused.
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
  const clash = findContradiction(files, moves, removals);
  return clash === undefined ? ok([...files, ...moves, ...removals]) : contradictoryPlan(plan, clash);
}

async function locateBeforeMoves(
  workspace: Workspace,
  edit: Extract<Edit, { kind: "write" | "delete" }>,
  moves: readonly Located<"move">[],
): Promise<Result<string>> {
  const place = (path: WorkspacePath): Promise<Result<string>> =>
    // A write goes through a link to the file behind it; a deletion takes the link itself.
    edit.kind === "write" ? locateFile(workspace, path) : locateEntry(workspace, path);
  const target = await place(edit.path);
  if (!target.ok) return target;
  const move = moves.find((move) => isWithin(move.target, target.value));
  if (move === undefined) return target;
  const rest = relative(move.target, target.value).split(sep).join("/");
  return place(rest === "" ? move.edit.from : childPath(move.edit.from, rest));
}

/** The real folder with the path's own last name: a link at the end is not followed. */
async function locateEntry(workspace: Workspace, path: WorkspacePath): Promise<Result<string>> {
  if (path === "") return isProtected(path, "is the workspace itself");
  const folder = await realPathInside(workspace, parentPath(path));
  return folder.ok ? checkWritable(workspace, path, join(folder.value, basename(path))) : folder;
}

async function locateFile(workspace: Workspace, path: WorkspacePath): Promise<Result<string>> {
  if (path === "") return isProtected(path, "is the workspace itself");
  const file = await realPathInside(workspace, path);
  return file.ok ? checkWritable(workspace, path, file.value) : file;
}

function checkWritable(workspace: Workspace, path: WorkspacePath, place: string): Result<string> {
  const why = protectedReason(relative(workspace.root, place).split(sep).join("/"));
  return why === undefined ? ok(place) : isProtected(path, why);
}

/** Why a plan may not touch a place, or undefined. A hook in `.git` would be run by the next git command. */
export function protectedReason(path: string): string | undefined {
  const parts = path.split("/");
  if (parts.some(isGitName)) return "is inside a `.git` folder";
  const ours = parts[0] === stateFolder && ["locks", "journal", undefined].includes(parts[1]);
  return ours ? "belongs to Hewto's own bookkeeping" : undefined;
}

function isProtected(path: WorkspacePath, why: string): Failure {
  const message = `\`${path}\` ${why} and is never written by a plan.`;
  return fail(fault("path_escape", message, "Name another path.", { path, subject: { path } }));
}

function findContradiction(
  files: readonly (Located<"write"> | Located<"delete">)[],
  moves: readonly Located<"move">[],
  removals: readonly Located<"remove-folder">[],
): string | undefined {
  const targets = files.map((file) => file.target);
  const gone = removals.map((removal) => removal.target);
  const moved = moves.flatMap((move) => [move.source, move.target]);
  return (
    firstRepeated(targets) ??
    firstNested([...moved, ...gone]) ??
    targets.find((target) => gone.some((folder) => isWithin(folder, target)))
  );
}

function firstRepeated(places: readonly string[]): string | undefined {
  return places.find((place, index) => places.indexOf(place) !== index);
}

function firstNested(places: readonly string[]): string | undefined {
  return places.find((place, index) => places.some((other, at) => at !== index && isWithin(other, place)));
}

function contradictoryPlan(plan: WritePlan, place: string): Failure {
  const message = `The plan "${plan.label}" changes ${place} in two ways at once.`;
  const remedy = "Give each path one edit; split what must happen in steps into several plans.";
  return fail(fault("invalid_argument", message, remedy, { path: place, subject: { label: plan.label } }));
}
