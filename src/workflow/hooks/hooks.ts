import { readText } from "../../workspace/files/files.ts";
import { joinPath, literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import { commandFilesOf } from "../guides.ts";
import type { Hook, HooksReading } from "./read-hooks.ts";

export const extensionsFile = literalPath(".specify/extensions.yml");

/** The hooks of a checkout; none if it has no extensions. */
export async function loadHooks(workspace: Workspace): Promise<HooksReading> {
  const text = await readText(workspace, extensionsFile);
  if (!text.ok && text.fault.code === "path_not_found") return { hooks: [], problems: [] };
  if (!text.ok) return { hooks: [], problems: [{ line: 1, message: text.fault.message }] };
  const { readHooks } = await import("./read-hooks.ts");
  return readHooks(text.value.text);
}

/** The hooks of one step or review, those before it first. */
export function hooksAround({ hooks }: HooksReading, step: string): Hook[] {
  return ["before", "after"].flatMap((when) => hooks.filter(({ event }) => event === `${when}_${step}`));
}

/** `speckit.git.feature (before)`. */
export function hookName({ command, event }: Hook): string {
  return `${command} (${event.slice(0, event.indexOf("_"))})`;
}

/** Instructions for an agent to run the hooks around its step. */
export async function hookGuides(
  workspace: Workspace,
  hooks: readonly Hook[],
  program: string,
): Promise<string[]> {
  const guides: string[] = [];
  for (const hook of hooks) {
    const path = await instructionsOf(workspace, hook, program);
    const how = path === undefined ? `run your command \`/${hook.command}\`` : `read ${path} and follow it`;
    const what = `the hook \`${hook.command}\` of the extension ${hook.extension}: ${how}`;
    guides.push(
      hook.event.startsWith("before_")
        ? `Before you start, run ${what}. Wait until it is done; if it fails, stop and say why.`
        : `When everything else is done, run ${what}. If it fails, say why.`,
    );
  }
  return guides;
}

/** The file with the instructions of a hook: the one that is installed for the agent, or the extension's own. */
async function instructionsOf(
  workspace: Workspace,
  hook: Hook,
  program: string,
): Promise<string | undefined> {
  const [installed] = await commandFilesOf(workspace, bareName(hook), program);
  if (installed !== undefined) return installed;
  return (await extensionFiles(workspace, hook)).find((path) => path.endsWith(`/${hook.command}.md`));
}

/** More than any extension has; a hostile repository must not make a question endless. */
const maxFiles = 100;

/** The files that a hook can read or run: its instructions for any agent, and everything that its extension brings. */
export async function hookFiles(workspace: Workspace, hook: Hook): Promise<string[]> {
  return [...(await commandFilesOf(workspace, bareName(hook))), ...(await extensionFiles(workspace, hook))];
}

function bareName({ command }: Hook): string {
  return command.replace(/^speckit\./, "");
}

async function extensionFiles(workspace: Workspace, { extension }: Hook): Promise<string[]> {
  const folder = joinPath(literalPath(".specify/extensions"), extension);
  if (!/^[a-z0-9-]+$/.test(extension) || !folder.ok) return [];
  const walked = await walkAll(workspace, { from: folder.value, ignore: false });
  return (walked.ok ? walked.value : []).map(({ path }) => String(path)).slice(0, maxFiles);
}
