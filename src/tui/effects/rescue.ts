import type { Workspace } from "../../workspace/paths/root.ts";
import { listStateFiles, writeStateFile } from "../../workspace/state/files.ts";
import { stateDirectory, stateRoot } from "../../workspace/state/folder.ts";
import { type Editor, isDirty, textOf } from "../state/editor.ts";
import { encodeText } from "./byte-text.ts";

const PREFIX = "unsaved-";

/** Makes the folder while there is time: at the end nothing may be waited for. */
export async function prepareRescue(workspace: Workspace): Promise<void> {
  try {
    await stateDirectory(workspace, "rescued");
  } catch {
    // A project that takes no files: then there is nowhere to keep the text either.
  }
}

/** Keeps a text that nobody could be asked about, because the app was ended from outside; gives where. */
export function rescueText(workspace: Workspace, editor: Editor | undefined, now: Date): string | undefined {
  if (!editor || !isDirty(editor)) return undefined;
  const stamp = now.toISOString().replace(/[-:]|\.\d+Z/g, "");
  const name = `${PREFIX}${stamp}-${editor.place.path.replaceAll("/", "-")}`;
  try {
    writeStateFile(folderOf(workspace), name, encodeText(textOf(editor)));
    return `${folderOf(workspace)}/${name}`;
  } catch {
    return undefined;
  }
}

/** Texts that were kept and that nobody has taken away since. */
export function rescuedTexts(workspace: Workspace): string[] {
  return listStateFiles(folderOf(workspace))
    .filter((name) => name.startsWith(PREFIX) && !name.endsWith(".tmp"))
    .map((name) => `${folderOf(workspace)}/${name}`);
}

function folderOf(workspace: Workspace): string {
  return `${stateRoot(workspace)}/rescued`;
}
