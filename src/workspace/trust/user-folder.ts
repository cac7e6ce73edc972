import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { userConfigFolder } from "../config/user-folders.ts";
import { errnoOf } from "../paths/errno.ts";
import { openWorkspace, type Workspace } from "../paths/root.ts";
import { makeFolders, nodeDisk } from "../write/disk.ts";

/** The user's configuration folder, created if necessary. Decisions of the user are stored there, never in a project. */
export async function openUserFolder(env: NodeJS.ProcessEnv): Promise<Result<Workspace>> {
  const folder = userConfigFolder(env);
  try {
    await makeFolders(folder, nodeDisk);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(
      fault("write_failed", `${folder} cannot be created: ${reason}.`, "Check its permissions.", {
        path: folder,
      }),
    );
  }
  const opened = await openWorkspace(folder);
  // State of the write path goes below it, not into a `.hewto` folder.
  return opened.ok ? ok({ ...opened.value, state: `${opened.value.root}/state` }) : opened;
}

/** Creates a private file, or makes an existing one private, before a secret is written: `commit` keeps its mode. */
export async function ensurePrivateFile({ root }: Workspace, name: string): Promise<Result<undefined>> {
  try {
    await makePrivate(join(root, name));
    return ok(undefined);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${name} cannot be written: ${reason}.`;
    return fail(fault("write_failed", message, "Check the permissions of the file.", { path: root }));
  }
}

async function makePrivate(path: string): Promise<void> {
  try {
    await (await nodeDisk.open(path, "wx", 0o600)).close();
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
    await nodeDisk.chmod(path, 0o600);
  }
}
