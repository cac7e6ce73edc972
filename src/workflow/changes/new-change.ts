import { below, findChanges } from "../../changes/library.ts";
import { isChangeName } from "../../changes/scaffold.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { findLayouts, type Layout } from "../../specs/layouts.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { ensureFolder } from "../../workspace/write/ensure-folder.ts";
import { draftSpec } from "../draft/draft.ts";
import { featureAt } from "../feature.ts";
import { slugOf } from "../feature-name.ts";
import type { CreatedFeature, NewFeature } from "../new-feature.ts";
import { addWorktree } from "../worktrees.ts";

/** Creates the folder of a new change, with the given name or one that says what it does. */
export async function newChange(
  workspace: Workspace,
  layout: Layout,
  { description, worktree, name: wanted }: NewFeature & { readonly name?: string | undefined },
): Promise<Result<CreatedFeature>> {
  if (description.trim() === "")
    return fail(
      fault("invalid_argument", "The description is empty.", "Describe the change in a sentence or more."),
    );
  const name = wanted ?? (await nameForChange(workspace, description));
  const tree = worktree === true ? await addWorktree(workspace, name) : undefined;
  if (tree?.ok === false) return tree;
  const checkout = tree ? await openWorkspace(tree.value.worktree.path) : ok(workspace);
  if (!checkout.ok) return checkout;
  const path = below(layout.changes, name);
  const created = await ensureFolder(checkout.value, path);
  if (!created.ok) return created;
  if (!created.value.includes(path))
    return fail(fault("change_exists", `The folder ${path} already exists.`, "Try again.", { path }));
  return ok({
    ...featureAt(checkout.value, path),
    folders: created.value,
    worktreeOf: tree?.value.isNewBranch ? workspace : undefined,
    excluded: tree?.value.excluded,
  });
}

/** A name that says what the change does and that no other change has. */
export async function nameForChange(workspace: Workspace, description: string): Promise<string> {
  const taken = await findChanges(workspace, await findLayouts(workspace));
  return freeName(changeName(description), new Set(taken.map((entry) => entry.name)));
}

/** `export-bookings-csv`; ids of changes have Latin letters only. */
function changeName(description: string): string {
  const slug = slugOf(draftSpec(description).title)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return isChangeName(slug) ? slug : "change";
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
