import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { makePrivate } from "../config/private-file.ts";
import { userConfigFolder } from "../config/user-folders.ts";
import { openWorkspace, type Workspace } from "../paths/root.ts";
import { makeFolders, nodeDisk } from "../write/disk.ts";

/** The person's own folder, made if need be: what they have decided is kept there, never in a project. */
export async function openUserFolder(env: NodeJS.ProcessEnv): Promise<Result<Workspace>> {
  const folder = userConfigFolder(env);
  try {
    await makeFolders(folder, nodeDisk);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(
      fault("write_failed", `${folder} cannot be made: ${why}.`, "Check its permissions.", { path: folder }),
    );
  }
  const opened = await openWorkspace(folder);
  // Bookkeeping of the write path goes below, not into another `.hewto` of its own.
  return opened.ok ? ok({ ...opened.value, state: `${opened.value.root}/state` }) : opened;
}

/** Sees to it that a file there is the person's alone; the write path, which is atomic, keeps its mode. */
export async function ensurePrivateFile({ root }: Workspace, name: string): Promise<Result<undefined>> {
  try {
    await makePrivate(root, name);
    return ok(undefined);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `${name} cannot be written: ${why}.`;
    return fail(fault("write_failed", message, "Check the permissions of the file.", { path: root }));
  }
}
