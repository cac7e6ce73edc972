import { relative } from "node:path";
import { lastTouched } from "../../changes/modified.ts";
import { clip } from "../../kernel/clip.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { openProject, type SpecProject } from "../../specs/project.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type ChangeReview, quickReviews, reviewAllChanges } from "./change-reviews.ts";
import { findChangeWork } from "./change-work.ts";
import { findFeatureWork } from "./feature-work.ts";
import type { Work, WorkItem, WorkKind } from "./item.ts";
import { findPadWork } from "./pad-work.ts";

export interface CollectOptions {
  readonly kind?: WorkKind | undefined;
  /** `quick` leaves the review of many changes out unless it is stored; `none` leaves it out always. */
  readonly review?: "full" | "quick" | "none";
  /** Only the item in this folder; the documents of others are not read. */
  readonly path?: string | undefined;
}

/** All work in flight of this workspace, by id. */
export async function collectWork(
  context: Context,
  { kind, review = "full", path }: CollectOptions = {},
): Promise<Result<Work[]>> {
  const wants = (each: WorkKind) => kind === undefined || kind === each;
  const works: Work[] = [];
  if (wants("change")) {
    const project = await openProject(context.workspace);
    const reviews = await reviewsFor(project, review);
    if (!reviews.ok) return reviews;
    works.push(...(await findChangeWork(project, reviews.value, path)));
  }
  if (wants("feature")) works.push(...(await findFeatureWork(context.workspace, path)));
  if (wants("scratch_pad") && (path === undefined || works.length === 0)) {
    const pads = await findPadWork(context);
    works.push(...pads.filter(({ item }) => path === undefined || item.path === path));
  }
  return ok((await withTimes(context.workspace, works)).sort((a, b) => byName(a.item, b.item)));
}

const maxAuthors = 5;

/** One question to git for each worktree. */
async function withTimes(workspace: Workspace, works: readonly Work[]): Promise<Work[]> {
  const timed: Work[] = [];
  for (const root of new Set(works.map(({ workspace }) => workspace.root))) {
    const here = works.filter(({ workspace }) => workspace.root === root);
    const [first] = here;
    if (first === undefined) continue;
    const entries = here.map((work) => ({ path: work.folder, work }));
    const touched = await lastTouched(first.workspace, entries);
    const worktree = relative(workspace.root, root).replaceAll("\\", "/") || undefined;
    for (const entry of entries) {
      const { at = new Date(0), authors = [] } = touched.get(entry) ?? {};
      const { item } = entry.work;
      const added = { modified: at.toISOString(), authors: clip(authors, maxAuthors).shown, worktree };
      timed.push({ ...entry.work, item: { ...item, ...added } });
    }
  }
  return timed;
}

function reviewsFor(
  project: SpecProject,
  review: "full" | "quick" | "none",
): Promise<Result<ChangeReview[] | undefined>> {
  if (review === "none") return Promise.resolve(ok(undefined));
  return review === "quick" ? quickReviews(project) : reviewAllChanges(project);
}

export const sortOrders = ["recent", "name", "progress"] as const;
export type SortOrder = (typeof sortOrders)[number];

/** `recent`: the last written first. `progress`: the nearest to its end first. Equal items stay by name. */
export function sortWork(items: readonly WorkItem[], order: SortOrder): WorkItem[] {
  const share = ({ progress: { completed, total } }: WorkItem) => (total === 0 ? -1 : completed / total);
  const compare: Record<SortOrder, (a: WorkItem, b: WorkItem) => number> = {
    // Git counts whole seconds, and one command writes many files: what differs by less stays by name.
    recent: (a, b) => byCodePoint(second(b), second(a)),
    name: () => 0,
    progress: (a, b) => share(b) - share(a),
  };
  return [...items].sort((a, b) => compare[order](a, b) || byName(a, b));
}

function second({ modified }: WorkItem): string {
  return modified.slice(0, "2026-01-01T00:00:00".length);
}

function byName(a: WorkItem, b: WorkItem): number {
  return byCodePoint(a.id, b.id) || byCodePoint(a.path, b.path);
}
