import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { runForeground } from "./terminal.ts";

/** The user's editor, from $VISUAL or $EDITOR; undefined when neither is set. */
export function editorOf(env: NodeJS.ProcessEnv): string | undefined {
  return [env["VISUAL"], env["EDITOR"]].find((each) => each !== undefined && each.trim() !== "");
}

/**
 * Opens a text in the user's editor, which has the terminal until it exits. The temporary file is private and is
 * deleted afterwards.
 *
 * @example const edited = await editText("notes/", { editor: "vi", signal })
 */
export async function editText(
  text: string,
  options: {
    readonly editor: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly signal?: AbortSignal;
    readonly name?: string;
  },
): Promise<Result<string>> {
  const folder = await mkdtemp(join(tmpdir(), "hewto-edit-"));
  try {
    const file = join(folder, options.name ?? "text.md");
    await writeFile(file, text, { mode: 0o600 });
    const reason = await open(options, file);
    return reason === undefined ? ok(await readFile(file, "utf8")) : failed(options.editor, reason);
  } catch (error) {
    return failed(options.editor, error instanceof Error ? error.message : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why the editor failed; undefined when it did not. */
async function open(
  { editor, env = process.env, signal }: Parameters<typeof editText>[1],
  file: string,
): Promise<string | undefined> {
  const ended = await runForeground(editor, [file], { env, signal });
  if (!ended.ok) return ended.fault.message.replace(/\.$/, "");
  const { code, signal: endSignal } = ended.value;
  return code === 0 ? undefined : `it ended with ${endSignal ?? `exit code ${code}`}`;
}

function failed(editor: string, reason: string): Result<never> {
  return fail(
    fault("program_missing", `The editor \`${editor}\` failed: ${reason}.`, "Check VISUAL and EDITOR.", {
      subject: { command: editor },
    }),
  );
}
