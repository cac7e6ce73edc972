import { dirname } from "node:path/posix";
import { ok, type Result } from "../../kernel/result.ts";
import { insideWorkspace, literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { parseLocator } from "../locate/locator.ts";
import { refuseView } from "../locate/resolve.ts";
import { isRooted, storedForm, type Target } from "../locate/stored-refs.ts";
import { conceptFailure, inConcept } from "../model/faults.ts";
import { type ArtifactKind, artifactAt, artifactKinds, documentPath, kindFacts } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";

/** A reference as a client gave it, bound to what it means and how it is to be stored. */
export interface InputRef {
  readonly target: Exclude<Target, { type: "invalid" }>;
  /** A path or URL; never a handle. */
  readonly stored: string;
}

/**
 * Binds a reference that a client wants to store in an artifact. Handles become paths. A path is taken from
 * the workspace root, or, where that leads nowhere, from the artifact's own folder.
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
  // From the root it leads outside. Only where it names an artifact's document seen from here, that one is missing.
  if (here.ok && artifactAt(here.value) !== undefined) return bindPath(snapshot, from, here.value);
  return inConcept("workspace_discovery", fromRoot, { artifact: path });
}

async function bindPath(
  snapshot: FileSnapshot,
  from: { readonly kind: ArtifactKind; readonly path: string },
  path: WorkspacePath,
): Promise<Result<InputRef>> {
  // A handle's path is text until here; a link on the way may lead out.
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

/** Refuses a reference to something that is not there. */
export function missingTarget(input: string, ref: InputRef, remedy: string): Result<never> {
  const path = ref.target.type === "remote" ? ref.target.url : ref.target.path;
  const message = `\`${input}\` leads to \`${path}\`, which does not exist.`;
  return conceptFailure("dependency_mapping_services", "dependency_missing", message, remedy, {
    path,
    artifact: input,
  });
}
