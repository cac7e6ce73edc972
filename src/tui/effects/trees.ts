import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { activate } from "../../workflow/active-feature.ts";
import { featureAt, featuresIn, openFeature } from "../../workflow/feature.ts";
import { makeFeature } from "../../workflow/operations/features.ts";
import { addTree, removeTree } from "../../workflow/operations/worktree.ts";
import { specsFolderOf } from "../../workflow/settings.ts";
import { isWithin } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import type { Event } from "../state/events.ts";
import { ask } from "./ask.ts";
import { copyFolder } from "./files.ts";

/** A new feature; where git cannot make a worktree, it lies in the project itself and the note says why. */
export async function newFeature(
  runtime: Runtime,
  description: string,
  worktree: boolean,
): Promise<Result<Event>> {
  const shape = z.object({ folder: z.string(), spec_directory: z.string(), branch: z.string().optional() });
  const made = await ask(runtime, makeFeature, { description, worktree }, shape);
  if (made.ok) {
    const { folder, branch } = made.value;
    const where = worktree ? ` on branch ${branch ?? "?"} in its own worktree` : "";
    return ok({ type: "made-feature", folder, description, note: `Made ${folder}${where}.` });
  }
  if (!worktree || made.fault.code !== "git_failed") return made;
  const plain = await ask(runtime, makeFeature, { description, worktree: false }, shape);
  if (!plain.ok) return plain;
  const note = `Made ${plain.value.folder} without a worktree: ${made.fault.remedy}`;
  return ok({ type: "made-feature", folder: plain.value.folder, description, note });
}

/** To the worktree of a feature, made if need be; it becomes the active one for spec-kit's commands too. */
export async function switchTree(
  runtime: Runtime,
  folder: string,
  directory: string,
): Promise<Result<Event>> {
  const shape = z.object({ path: z.string(), branch: z.string(), created: z.boolean() });
  const added = await ask(runtime, addTree, { name: folder }, shape);
  if (!added.ok) return added;
  const { path, branch, created } = added.value;
  const isThere = await chooseFeature(path, folder);
  const missing = isThere || isWithin(path, directory) ? {} : { missing: { folder, from: directory } };
  return ok({ type: "switched", path, branch, created, ...missing });
}

/** To a worktree that is there. */
export async function useTree(path: string, branch: string | undefined): Promise<Result<Event>> {
  const opened = await openWorkspace(path);
  if (!opened.ok) return opened;
  if (branch !== undefined) await chooseFeature(path, branch);
  return ok({ type: "switched", path, branch, created: false });
}

export async function removeTreeAt(runtime: Runtime, path: string, force: boolean): Promise<Result<Event>> {
  const removed = await ask(runtime, removeTree, { name: path, force }, z.object({ path: z.string() }));
  return removed.ok ? ok({ type: "removed", path: removed.value.path }) : removed;
}

/** Brings an uncommitted spec into its new worktree. */
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
  await chooseFeature(to, folder);
  return ok({ type: "notice", text: `Copied ${copied.value} files of ${folder} to ${to}.`, bad: false });
}

/** Whether the checkout has the feature; if so, it is now the chosen one there. */
async function chooseFeature(root: string, folder: string): Promise<boolean> {
  const opened = await openWorkspace(root);
  const features = opened.ok ? await featuresIn(opened.value, await specsFolderOf(opened.value)) : [];
  const found = features.find((feature) => feature.folder === folder);
  if (!opened.ok || !found) return false;
  await activate(featureAt(opened.value, found.path), new AbortController().signal);
  return true;
}
