import { indexFolder } from "../../code/index/home.ts";
import { hasManifest } from "../../code/store/manifest.ts";
import { exists } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { listLayouts } from "../init/survey.ts";

const skillFolders = [".claude/skills", ".agents/skills", ".codex/skills", "skills"];

/** Whether a status of this folder says more than the help does. */
export async function isWorthShowing(workspace: Workspace): Promise<boolean> {
  if ((await listLayouts(workspace)).length > 0 || hasManifest(indexFolder(workspace))) return true;
  for (const folder of skillFolders) if (await exists(workspace, literalPath(folder))) return true;
  return false;
}
