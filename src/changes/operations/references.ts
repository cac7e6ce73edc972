import * as z from "zod";
import { clipLine } from "../../kernel/clip.ts";
import { printableLine } from "../../kernel/text.ts";
import { readHead } from "../../specs/head.ts";
import { findSpecFiles } from "../../specs/library.ts";
import type { OpenSpecConfig } from "../../specs/openspec-config.ts";
import { type Store, storeNamed } from "../../specs/store.ts";
import { defaultVocabulary } from "../../specs/vocabulary.ts";
import { readText } from "../../workspace/files/files.ts";
import { childPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

// The names of the fields are OpenSpec's.
export const Reference = z.object({
  store_id: z.string(),
  root: z.string().optional(),
  specs: z.array(z.object({ id: z.string(), summary: z.string() })).optional(),
  fetch: z.string().optional(),
  status: z.array(z.object({ severity: z.literal("warning"), code: z.string(), message: z.string() })),
});
export type Reference = z.infer<typeof Reference>;

const maxSpecs = 200;
const maxSummary = 300;

/** The stores that `references:` of the configuration names, with an index of the specs that can be read from here. */
export async function referencesOf(
  workspace: Workspace,
  config: OpenSpecConfig | undefined,
): Promise<Reference[] | undefined> {
  const references: Reference[] = [];
  for (const id of config?.references ?? []) {
    const store = await storeNamed(workspace, id);
    references.push(store.path === undefined ? unread(store) : await indexOf(workspace, store, store.path));
  }
  return references.length === 0 ? undefined : references;
}

/** A repository must not make us read other folders of this user, so its specs are not listed. */
function unread({ id, root }: Store): Reference {
  const [code, message] =
    root === undefined
      ? ["reference_unresolved", `Store \`${id}\` is not registered on this machine.`]
      : ["reference_outside_workspace", "The store is outside this workspace, so its specs are not listed."];
  const status = [{ severity: "warning" as const, code, message }];
  return { store_id: id, root, fetch: root === undefined ? undefined : fetchLine(root), status };
}

async function indexOf(
  workspace: Workspace,
  { id, root = "" }: Store,
  path: WorkspacePath,
): Promise<Reference> {
  const files = await findSpecFiles(workspace, childPath(childPath(path, "openspec"), "specs"));
  const specs: { id: string; summary: string }[] = [];
  for (const { name, path: file } of files.slice(0, maxSpecs)) {
    const text = await readText(workspace, file, { lossy: true });
    const purpose = text.ok ? readHead(text.value.text, defaultVocabulary).purpose : "";
    specs.push({ id: name, summary: clipLine(printableLine(purpose.split("\n")[0] ?? ""), maxSummary) });
  }
  const left = files.length - specs.length;
  const message = `${left} more specs are not listed.`;
  const status =
    left > 0 ? [{ severity: "warning" as const, code: "reference_index_truncated", message }] : [];
  return { store_id: id, root, specs, fetch: fetchLine(root), status };
}

function fetchLine(root: string): string {
  return `hewto specs show SPEC --workspace ${root}`;
}

/** One line for each store and spec. */
export function referenceLines(references: readonly Reference[]): string[] {
  return references.flatMap(({ store_id, root, specs = [], fetch, status }) => [
    root === undefined ? `Store ${store_id}` : `Store ${store_id} (${root})`,
    ...specs.map(({ id, summary }) => (summary === "" ? id : `${id}: ${summary}`)),
    ...(fetch === undefined ? [] : [`Read one with \`${fetch}\`.`]),
    ...status.map(({ message }) => message),
  ]);
}
