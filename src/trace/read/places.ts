import { hasArtifacts } from "../../artifacts/locate/specman-workspace.ts";
import { findChanges } from "../../changes/library.ts";
import { sortedBy } from "../../kernel/order.ts";
import type { Layout } from "../../specs/layouts.ts";
import { findSpecFiles, findSpecs, isSpecPath } from "../../specs/library.ts";
import { openProject } from "../../specs/project.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import { featuresIn } from "../../workflow/feature.ts";
import { parseFeatureName } from "../../workflow/feature-name.ts";
import { specsFolderOf } from "../../workflow/settings.ts";
import { listFolder, statPath } from "../../workspace/files/files.ts";
import { childPath, literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Place } from "../formats/place.ts";

/** How the text at a place is read. */
export type Reader = "spec" | "delta" | "artifact" | "feature" | "kiro";
export type ReadPlace = Place & { readonly reader: Reader };

/** Where requirements are in a workspace: enough to know for any path what it holds, on disk or in a commit. */
export interface Territory {
  readonly layouts: readonly Layout[];
  readonly vocabulary: Vocabulary;
  readonly features: WorkspacePath;
  /** Numbers that more than one feature has: their requirements are addressed by the folder. */
  readonly sharedNumbers: ReadonlySet<string>;
  readonly hasArtifacts: boolean;
}

export const kiroFolder = literalPath(".kiro/specs");
const artifactFolder = literalPath("spec");

export async function findTerritory(workspace: Workspace): Promise<Territory> {
  const { layouts, vocabulary } = await openProject(workspace);
  const features = await specsFolderOf(workspace);
  const numbers = (await featuresIn(workspace, features)).map(({ number }) => number);
  const sharedNumbers = new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index));
  return { layouts, vocabulary, features, sharedNumbers, hasArtifacts: await hasArtifacts(workspace) };
}

/** Every file on disk that holds requirements, by path. */
export async function findPlaces(workspace: Workspace, territory: Territory): Promise<WorkspacePath[]> {
  const paths = new Set<WorkspacePath>();
  for (const { path } of await findSpecs(workspace, territory.layouts)) paths.add(path);
  for (const { path } of await findChanges(workspace, territory.layouts))
    for (const delta of await findSpecFiles(workspace, childPath(path, "specs"))) paths.add(delta.path);
  for (const { path } of await featuresIn(workspace, territory.features))
    paths.add(childPath(path, "spec.md"));
  if (territory.hasArtifacts)
    for (const path of await below(workspace, artifactFolder, "spec.md")) paths.add(path);
  for (const path of await kiroDocuments(workspace)) paths.add(path);
  return sortedBy(paths, (path) => path);
}

export function kiroDocuments(workspace: Workspace): Promise<WorkspacePath[]> {
  return below(workspace, kiroFolder, "requirements.md");
}

async function below(workspace: Workspace, folder: WorkspacePath, name: string): Promise<WorkspacePath[]> {
  const listed = await listFolder(workspace, folder);
  const found: WorkspacePath[] = [];
  for (const entry of listed.ok ? listed.value : []) {
    const path = childPath(entry.path, name);
    const stat = entry.kind === "folder" ? await statPath(workspace, path) : undefined;
    if (stat?.ok && stat.value?.kind === "file") found.push(path);
  }
  return found;
}

/** What a path holds, existing or not. A file can be a spec and an artifact at once. */
export function placesAt(path: WorkspacePath, territory: Territory): ReadPlace[] {
  const places: ReadPlace[] = [];
  for (const layout of territory.layouts) {
    const change = deltaAt(path, layout);
    if (change !== undefined) places.push(place("delta", layout.name, change.spec, path, change.name));
    else if (isSpecPath([layout], path))
      places.push(place("spec", layout.name, folderBelow(path, layout.specs), path));
  }
  const feature = featureAt(path, territory);
  if (feature !== undefined) places.push(feature);
  const artifact = territory.hasArtifacts ? /^spec\/([^/]+)\/spec\.md$/.exec(path)?.[1] : undefined;
  if (artifact !== undefined) places.push(place("artifact", "specman", artifact, path));
  const kiro = /^\.kiro\/specs\/([^/]+)\/requirements\.md$/.exec(path)?.[1];
  if (kiro !== undefined) places.push(place("kiro", "kiro", kiro, path));
  return places;
}

function place(
  reader: Reader,
  format: Place["format"],
  spec: string,
  file: WorkspacePath,
  change?: string,
): ReadPlace {
  return { reader, format, spec, specAddress: spec, file, change };
}

/** `CHANGES/add-x/specs/auth/spec.md`. */
function deltaAt(path: string, layout: Layout): { name: string; spec: string } | undefined {
  if (!path.startsWith(`${layout.changes}/`) || path.startsWith(`${layout.archive}/`)) return undefined;
  const [name, specs, ...rest] = path.slice(layout.changes.length + 1).split("/");
  if (name === undefined || specs !== "specs" || rest.length < 2 || rest.at(-1) !== "spec.md")
    return undefined;
  return { name, spec: rest.slice(0, -1).join("/") };
}

function featureAt(path: WorkspacePath, territory: Territory): ReadPlace | undefined {
  if (!path.startsWith(`${territory.features}/`) || !path.endsWith("/spec.md")) return undefined;
  const folder = folderBelow(path, territory.features);
  const name = parseFeatureName(folder);
  if (name === undefined || folder.includes("/")) return undefined;
  const isShared = territory.sharedNumbers.has(name.number);
  const [specAddress, specAlias] = isShared ? [folder, name.number] : [name.number, folder];
  return { ...place("feature", "speckit", folder, path), specAddress, specAlias };
}

function folderBelow(path: string, folder: string): string {
  return path
    .slice(folder === "" ? 0 : folder.length + 1)
    .split("/")
    .slice(0, -1)
    .join("/");
}
