import { ok, type Result } from "../../kernel/result.ts";
import { insideWorkspace, literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { conceptFailure, inConcept } from "../model/faults.ts";
import {
  type ArtifactKind,
  type ArtifactRef,
  artifactAt,
  artifactKinds,
  artifactOfFolder,
  documentPath,
  handleOf,
  kindFacts,
  withArticle,
} from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { type Locator, parseLocator, supportedForms, type View } from "./locator.ts";
import { notFound } from "./not-found.ts";

/** What a locator refers to in this workspace. */
export type ResolvedLocator =
  | {
      readonly type: "artifact";
      readonly ref: ArtifactRef;
      readonly path: WorkspacePath;
      readonly view?: View;
    }
  /** A file in the workspace that is not an artifact. It might not exist. */
  | { readonly type: "document"; readonly path: WorkspacePath }
  | { readonly type: "remote"; readonly url: string };

export type ResolvedArtifact = Extract<ResolvedLocator, { type: "artifact" }>;

export interface ResolveOptions {
  /** The kind of a bare name, and the kind that the artifact must have. */
  readonly kind?: ArtifactKind | undefined;
}

/**
 * Resolves a client's locator to its canonical path. The boundary of the workspace is checked before existence, so
 * that nothing can be learned about files outside.
 */
export async function resolveLocator(
  snapshot: FileSnapshot,
  input: string,
  options: ResolveOptions = {},
): Promise<Result<ResolvedLocator>> {
  const locator = parseLocator(input);
  if (!locator.ok) return locator;
  const resolved = await resolveParsed(snapshot, input, locator.value, options.kind);
  if (!resolved.ok || resolved.value.type !== "artifact" || options.kind === undefined) return resolved;
  const { ref } = resolved.value;
  return ref.kind === options.kind ? resolved : wrongKind(input, ref, options.kind);
}

/** The artifact that a locator refers to; it must exist. */
export async function resolveArtifact(
  snapshot: FileSnapshot,
  input: string,
  options: ResolveOptions = {},
): Promise<Result<ResolvedArtifact>> {
  const resolved = await resolveLocator(snapshot, input, options);
  if (!resolved.ok) return resolved;
  if (resolved.value.type === "remote") return notLocal(input);
  if (resolved.value.type === "document") return notCanonical(snapshot, input, resolved.value.path);
  if ((await snapshot.kind(resolved.value.path)) === "file") return ok(resolved.value);
  return notFound(snapshot, resolved.value.ref, input);
}

/** Refuses a mutation through a view: views are read-only. */
export function refuseView(input: string, view: View | undefined): Result<void> {
  if (view === undefined) return ok(undefined);
  const [handle] = input.trim().split(`/${view.name}`);
  const message = `\`${input.trim()}\` is a read-only view; /${view.name} locators support only query operations.`;
  return conceptFailure(
    "metadata_mutation",
    "read_only_locator",
    message,
    `Use the artifact itself: ${handle}.`,
    {
      artifact: input.trim(),
    },
  );
}

async function resolveParsed(
  snapshot: FileSnapshot,
  input: string,
  locator: Locator,
  kind: ArtifactKind | undefined,
): Promise<Result<ResolvedLocator>> {
  if (locator.type === "url") return ok({ type: "remote", url: locator.url });
  if (locator.type === "artifact") return bind(snapshot, locator.ref, locator.view);
  if (isBareName(locator.path)) {
    const named = await namedArtifact(snapshot, locator.path, kind);
    if (named !== undefined) return bind(snapshot, named, undefined);
  }
  const path = await insideWorkspace(snapshot.workspace, locator.path);
  if (!path.ok) return inConcept("workspace_discovery", path, { artifact: input });
  const folder = artifactOfFolder(path.value);
  if (folder !== undefined) return bind(snapshot, folder, undefined);
  const ref = artifactAt(path.value);
  return ok(
    ref === undefined ? { type: "document", path: path.value } : { type: "artifact", ref, path: path.value },
  );
}

/** Handles are lowercase, so a folder is matched by its exact name first, then ignoring case. */
async function bind(
  snapshot: FileSnapshot,
  ref: ArtifactRef,
  view: View | undefined,
): Promise<Result<ResolvedLocator>> {
  const bound = { kind: ref.kind, name: await folderName(snapshot, ref) };
  const path = await insideWorkspace(snapshot.workspace, documentPath(bound));
  if (!path.ok) return inConcept("workspace_discovery", path, { artifact: handleOf(ref) });
  return ok({ type: "artifact", ref: bound, path: path.value, view });
}

async function folderName(snapshot: FileSnapshot, ref: ArtifactRef): Promise<string> {
  const folder = literalPath(kindFacts[ref.kind].folder);
  const names = (await snapshot.folder(folder)).map((entry) => entry.name);
  return names.includes(ref.name)
    ? ref.name
    : (names.find((name) => name.toLowerCase() === ref.name) ?? ref.name);
}

function isBareName(path: string): boolean {
  return !/[/\\.]/.test(path);
}

/** The artifact with a name: of the given kind, otherwise of the first kind that has it. */
async function namedArtifact(
  snapshot: FileSnapshot,
  name: string,
  kind: ArtifactKind | undefined,
): Promise<ArtifactRef | undefined> {
  if (kind !== undefined) return { kind, name: name.toLowerCase() };
  for (const candidate of artifactKinds) {
    const entries = await snapshot.folder(literalPath(kindFacts[candidate].folder));
    const entry =
      entries.find((each) => each.name === name) ??
      entries.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (entry !== undefined) return { kind: candidate, name: entry.name };
  }
  return undefined;
}

function wrongKind(input: string, ref: ArtifactRef, expected: ArtifactKind): Result<never> {
  return conceptFailure(
    "data_model_backing_implementation",
    "kind_mismatch",
    `\`${input}\` is ${withArticle(ref.kind)}, not ${withArticle(expected)}.`,
    `Give the handle of ${withArticle(expected)} (${kindFacts[expected].scheme}://NAME).`,
    { artifact: handleOf(ref), details: { kind: ref.kind, expected } },
  );
}

function notLocal(input: string): Result<never> {
  const message = `\`${input}\` is a remote document; this needs an artifact in the workspace.`;
  return conceptFailure(
    "data_model_backing_implementation",
    "capability_unavailable",
    message,
    supportedForms,
    {
      artifact: input,
    },
  );
}

async function notCanonical(
  snapshot: FileSnapshot,
  input: string,
  path: WorkspacePath,
): Promise<Result<never>> {
  const exists = (await snapshot.kind(path)) !== undefined;
  const message = exists
    ? `\`${path}\` is not an artifact.`
    : `There is no artifact and no file at \`${input}\`.`;
  return conceptFailure("data_model_backing_implementation", "artifact_not_found", message, supportedForms, {
    artifact: input,
    path,
    data_model_heading: "Specification Layout",
  });
}
