import { join } from "node:path";
import { ok } from "../kernel/result.ts";
import { git } from "../workspace/git/command.ts";
import { gitStatus } from "../workspace/git/queries.ts";
import { literalPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { stateDirectory } from "../workspace/state/folder.ts";
import { updateFile } from "../workspace/write/update-file.ts";

/**
 * Hides one of our own folders or files from `git status` by a line in `.git/info/exclude`, so that no file of the
 * project changes. Returns the exclude file, or undefined if it was not written; then git merely shows the path.
 */
export async function hideFromStatus(checkout: string, path: WorkspacePath): Promise<string | undefined> {
  const main = await openWorkspace(checkout);
  if (!main.ok) return undefined;
  const ignored = await git(["--no-literal-pathspecs", "check-ignore", "--quiet", "--", `${path}/any`], {
    cwd: checkout,
  });
  const { commonDir } = await gitStatus(main.value);
  if (ignored.ok || commonDir === undefined) return undefined;
  const repository = await openWorkspace(commonDir);
  if (!repository.ok) return undefined;
  try {
    // Locks and the journal stay in the project's state folder: git's own folder gets only this line.
    const state = await stateDirectory(main.value);
    const target = { ...repository.value, state };
    const line = patternOf(path);
    const options = { create: true, label: `hide ${path}` };
    const written = await updateFile(
      target,
      literalPath("info/exclude"),
      (text) => ok(withLine(text, line)),
      options,
    );
    return written.ok ? join(repository.value.root, "info/exclude") : undefined;
  } catch {
    // The state folder cannot be created; creating the worktree will report why.
    return undefined;
  }
}

function withLine(text: string, line: string): string {
  if (text.split(/\r?\n/).includes(line)) return text;
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`;
}

/** The path from the root of a checkout, without a slash at its end: a folder may be a link to another disk. */
function patternOf(path: WorkspacePath): string {
  return `/${path.replace(/[\\*?[\]]/g, "\\$&").replace(/ $/, "\\ ")}`;
}
