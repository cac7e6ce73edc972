import { basename, dirname } from "node:path";
import { repositoryAt } from "../../workspace/git/repository.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { linkStateFile } from "../../workspace/state/files.ts";
import { readManifest, writeManifest } from "../store/manifest.ts";
import { analysisVersion, indexFolder } from "./home.ts";

/**
 * A linked worktree begins with the index of the main checkout: its segments are shared on disk, and files with
 * the same bytes are never parsed again. All time stamps differ there, so every file is still read and compared.
 */
export function seedFromMainCheckout(workspace: Workspace, folder: string): void {
  if (readManifest(folder)) return;
  const repository = repositoryAt(workspace.root);
  if (!repository || repository.commonDir === repository.gitDir || basename(repository.commonDir) !== ".git")
    return;
  const main = indexFolder({ root: dirname(repository.commonDir) });
  const manifest = readManifest(main);
  if (!manifest?.complete || manifest.analysis !== analysisVersion()) return;
  try {
    for (const { id } of manifest.segments) {
      linkStateFile(main, folder, `${id}.search`);
      linkStateFile(main, folder, `${id}.texts`);
    }
    writeManifest(folder, { ...manifest, complete: false, generation: 0, stamps: {} });
  } catch {
    // The main checkout is being indexed and has replaced a segment: begin with nothing.
  }
}
