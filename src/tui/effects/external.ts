import type { Result } from "../../kernel/result.ts";
import { editorOf, editText } from "../../workspace/process/editor.ts";
import { runForeground } from "../../workspace/process/terminal.ts";
import type { FilePlace } from "../state/model.ts";

/** Programs that get the terminal for a while. */
export interface External {
  readonly edit: (place: FilePlace, line: number) => Promise<Result<unknown>>;
  readonly shell: (cwd: string) => Promise<Result<unknown>>;
  /** A text that the person changes in their editor. */
  readonly write: (text: string, signal: AbortSignal) => Promise<Result<string>>;
}

/** Gives the terminal away, waits, and takes it back. */
export type Pause = <T>(work: () => Promise<T>) => Promise<T>;

export function openExternal(env: NodeJS.ProcessEnv, pause: Pause): External {
  const editor = editorOf(env) ?? "vi";
  const open = (words: readonly string[], cwd: string) =>
    pause(() => runForeground(editor, words, { cwd, env }));
  return {
    edit: ({ root, path }, line) => open([...lineWord(editor, line), `${root}/${path}`], root),
    shell: (cwd) => pause(() => runForeground(env["SHELL"] || "/bin/sh", [], { cwd, env })),
    write: (text, signal) => pause(() => editText(text, { editor, env, signal })),
  };
}

/** Most editors of the terminal take `+12`. */
function lineWord(editor: string, line: number): string[] {
  return line > 1 && /(^|\/)(n?vim?|nano|emacs|micro|kak|joe|ne)\b/.test(editor) ? [`+${line}`] : [];
}
