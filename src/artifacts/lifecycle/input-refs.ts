import { dirname } from "node:path/posix";
import { ok, type Result } from "../../kernel/result.ts";
import { insideWorkspace, literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { parseLocator } from "../locate/locator.ts";
import { refuseView } from "../locate/resolve.ts";
import { isRooted, storedForm, type Target } from "../locate/stored-refs.ts";
import { conceptFailure, inConcept } from "../model/faults.ts";
import { type ArtifactKind, artifactAt, artifactKinds, documentPath, kindFacts } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";

/** A reference from a client, resolved, with the text to store. */
export interface InputRef {
  readonly target: Exclude<Target, { type: "invalid" }>;
  /** A path or URL; never a handle. */
  readonly stored: string;
}

/**
 * Resolves a reference that a client wants to store in an artifact. Handles become paths. A path is relative to the
 * workspace root or, if nothing is there, to the artifact's own folder.
 */
export async function bindRef(
  snapshot: FileSnapshot,
  from: { readonly kind: ArtifactKind; readonly path: string },
  input: string,
  bareKind?: ArtifactKind,
): Promise<Result<InputRef>> {
  const locator = parseLocator(input);
  if (!locator.ok) return locator;
  if (locator.value.type === "url")
    return ok({ target: { type: "remote", url: locator.value.url }, stored: locator.value.url });
  if (locator.value.type === "artifact") {
    const view = refuseView(input, locator.value.view);
    if (!view.ok) return view;
    return bindPath(snapshot, from, literalPath(documentPath(locator.value.ref)));
  }
  const { path } = locator.value;
  if (!/[/\\.]/.test(path)) {
    const named = await nameAsPath(snapshot, path, bareKind);
    if (named !== undefined) return bindPath(snapshot, from, named);
  }
  return choosePath(snapshot, from, path);
}

async function choosePath(
  snapshot: FileSnapshot,
  from: { readonly kind: ArtifactKind; readonly path: string },
  path: string,
): Promise<Result<InputRef>> {
  const fromRoot = await insideWorkspace(snapshot.workspace, path);
  if (fromRoot.ok && (await snapshot.kind(fromRoot.value)) !== undefined)
    return bindPath(snapshot, from, fromRoot.value);
  if (isRooted(path)) {
    return fromRoot.ok
      ? bindPath(snapshot, from, fromRoot.value)
      : inConcept("workspace_discovery", fromRoot, { artifact: path });
  }
  const here = await insideWorkspace(snapshot.workspace, `${dirname(from.path)}/${path}`);
  if (here.ok && (await snapshot.kind(here.value)) !== undefined) return bindPath(snapshot, from, here.value);
  if (fromRoot.ok) return bindPath(snapshot, from, fromRoot.value);
  // From the root it points outside. From here it can still be the document of an artifact that does not exist yet.
  if (here.ok && artifactAt(here.value) !== undefined) return bindPath(snapshot, from, here.value);
  return inConcept("workspace_discovery", fromRoot, { artifact: path });
}

async function bindPath(
  snapshot: FileSnapshot,
  from: { readonly kind: ArtifactKind; readonly path: string },
  path: WorkspacePath,
): Promise<Result<InputRef>> {
  // The path of a handle was not checked yet; a symbolic link can point outside.
  const inside = await insideWorkspace(snapshot.workspace, path);
  if (!inside.ok) return inConcept("workspace_discovery", inside, { artifact: path });
  const exists = (await snapshot.kind(path)) !== undefined;
  const ref = artifactAt(path);
  const target: InputRef["target"] =
    ref === undefined ? { type: "document", path, exists } : { type: "artifact", ref, path, exists };
  return ok({ target, stored: storedForm(from, { path }) });
}

async function nameAsPath(
  snapshot: FileSnapshot,
  name: string,
  kind: ArtifactKind | undefined,
): Promise<WorkspacePath | undefined> {
  const kinds = kind === undefined ? artifactKinds : [kind];
  for (const candidate of kinds) {
    const entries = await snapshot.folder(literalPath(kindFacts[candidate].folder));
    const entry = entries.find((each) => each.name === name.toLowerCase());
    if (entry !== undefined) return literalPath(documentPath({ kind: candidate, name: entry.name }));
  }
  return undefined;
}

/** Refuses a reference to something that does not exist. */
export function missingTarget(input: string, ref: InputRef, remedy: string): Result<never> {
  const path = ref.target.type === "remote" ? ref.target.url : ref.target.path;
  const message = `\`${input}\` points to \`${path}\`, which does not exist.`;
  return conceptFailure("dependency_mapping_services", "dependency_missing", message, remedy, {
    path,
    artifact: input,
  });
}
