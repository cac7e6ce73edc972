import { dirname, relative } from "node:path/posix";
import { ok, type Result } from "../../kernel/result.ts";
import { insideWorkspace, rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Concept } from "../model/concepts.ts";
import { ruleFailure } from "../model/faults.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { isRooted } from "./stored-refs.ts";

/**
 * The folder that holds an implementation's code: `location`, seen from the implementation's own folder, else
 * from the workspace root. Each way in which it can be wrong has its own words.
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
      `${artifact.handle} has no \`location\`, so nobody knows where its code is.`,
      "Set the folder of the code with the op set_location.",
    );
  }
  if (/^[A-Za-z][A-Za-z0-9+.-]+:/.test(location)) {
    return failed(
      "compliance_unsupported",
      `\`location: ${location}\` is not a folder of the workspace.`,
      "Name the folder by its path inside the workspace.",
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
      "Name the folder.",
    );
  if (missing === undefined)
    return failed(
      "workspace_boundary",
      `\`location: ${location}\` leads outside the workspace.`,
      "Name a folder inside the workspace.",
    );
  return failed(
    "path_not_found",
    `\`location: ${location}\` leads to \`${missing}\`, which does not exist.`,
    "Create the folder or correct the location with set_location.",
  );
}

/** A location as a client gave it, made ready to store: relative to the implementation. It need not be there yet. */
export async function bindLocation(
  snapshot: FileSnapshot,
  concept: Concept,
  from: { readonly path: string },
  location: string,
): Promise<Result<string>> {
  const here = dirname(from.path);
  const attempts = isRooted(location) ? [location] : [location, `${here}/${location}`];
  const usable: WorkspacePath[] = [];
  for (const attempt of /^[A-Za-z][A-Za-z0-9+.-]+:/.test(location) ? [] : attempts) {
    const inside = await insideWorkspace(snapshot.workspace, attempt);
    if (!inside.ok) continue;
    if ((await snapshot.kind(inside.value)) === "folder") return ok(relative(here, inside.value) || ".");
    usable.push(inside.value);
  }
  const [first] = usable;
  if (first !== undefined) return ok(relative(here, first) || ".");
  const message = `\`${location}\` is not a folder inside the workspace.`;
  const remedy = "Name the root folder of the code by its path inside the workspace.";
  return ruleFailure(concept, "location", "workspace_boundary", message, remedy, { path: location });
}
