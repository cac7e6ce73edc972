import { join } from "node:path";
import type { Workspace } from "../../workspace/root.ts";
import { stateDirectory, stateFolder } from "../../workspace/state.ts";
import { parserVersions } from "../languages/registry.ts";

/** Raised whenever chunks, terms or roles come out differently for the same text. */
const chunkerVersion = 3;

/** What an index was made by; one made by something else is built anew. */
export function analysisVersion(): string {
  return `chunks:${chunkerVersion} ${parserVersions()}`.trim();
}

/** Where the index of a root lies. */
export function indexFolder(workspace: Workspace): string {
  return join(workspace.root, stateFolder, "index");
}

export function indexLock(workspace: Workspace): string {
  return join(workspace.root, stateFolder, "locks", "index.lock");
}

/** The same folder, made if need be. */
export async function makeIndexFolder(workspace: Workspace): Promise<string> {
  await stateDirectory(workspace, "locks");
  return stateDirectory(workspace, "index");
}
