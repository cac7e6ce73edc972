import { basename } from "node:path";
import { findChange, findChanges } from "../../changes/library.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { findLayouts } from "../../specs/layouts.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type Feature, featureAt } from "../feature.ts";
import { checkouts } from "../worktrees.ts";

/** The active changes of the workspace and of its worktrees; the worktree with a change's name wins. */
export async function allChanges(workspace: Workspace): Promise<(Feature & { readonly id: string })[]> {
  const byId = new Map<string, Feature & { readonly id: string }>();
  for (const checkout of await checkouts(workspace))
    for (const { id, name, path } of await findChanges(checkout, await findLayouts(checkout)))
      if (!byId.has(id) || basename(checkout.root) === name)
        byId.set(id, { ...featureAt(checkout, path), id });
  return [...byId.values()];
}

/** Finds a change by its id, in this workspace or one of its worktrees. */
export async function findChangeFolder(workspace: Workspace, id: string): Promise<Result<Feature>> {
  const own = findChange(await findChanges(workspace, await findLayouts(workspace)), id);
  const all = await allChanges(workspace);
  const match = all.find((each) => each.id === id || each.folder === id);
  if (own.ok || match === undefined) return own.ok ? ok(match ?? featureAt(workspace, own.value.path)) : own;
  return ok(match);
}

/** The change to use if none is named: the only one. */
export async function onlyChange(workspace: Workspace): Promise<Result<Feature>> {
  const [only, ...others] = await allChanges(workspace);
  if (only !== undefined && others.length === 0) return ok(only);
  if (only === undefined)
    return fail(
      fault("change_not_found", "There are no changes yet.", "", {
        suggest: { command: "run specify --description TEXT", to: "create one" },
      }),
    );
  const ids = [only, ...others].map(({ id }) => id);
  const shown = ids.slice(0, 10).join(", ") + (ids.length > 10 ? ` and ${ids.length - 10} more` : "");
  const message = `There are ${ids.length} changes, and none is named: ${shown}.`;
  return fail(fault("invalid_argument", message, "Name one of them."));
}
