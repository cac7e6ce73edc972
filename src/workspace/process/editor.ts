import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { runForeground } from "./terminal.ts";

/** The person's own editor, as they have set it; undefined where they have set none. */
export function editorOf(env: NodeJS.ProcessEnv): string | undefined {
  return [env["VISUAL"], env["EDITOR"]].find((each) => each !== undefined && each.trim() !== "");
}

/**
 * Lets the person edit a text in their editor, which gets the whole terminal until it ends. The file is
 * theirs alone and gone afterwards.
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
    const why = await open(options, file);
    return why === undefined ? ok(await readFile(file, "utf8")) : failed(options.editor, why);
  } catch (error) {
    return failed(options.editor, error instanceof Error ? error.message : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why the editor did not do it; undefined when it did. */
async function open(
  { editor, env = process.env, signal }: Parameters<typeof editText>[1],
  file: string,
): Promise<string | undefined> {
  const ended = await runForeground(editor, [file], { env, ...(signal ? { signal } : {}) });
  if (!ended.ok) return ended.fault.message.replace(/\.$/, "");
  const { code, signal: by } = ended.value;
  return code === 0 ? undefined : `it ended with ${by ?? `exit code ${code}`}`;
}

function failed(editor: string, why: string): Result<never> {
  return fail(
    fault("program_missing", `The editor \`${editor}\` did not do it: ${why}.`, "Check VISUAL and EDITOR.", {
      subject: { command: editor },
    }),
  );
}
