import { join } from "node:path";
import { ok } from "../kernel/result.ts";
import { git } from "../workspace/git/command.ts";
import { gitStatus } from "../workspace/git/queries.ts";
import { literalPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { stateDirectory } from "../workspace/state/folder.ts";
import { updateFile } from "../workspace/write/update-file.ts";

/**
 * Keeps a folder or file that is only ours out of `git status` through `.git/info/exclude`, which is nobody's but
 * this clone's: no file of the project changes. Where it cannot be written, it is merely seen. The answer is the
 * file that got the line, for whoever reports it; undefined where nothing was written.
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
    // Locks and journal stay with the project's: git's own folder gets nothing but the line.
    const state = await stateDirectory(main.value);
    const place = { ...repository.value, state };
    const line = patternOf(path);
    const options = { create: true, label: `hide ${path}` };
    const written = await updateFile(
      place,
      literalPath("info/exclude"),
      (text) => ok(withLine(text, line)),
      options,
    );
    return written.ok ? join(repository.value.root, "info/exclude") : undefined;
  } catch {
    // The state folder cannot be made; making the worktree will say why.
    return undefined;
  }
}

function withLine(text: string, line: string): string {
  if (text.split(/\r?\n/).includes(line)) return text;
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`;
}

/** From the root of a checkout. No slash at its end: a folder may be a link to another disk. */
function patternOf(path: WorkspacePath): string {
  return `/${path.replace(/[\\*?[\]]/g, "\\$&").replace(/ $/, "\\ ")}`;
}
