import type { Workspace } from "../../workspace/paths/root.ts";
import { listStateFiles, writeStateFile } from "../../workspace/state/files.ts";
import { stateDirectory, stateRoot } from "../../workspace/state/folder.ts";
import { type Editor, isDirty, textOf } from "../state/editor.ts";
import { encodeText } from "./byte-text.ts";

const PREFIX = "unsaved-";

/** Creates the folder in advance: a dying process cannot wait for anything. */
export async function prepareRescue(workspace: Workspace): Promise<void> {
  try {
    await stateDirectory(workspace, "rescued");
  } catch {
    // The project is read-only, so there is nowhere to keep the text.
  }
}

/** Keeps unsaved text when the app ends without asking the user; returns the path. */
export function rescueText(workspace: Workspace, editor: Editor | undefined, now: Date): string | undefined {
  if (!editor || !isDirty(editor)) return undefined;
  const stamp = now.toISOString().replace(/[-:]|\.\d+Z/g, "");
  const name = `${PREFIX}${stamp}-${editor.file.path.replaceAll("/", "-")}`;
  try {
    writeStateFile(folderOf(workspace), name, encodeText(textOf(editor)));
    return `${folderOf(workspace)}/${name}`;
  } catch {
    return undefined;
  }
}

/** Unsaved texts of earlier sessions that still exist. */
export function rescuedTexts(workspace: Workspace): string[] {
  return listStateFiles(folderOf(workspace))
    .filter((name) => name.startsWith(PREFIX) && !name.endsWith(".tmp"))
    .map((name) => `${folderOf(workspace)}/${name}`);
}

function folderOf(workspace: Workspace): string {
  return `${stateRoot(workspace)}/rescued`;
}
