import { dirname, relative } from "node:path/posix";
import { insideWorkspace, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { type ArtifactKind, type ArtifactRef, artifactAt, documentPath } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { parseLocator } from "./locator.ts";

/** What a reference in a file leads to. */
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

/** Which field of the front matter the reference stands in: scratch pads count from the root. */
export type RefRole = "dependency" | "reference" | "spec" | "target" | "location";

/**
 * Finds what a stored reference leads to. Both bases that are in use are understood: the artifact's own folder
 * and the workspace root, the usual one of the field first. Handles are followed too, though they must not be
 * stored; the status reports them.
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

/** The text to store for a target: artifact-relative in specs and impls, root-relative in scratch pads. */
export function storedForm(
  from: { readonly kind: ArtifactKind; readonly path: string },
  target: { readonly path: string },
): string {
  if (from.kind === "scratch_pad") return target.path;
  return relative(dirname(from.path), target.path) || ".";
}

/** A name for a target that is the same however it was spelled. */
export function targetKey(target: Target, stored: string): string {
  if (target.type === "remote") return target.url;
  return target.type === "invalid" ? stored.trim() : target.path;
}

/** A path that starts at a root or a drive: it is never seen from an artifact's folder. */
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
  return first ?? { type: "invalid", code: "workspace_boundary", message: `\`${text}\` leads nowhere.` };
}

async function candidate(snapshot: FileSnapshot, path: string): Promise<Target> {
  const inside = await insideWorkspace(snapshot.workspace, path);
  if (!inside.ok) return { type: "invalid", code: "workspace_boundary", message: inside.fault.message };
  const exists = (await snapshot.kind(inside.value)) !== undefined;
  const ref = artifactAt(inside.value);
  if (ref === undefined) return { type: "document", path: inside.value, exists };
  return { type: "artifact", ref, path: inside.value, exists };
}
