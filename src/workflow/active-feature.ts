import { isRecord } from "../kernel/json.ts";
import { readText } from "../workspace/files.ts";
import { literalPath } from "../workspace/paths.ts";
import type { Workspace } from "../workspace/root.ts";
import type { Edit } from "../workspace/write-plan.ts";
import type { Feature } from "./feature.ts";

const file = literalPath(".specify/feature.json");

/** The folder that spec-kit's own commands would work on in this checkout; undefined when none is chosen. */
export async function activeFolder(workspace: Workspace): Promise<string | undefined> {
  const found = await readText(workspace, file);
  const folder = found.ok ? folderIn(found.value.text) : undefined;
  return folder;
}

/** The edit that makes this feature the active one; none when it already is. Other keys of the file stay. */
export async function activationOf(feature: Feature): Promise<Edit[]> {
  const found = await readText(feature.workspace, file);
  const text = found.ok ? found.value.text : "{}";
  if (folderIn(text) === feature.path) return [];
  if (!found.ok && found.fault.code !== "path_not_found") return [];
  const before = parse(text);
  if (before === undefined) return []; // someone's broken file is theirs to mend
  const content = `${JSON.stringify({ ...before, feature_directory: feature.path }, null, 2)}\n`;
  return [{ kind: "write", path: file, content, expect: found.ok ? found.value.sha256 : "absent" }];
}

function folderIn(text: string): string | undefined {
  const folder = parse(text)?.feature_directory;
  return typeof folder === "string" ? folder : undefined;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
