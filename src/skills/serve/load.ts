import { clip } from "../../kernel/clip.ts";
import { type Fault, fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable, printableLine } from "../../kernel/text.ts";
import { childPath, readText, statPath } from "../../workspace/files/files.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import { maxSkillBytes } from "../discover/memo.ts";
import type { Skill } from "../skill.ts";

const maxListed = 500;

export interface LoadedSkill {
  readonly skill: Skill;
  /** The whole file as it is now, to the byte. */
  readonly text: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Reads the SKILL.md of a resolved skill. The object is the key: a name is never resolved a second time. */
export async function loadSkill(skill: Skill): Promise<Result<LoadedSkill>> {
  const { jail, path } = skill.folder;
  const file = await readText(jail, childPath(path, skill.file), { maxBytes: maxSkillBytes });
  if (!file.ok) return fail(lost(skill, file.fault));
  const { text, sha256, bytes } = file.value;
  return ok({ skill, text, sha256, bytes });
}

/** The header that stands before a skill's text, one fact on each line. */
export function skillHeader({ name, path, location, provider, plugin }: Skill): string {
  const lines = [`name: ${name}`, `path: ${path}`, `location: ${location}`, `provider: ${provider}`];
  if (plugin) lines.push(`plugin: ${plugin.name}@${plugin.marketplace}`);
  // A folder may have a line break in its name, and must not write a header line of its own.
  return lines.map(printableLine).join("\n");
}

/** A file that the skill brings along, or the names of the files in a folder of it. Never leaves the skill. */
export async function loadBundled(skill: Skill, wanted: string): Promise<Result<string>> {
  const folder = await openWorkspace(skill.folder.absolute);
  if (!folder.ok) return fail(lost(skill, folder.fault));
  const path = await insideWorkspace(folder.value, wanted);
  if (!path.ok) return leadsOut(skill, wanted);
  const stat = await statPath(folder.value, path.value);
  if (!stat.ok) return leadsOut(skill, wanted);
  if (stat.value === undefined) return absent(skill, folder.value, wanted);
  if (stat.value.kind === "folder") return listFiles(folder.value, path.value);
  const file = await readText(folder.value, path.value, { maxBytes: maxSkillBytes });
  return file.ok ? ok(file.value.text) : file;
}

async function listFiles(folder: Workspace, from: string): Promise<Result<string>> {
  const walked = await walkAll(folder, { ignore: false, skip: [".git"] });
  if (!walked.ok) return walked;
  const inside = walked.value.filter(({ path }) => from === "" || path.startsWith(`${from}/`));
  const { shown, leftOut } = clip(inside, maxListed);
  const lines = shown.map(({ path, size }) => `${path} (${size} bytes)`);
  return ok(
    [...lines, ...(leftOut > 0 ? [`… and ${leftOut} more; name a folder to see fewer`] : [])].join("\n"),
  );
}

async function absent(skill: Skill, folder: Workspace, wanted: string): Promise<Result<string>> {
  const files = await walkAll(folder, { ignore: false, skip: [".git"] });
  const names = files.ok
    ? clip(
        files.value.map(({ path }) => path),
        20,
      ).shown
    : [];
  const message = `The skill \`${skill.name}\` has no file \`${shown(wanted)}\`.`;
  return fail(fault("path_not_found", message, `It has: ${names.join(", ")}.`, { path: wanted }));
}

function leadsOut(skill: Skill, wanted: string): Result<never> {
  const message = `\`${shown(wanted)}\` is not a path inside the folder of the skill \`${skill.name}\`.`;
  const remedy = 'Name a file of the skill, relative to its folder; {"path": "."} lists them.';
  return fail(fault("path_escape", message, remedy, { path: wanted }));
}

/** Says nothing of where the file was: the answer may go to a stranger. */
function lost(skill: Skill, cause: Fault): Fault {
  if (cause.code !== "path_not_found") return cause;
  const message = `The skill \`${skill.name}\` was there at the last refresh and is gone now.`;
  return fault("skill_not_found", message, "Ask for the list of skills again.", {
    subject: { name: skill.name },
  });
}

function shown(path: string): string {
  const text = printable(path);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
