import { basename } from "node:path";
import type { Layout } from "../../specs/layouts.ts";
import type { Territory } from "../../trace/read/places.ts";
import { placesAt } from "../../trace/read/places.ts";
import { parseFeatureName } from "../../workflow/feature-name.ts";
import { ancestorsAndSelf, parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";

/** What a file is to Hewto. One file can be several things. */
export type DocumentKind =
  | { readonly kind: "spec"; readonly layout: Layout; readonly name: string }
  | { readonly kind: "delta"; readonly layout: Layout; readonly change: string; readonly name: string }
  | { readonly kind: "change"; readonly layout: Layout; readonly change: string }
  | { readonly kind: "feature"; readonly folder: WorkspacePath }
  | { readonly kind: "artifact" }
  | { readonly kind: "skill"; readonly folder: WorkspacePath };

const artifact = /^(?:spec\/[^/]+\/spec|impl\/[^/]+\/impl|\.specman\/scratchpad\/[^/]+\/scratch)\.md$/;

/** What the file at a path is, existing or not; nothing for other Markdown and for code. */
export function kindsAt(path: WorkspacePath, territory: Territory): DocumentKind[] {
  const kinds: DocumentKind[] = [];
  for (const layout of territory.layouts) {
    const change = changeAt(path, layout);
    if (change !== undefined) kinds.push({ kind: "change", layout, change });
  }
  for (const { reader, format, spec, change } of placesAt(path, territory)) {
    const layout = territory.layouts.find(({ name }) => name === format);
    if (layout === undefined) continue;
    if (reader === "spec") kinds.push({ kind: "spec", layout, name: spec });
    if (reader === "delta" && change !== undefined) kinds.push({ kind: "delta", layout, change, name: spec });
  }
  const feature = featureFolder(path, territory);
  if (feature !== undefined) kinds.push({ kind: "feature", folder: feature });
  if (territory.hasArtifacts && artifact.test(path)) kinds.push({ kind: "artifact" });
  if (/^\.?SKILL\.md$/.test(basename(path))) kinds.push({ kind: "skill", folder: parentPath(path) });
  return kinds;
}

/** The name of the active change that a file belongs to. */
function changeAt(path: string, { changes, archive }: Layout): string | undefined {
  if (!path.startsWith(`${changes}/`) || path.startsWith(`${archive}/`)) return undefined;
  const [name = "", ...rest] = path.slice(changes.length + 1).split("/");
  const isChange = rest.length > 0 && name !== "archive" && name !== "_archive" && !name.startsWith(".");
  return isChange ? name : undefined;
}

function featureFolder(path: WorkspacePath, { features }: Territory): WorkspacePath | undefined {
  if (!path.startsWith(`${features}/`) || !path.endsWith(".md")) return undefined;
  const [name = "", ...rest] = path.slice(features.length + 1).split("/");
  if (rest.length === 0 || parseFeatureName(name) === undefined) return undefined;
  return ancestorsAndSelf(path).find((folder) => folder === `${features}/${name}`);
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(path);
}
