import { clip, clipLine } from "../../kernel/clip.ts";
import { type Fault, fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable, printableLine } from "../../kernel/text.ts";
import { readText, statPath } from "../../workspace/files/files.ts";
import { childPath, insideWorkspace } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import { maxSkillBytes } from "../discover/memo.ts";
import type { Skill } from "../skill.ts";

const maxFiles = 500;
const maxSuggestions = 20;

export interface LoadedSkill {
  readonly skill: Skill;
  /** The file's current content, byte for byte. */
  readonly text: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Reads the SKILL.md of a resolved skill. Takes the skill, not its name, so that a name is resolved only once. */
export async function loadSkill(skill: Skill): Promise<Result<LoadedSkill>> {
  const { jail, path } = skill.folder;
  const file = await readText(jail, childPath(path, skill.file), { maxBytes: maxSkillBytes });
  if (!file.ok) return fail(readFault(skill, file.fault));
  const { text, sha256, bytes } = file.value;
  return ok({ skill, text, sha256, bytes });
}

/** The header before a skill's text, one field per line. */
export function skillHeader({ name, path, location, provider, plugin }: Skill): string {
  const lines = [`name: ${name}`, `path: ${path}`, `location: ${location}`, `provider: ${provider}`];
  if (plugin) lines.push(`plugin: ${plugin.name}@${plugin.marketplace}`);
  // A folder's name may contain a line break, which must not start a new header line.
  return lines.map(printableLine).join("\n");
}

/** A file in the skill's folder, or a list of the files in a folder of it. Paths outside the skill are refused. */
export async function loadBundled(skill: Skill, requested: string): Promise<Result<string>> {
  const folder = await openWorkspace(skill.folder.absolute);
  if (!folder.ok) return fail(readFault(skill, folder.fault));
  const path = await insideWorkspace(folder.value, requested);
  if (!path.ok) return outsideSkill(skill, requested);
  const stat = await statPath(folder.value, path.value);
  if (!stat.ok) return outsideSkill(skill, requested);
  if (stat.value === undefined) return missingFile(skill, folder.value, requested);
  if (stat.value.kind === "folder") return listFiles(folder.value, path.value);
  const file = await readText(folder.value, path.value, { maxBytes: maxSkillBytes });
  return file.ok ? ok(file.value.text) : file;
}

async function listFiles(folder: Workspace, from: string): Promise<Result<string>> {
  const walked = await walkAll(folder, { ignore: false, skip: [".git"] });
  if (!walked.ok) return walked;
  const inside = walked.value.filter(({ path }) => from === "" || path.startsWith(`${from}/`));
  const { shown, leftOut } = clip(inside, maxFiles);
  const lines = shown.map(({ path, size }) => `${path} (${size} bytes)`);
  return ok(
    [...lines, ...(leftOut > 0 ? [`… and ${leftOut} more; give a subfolder to list fewer`] : [])].join("\n"),
  );
}

async function missingFile(skill: Skill, folder: Workspace, requested: string): Promise<Result<string>> {
  const files = await walkAll(folder, { ignore: false, skip: [".git"] });
  const names = files.ok ? clip(files.value, maxSuggestions).shown.map(({ path }) => path) : [];
  const message = `The skill \`${skill.name}\` has no file \`${displayPath(requested)}\`.`;
  return fail(fault("path_not_found", message, `It has: ${names.join(", ")}.`, { path: requested }));
}

function outsideSkill(skill: Skill, requested: string): Result<never> {
  const message = `\`${displayPath(requested)}\` is not a path inside the folder of the skill \`${skill.name}\`.`;
  const remedy = 'Use a path relative to the skill\'s folder; {"path": "."} lists its files.';
  return fail(fault("path_escape", message, remedy, { path: requested }));
}

/** Does not contain the file's path: over HTTP, the caller may be on another machine. */
function readFault(skill: Skill, cause: Fault): Fault {
  if (cause.code !== "path_not_found") return cause;
  const message = `The skill \`${skill.name}\` was removed after the last refresh.`;
  return fault("skill_not_found", message, "List the skills again.", { subject: { name: skill.name } });
}

function displayPath(path: string): string {
  return clipLine(printable(path), 200);
}
