import * as z from "zod";
import { takeInventory } from "../../artifacts/locate/inventory.ts";
import { hasArtifacts } from "../../artifacts/locate/specman-workspace.ts";
import { handleOf } from "../../artifacts/model/kinds.ts";
import { sessionAt } from "../../artifacts/operations/open-session.ts";
import { takeSnapshot } from "../../artifacts/session.ts";
import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { collectWork } from "../../project/work/collect.ts";
import { workKinds } from "../../project/work/item.ts";
import { shownId } from "../../specs/ids.ts";
import { findSpecs } from "../../specs/library.ts";
import { openProject } from "../../specs/project.ts";
import { parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

export const itemKinds = [...workKinds, "spec", "implementation"] as const;
export const ItemKind = z.enum(itemKinds);

/** What a review is about: a work item with all its documents, or a spec. */
export interface ReviewItem {
  readonly kind: (typeof itemKinds)[number];
  readonly id: string;
  /** Relative to the root of the workspace that was asked, including work in another worktree. */
  readonly path: string;
  readonly workspace: Workspace;
  readonly folder: WorkspacePath;
  /** Names of its documents; undefined: every file of the folder. */
  readonly documents?: readonly string[];
}

/** Everything that can be reviewed. */
export async function reviewItems(context: Context): Promise<Result<ReviewItem[]>> {
  const works = await collectWork(context, { review: "none" });
  if (!works.ok) return works;
  const items: ReviewItem[] = works.value.map(({ item: { kind, id, path }, workspace, folder }) => {
    return { kind, id, path, workspace, folder };
  });
  return ok([...items, ...(await specItems(context)), ...(await artifactItems(context))]);
}

async function specItems({ workspace }: Context): Promise<ReviewItem[]> {
  const { layouts } = await openProject(workspace);
  const specs = await findSpecs(workspace, layouts);
  return specs
    .filter(({ obstacle }) => obstacle === undefined)
    .map(({ id, path }) => documentItem(workspace, "spec", id, path));
}

async function artifactItems(context: Context): Promise<ReviewItem[]> {
  const { workspace } = context;
  if (!(await hasArtifacts(workspace))) return [];
  const snapshot = takeSnapshot(sessionAt(context, workspace, "list_review_comments"));
  const { artifacts } = await takeInventory(snapshot, ["specification", "implementation"]);
  return artifacts.map(({ ref, path }) =>
    documentItem(workspace, ref.kind === "implementation" ? "implementation" : "spec", handleOf(ref), path),
  );
}

function documentItem(
  workspace: Workspace,
  kind: ReviewItem["kind"],
  id: string,
  path: WorkspacePath,
): ReviewItem {
  const folder = parentPath(path);
  return { kind, id, path: folder, workspace, folder, documents: [path.slice(folder.length + 1)] };
}

export interface ReviewTarget {
  readonly item: ReviewItem;
  /** The document that was named, relative to the folder; undefined: the whole item. */
  readonly file: string | undefined;
}

/** Finds an item by its id or path, or the item that a document belongs to. Names are compared, never made into a path. */
export function findTarget(items: readonly ReviewItem[], given: string): Result<ReviewTarget> {
  const name = given.replaceAll("\\", "/").replace(/^(?:\.\/)+|\/+$/g, "");
  const named = items.filter(({ id, kind, path }) => [id, `${kind}:${id}`, path].includes(name));
  const [first, ...others] = named.some(({ path }) => path === name)
    ? named.filter(({ path }) => path === name)
    : named;
  if (first && others.length > 0) return ambiguous(given, [first, ...others]);
  if (first) return ok({ item: first, file: undefined });
  const holder = items
    .filter(({ path }) => name.startsWith(`${path}/`))
    .reduce<ReviewItem | undefined>((best, item) => {
      return best === undefined || item.path.length > best.path.length ? item : best;
    }, undefined);
  if (holder) return ok({ item: holder, file: name.slice(holder.path.length + 1) });
  const hint = didYouMean(
    name,
    items.map(({ id }) => id),
  );
  return fail(
    fault("work_not_found", `No work item or spec has the id or path \`${shownId(given)}\`.`, hint, {
      subject: { target: given },
      suggest: { operation: "list_work", to: "see what is in flight" },
    }),
  );
}

function ambiguous(given: string, items: readonly ReviewItem[]): Result<never> {
  const candidates = items.map(({ path }) => path);
  const listed = items.map(({ path, kind }) => `\`${path}\` (${kind.replace("_", " ")})`).join(", ");
  const message = `\`${shownId(given)}\` fits more than one item: ${listed}.`;
  return fail(
    fault("ambiguous_id", message, "Use one of these paths.", {
      subject: { target: given },
      details: { candidates },
    }),
  );
}
