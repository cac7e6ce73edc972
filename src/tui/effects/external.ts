import type { Result } from "../../kernel/result.ts";
import { runForeground } from "../../workspace/foreground.ts";
import type { Workspace } from "../../workspace/root.ts";
import { stateDirectory } from "../../workspace/state.ts";
import { deleteStateFile, readStateFile, writeStateFile } from "../../workspace/state-files.ts";
import type { FilePlace } from "../state/model.ts";

/** Programs that get the terminal for a while. */
export interface External {
  readonly edit: (place: FilePlace, line: number) => Promise<Result<unknown>>;
  readonly shell: (cwd: string) => Promise<Result<unknown>>;
  /** A text that the person writes in their editor; undefined when they left it empty. */
  readonly write: (prompt: string) => Promise<string | undefined>;
}

/** Gives the terminal away, waits, and takes it back. */
export type Pause = <T>(work: () => Promise<T>) => Promise<T>;

export function openExternal(workspace: Workspace, env: NodeJS.ProcessEnv, pause: Pause): External {
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  const open = (words: readonly string[], cwd: string) =>
    pause(() => runForeground(editor, words, { cwd, env }));
  return {
    edit: ({ root, path }, line) => open([...lineWord(editor, line), `${root}/${path}`], root),
    shell: (cwd) => pause(() => runForeground(env["SHELL"] || "/bin/sh", [], { cwd, env })),
    write: async (prompt) => {
      const folder = await stateDirectory(workspace, "drafts");
      const name = `answer-${process.pid}.md`;
      writeStateFile(folder, name, `\n${BELOW}\n\n${prompt}\n`);
      const ended = await open([`${folder}/${name}`], workspace.root);
      const text = Buffer.from(readStateFile(folder, name) ?? []).toString("utf8");
      deleteStateFile(folder, name);
      const written = text.split(BELOW)[0]?.trim() ?? "";
      return ended.ok && written !== "" ? written : undefined;
    },
  };
}

const BELOW = "<!-- Write the answer above this line. What was asked for is below. -->";

/** Most editors of the terminal take `+12`. */
function lineWord(editor: string, line: number): string[] {
  return line > 1 && /(^|\/)(n?vim?|nano|emacs|micro|kak|joe|ne)\b/.test(editor) ? [`+${line}`] : [];
}
