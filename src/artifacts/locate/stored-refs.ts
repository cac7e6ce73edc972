import { dirname, relative } from "node:path/posix";
import { insideWorkspace, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { type ArtifactKind, type ArtifactRef, artifactAt, documentPath } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { parseLocator } from "./locator.ts";

/** What a reference in a file points to. */
export type Target =
  | {
      readonly type: "artifact";
      readonly ref: ArtifactRef;
      readonly path: WorkspacePath;
      readonly exists: boolean;
    }
  | { readonly type: "document"; readonly path: WorkspacePath; readonly exists: boolean }
  | { readonly type: "remote"; readonly url: string }
  | {
      readonly type: "invalid";
      readonly code: "workspace_boundary" | "unsupported_scheme" | "invalid_handle";
      readonly message: string;
    };

/** The front matter field that contains the reference. */
export type RefRole = "dependency" | "reference" | "spec" | "target" | "location";

/**
 * Resolves a stored reference. It can be relative to the artifact's own folder or to the workspace root; scratch pads
 * try the root first, other artifacts their folder. Handles must not be stored, but are followed; the status reports
 * them.
 */
export async function followRef(
  snapshot: FileSnapshot,
  from: { readonly kind: ArtifactKind; readonly path: string },
  stored: string,
  role: RefRole,
): Promise<Target> {
  const text = stored.trim();
  const locator = parseLocator(text);
  if (!locator.ok) {
    const { code, message } = locator.fault;
    return { type: "invalid", code: code === "unsupported_scheme" ? code : "invalid_handle", message };
  }
  if (locator.value.type === "url") return { type: "remote", url: locator.value.url };
  if (locator.value.type === "artifact") return candidate(snapshot, documentPath(locator.value.ref));
  return followPath(snapshot, from, text, role);
}

/** The text to store for a target: relative to the artifact; in scratch pads relative to the root. */
export function storedForm(
  from: { readonly kind: ArtifactKind; readonly path: string },
  target: { readonly path: string },
): string {
  if (from.kind === "scratch_pad") return target.path;
  return relative(dirname(from.path), target.path) || ".";
}

/** A key that is the same for every spelling of a target. */
export function targetKey(target: Target, stored: string): string {
  if (target.type === "remote") return target.url;
  return target.type === "invalid" ? stored.trim() : target.path;
}

/** Whether a path starts at a root or a drive, so that it is never relative to an artifact's folder. */
export function isRooted(path: string): boolean {
  return /^([/\\]|[A-Za-z]:)/.test(path);
}

async function followPath(
  snapshot: FileSnapshot,
  from: { readonly kind: ArtifactKind; readonly path: string },
  text: string,
  role: RefRole,
): Promise<Target> {
  const path = text.replace(/#.*$/s, "");
  if (from.kind === "scratch_pad" && role === "dependency" && !/[/\\.]/.test(path)) {
    return candidate(snapshot, documentPath({ kind: "scratch_pad", name: path }));
  }
  const here = `${dirname(from.path)}/${path}`;
  const fromRoot = path;
  const order = isRooted(path) ? [path] : from.kind === "scratch_pad" ? [fromRoot, here] : [here, fromRoot];
  let first: Target | undefined;
  for (const attempt of order) {
    const target = await candidate(snapshot, attempt);
    if (target.type !== "invalid" && target.type !== "remote" && target.exists) return target;
    if (first === undefined || first.type === "invalid") first = target;
  }
  return first ?? { type: "invalid", code: "workspace_boundary", message: `\`${text}\` does not exist.` };
}

async function candidate(snapshot: FileSnapshot, path: string): Promise<Target> {
  const inside = await insideWorkspace(snapshot.workspace, path);
  if (!inside.ok) return { type: "invalid", code: "workspace_boundary", message: inside.fault.message };
  const exists = (await snapshot.kind(inside.value)) !== undefined;
  const ref = artifactAt(inside.value);
  if (ref === undefined) return { type: "document", path: inside.value, exists };
  return { type: "artifact", ref, path: inside.value, exists };
}
