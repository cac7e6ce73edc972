import { relative } from "node:path";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { activate } from "../../workflow/active-feature.ts";
import { featureAt, featuresIn, openFeature } from "../../workflow/feature.ts";
import { createFeature } from "../../workflow/operations/features.ts";
import { addTree, removeTree } from "../../workflow/operations/worktree.ts";
import { specsFolderOf } from "../../workflow/settings.ts";
import { isWithin } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import type { Event } from "../state/events.ts";
import { call } from "./call.ts";
import { copyFolder } from "./files.ts";
import { workKey } from "./lists.ts";

/** Creates a feature. Where git cannot create a worktree, it is in the project itself and the note says why. */
export async function newFeature(
  runtime: Runtime,
  description: string,
  worktree: boolean,
): Promise<Result<Event>> {
  const created = await call(runtime, createFeature, { description, worktree });
  if (created.ok) {
    const { folder, branch } = created.value;
    const where = worktree ? ` on branch ${branch} in its own worktree` : "";
    return ok({
      ...rowOf(runtime, created.value.spec_directory),
      description,
      note: `Created ${folder}${where}.`,
    });
  }
  if (!worktree || created.fault.code !== "git_failed") return created;
  const plain = await call(runtime, createFeature, { description, worktree: false });
  if (!plain.ok) return plain;
  const note = `Created ${plain.value.folder} without a worktree: ${created.fault.remedy}`;
  return ok({ ...rowOf(runtime, plain.value.spec_directory), description, note });
}

function rowOf(
  { workspace }: Runtime,
  directory: string,
): { readonly type: "work-created"; readonly row: string } {
  const path = relative(workspace.root, directory).replaceAll("\\", "/");
  return { type: "work-created", row: workKey("feature", path) };
}

/** Switches to the worktree of a feature, creating it if needed; the feature becomes the active one there. */
export async function switchTree(
  runtime: Runtime,
  folder: string,
  directory: string,
): Promise<Result<Event>> {
  const added = await call(runtime, addTree, { name: folder });
  if (!added.ok) return added;
  const { path, branch, created } = added.value;
  const isThere = await activateFeature(path, folder);
  const missing = isThere || isWithin(path, directory) ? undefined : { folder, from: directory };
  return ok({ type: "tree-switched", path, branch, created, missing });
}

/** Switches to an existing worktree. */
export async function useTree(path: string, branch: string | undefined): Promise<Result<Event>> {
  const opened = await openWorkspace(path);
  if (!opened.ok) return opened;
  if (branch !== undefined) await activateFeature(path, branch);
  return ok({ type: "tree-switched", path, branch, created: false });
}

export async function removeTreeAt(runtime: Runtime, path: string, force: boolean): Promise<Result<Event>> {
  const removed = await call(runtime, removeTree, { name: path, force });
  return removed.ok ? ok({ type: "tree-removed", path: removed.value.path }) : removed;
}

/** Copies an uncommitted spec into its new worktree. */
export async function copySpec(
  runtime: Runtime,
  folder: string,
  from: string,
  to: string,
): Promise<Result<Event>> {
  const target = await openWorkspace(to);
  if (!target.ok) return target;
  const source = await openFeature(runtime.workspace, from);
  if (!source.ok) return source;
  const { workspace, path } = source.value;
  const copied = await copyFolder({ root: workspace.root, path }, target.value);
  if (!copied.ok) return copied;
  await activateFeature(to, folder);
  return ok({
    type: "notice",
    text: `Copied ${count(copied.value, "file")} of ${folder} to ${to}.`,
    bad: false,
  });
}

/** Makes the feature the active one of a checkout; false when the checkout does not have it. */
async function activateFeature(root: string, folder: string): Promise<boolean> {
  const opened = await openWorkspace(root);
  const features = opened.ok ? await featuresIn(opened.value, await specsFolderOf(opened.value)) : [];
  const feature = features.find((each) => each.folder === folder);
  if (!opened.ok || !feature) return false;
  await activate(featureAt(opened.value, feature.path), new AbortController().signal);
  return true;
}
