import { dirname, relative } from "node:path/posix";
import { ok, type Result } from "../../kernel/result.ts";
import { insideWorkspace, rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Concept } from "../model/concepts.ts";
import { ruleFailure } from "../model/faults.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { isRooted } from "./stored-refs.ts";

/**
 * The folder with the code of an implementation: `location`, relative to the implementation's own folder or to the
 * workspace root. Each way in which it can be wrong has its own message.
 */
export async function locationOf(snapshot: FileSnapshot, artifact: Artifact): Promise<Result<WorkspacePath>> {
  const { location } = artifact.metadata;
  const failed = (
    code: "compliance_unsupported" | "workspace_boundary" | "path_not_found" | "not_a_directory",
    message: string,
    remedy: string,
  ) =>
    ruleFailure("validation_scanning", "location", code, message, remedy, {
      artifact: artifact.handle,
      path: artifact.path,
    });
  if (location === undefined) {
    return failed(
      "compliance_unsupported",
      `${artifact.handle} has no \`location\`, so the location of its code is unknown.`,
      "Set the folder of the code with the op set_location.",
    );
  }
  if (/^[A-Za-z][A-Za-z0-9+.-]+:/.test(location)) {
    return failed(
      "compliance_unsupported",
      `\`location: ${location}\` is not a folder of the workspace.`,
      "Give the path of a folder inside the workspace.",
    );
  }
  const here = dirname(artifact.path);
  const candidates = isRooted(location) ? [location] : [`${here}/${location}`, location];
  let missing: WorkspacePath | undefined;
  let isFile = false;
  for (const candidate of candidates) {
    const inside = await insideWorkspace(snapshot.workspace, candidate);
    if (!inside.ok) continue;
    const kind = inside.value === rootPath ? "folder" : await snapshot.kind(inside.value);
    if (kind === "folder") return ok(inside.value);
    if (kind === "file") isFile = true;
    missing ??= inside.value;
  }
  if (isFile)
    return failed(
      "not_a_directory",
      `\`location: ${location}\` is a file; it must be the root folder of the code.`,
      "Give the folder instead.",
    );
  if (missing === undefined)
    return failed(
      "workspace_boundary",
      `\`location: ${location}\` points outside the workspace.`,
      "Give a folder inside the workspace.",
    );
  return failed(
    "path_not_found",
    `\`location: ${location}\` points to \`${missing}\`, which does not exist.`,
    "Create the folder, or correct the location with the op set_location.",
  );
}

/** A location from a client as it is stored: relative to the implementation. The folder does not have to exist yet. */
export async function bindLocation(
  snapshot: FileSnapshot,
  concept: Concept,
  from: { readonly path: string },
  location: string,
): Promise<Result<string>> {
  const here = dirname(from.path);
  const attempts = isRooted(location) ? [location] : [location, `${here}/${location}`];
  const candidates: WorkspacePath[] = [];
  for (const attempt of /^[A-Za-z][A-Za-z0-9+.-]+:/.test(location) ? [] : attempts) {
    const inside = await insideWorkspace(snapshot.workspace, attempt);
    if (!inside.ok) continue;
    if ((await snapshot.kind(inside.value)) === "folder") return ok(relative(here, inside.value) || ".");
    candidates.push(inside.value);
  }
  const [first] = candidates;
  if (first !== undefined) return ok(relative(here, first) || ".");
  const message = `\`${location}\` is not a folder inside the workspace.`;
  const remedy = "Give the root folder of the code, inside the workspace.";
  return ruleFailure(concept, "location", "workspace_boundary", message, remedy, { path: location });
}
