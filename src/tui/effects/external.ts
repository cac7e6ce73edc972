import type { Result } from "../../kernel/result.ts";
import { editorOf, editText } from "../../workspace/process/editor.ts";
import { runForeground } from "../../workspace/process/terminal.ts";
import type { FileLocation } from "../state/model.ts";

/** Programs that take over the terminal for a while. */
export interface External {
  readonly edit: (file: FileLocation, line: number) => Promise<Result<unknown>>;
  readonly shell: (cwd: string) => Promise<Result<unknown>>;
  /** Opens a text in the user's editor and returns it as edited. */
  readonly write: (text: string, signal: AbortSignal) => Promise<Result<string>>;
}

/** Releases the terminal while the work runs. */
export type Pause = <T>(work: () => Promise<T>) => Promise<T>;

export function openExternal(env: NodeJS.ProcessEnv, pause: Pause): External {
  const editor = editorOf(env) ?? "vi";
  const open = (args: readonly string[], cwd: string) =>
    pause(() => runForeground(editor, args, { cwd, env }));
  return {
    edit: ({ root, path }, line) => open([...lineArgument(editor, line), `${root}/${path}`], root),
    shell: (cwd) => pause(() => runForeground(env["SHELL"] || "/bin/sh", [], { cwd, env })),
    write: (text, signal) => pause(() => editText(text, { editor, env, signal })),
  };
}

/** Most terminal editors accept `+12`. */
function lineArgument(editor: string, line: number): string[] {
  return line > 1 && /(^|\/)(n?vim?|nano|emacs|micro|kak|joe|ne)\b/.test(editor) ? [`+${line}`] : [];
}
