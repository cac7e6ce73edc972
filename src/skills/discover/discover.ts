import { basename } from "node:path";
import { joinAbsolute } from "../../workspace/paths/paths.ts";
import { type PathProblem, problem, type SkillProblem } from "../finding.ts";
import { baseName, fullName, idOf, oneLine } from "../names.ts";
import type { InvalidSkill, Skill, SkillFileName, SkillSource } from "../skill.ts";
import { isStandardName, limits } from "../standard.ts";
import type { SkillDocument } from "./document.ts";
import type { Memo } from "./memo.ts";
import { type PluginPaths, pluginRoots } from "./plugins.ts";
import { type CustomDirectory, customRoots, defaultRoots, openRoots, type Root } from "./roots.ts";
import { type ScannedFolder, scanRoot } from "./scan.ts";

/** Where to look for skills. All paths are absolute. */
export interface SearchPaths extends PluginPaths {
  readonly customDirs: readonly CustomDirectory[];
  readonly customProvider: string;
  readonly scanDefaultDirs: boolean;
  readonly skipPlugins: boolean;
}

/** Everything on disk, duplicates included, before filters apply. */
export interface Discovery {
  readonly skills: readonly Skill[];
  readonly invalid: readonly InvalidSkill[];
  /** Problems outside any one SKILL.md: unreadable folders, broken manifests. */
  readonly problems: readonly PathProblem[];
  readonly roots: readonly Root[];
}

export async function discover(memo: Memo, paths: SearchPaths): Promise<Discovery> {
  const plugins = paths.skipPlugins ? { specs: [], problems: [] } : await pluginRoots(memo, paths);
  const specs = [
    ...customRoots(paths.customDirs, paths.customProvider),
    ...(paths.scanDefaultDirs ? await defaultRoots(memo, paths.project, paths.home) : []),
    ...plugins.specs,
  ];
  const { roots, allowedRoots, problems: rootProblems } = await openRoots(memo, specs, paths.project);
  const skills: Skill[] = [];
  const invalid: InvalidSkill[] = [];
  const problems: PathProblem[] = [...plugins.problems, ...rootProblems];
  for (const root of roots) {
    const scan = await scanRoot(memo, root, allowedRoots);
    problems.push(...scan.problems);
    for (const folder of scan.folders) {
      for (const file of folder.files) {
        const skill = await readSkill(memo, sourceOf(root), folder, file);
        if ("document" in skill) skills.push(skill);
        else invalid.push(skill);
      }
    }
  }
  memo.sweep();
  return { skills, invalid, problems, roots };
}

function sourceOf({ provider, location, kind, order, plugin, scope }: Root): SkillSource {
  return { provider, location, kind, order, plugin, scope };
}

async function readSkill(
  memo: Memo,
  source: SkillSource,
  { folder, files, linked }: ScannedFolder,
  file: SkillFileName,
): Promise<Skill | InvalidSkill> {
  const reading = await memo.document(folder, file);
  const path = joinAbsolute(folder.absolute, file);
  const folderName = basename(folder.absolute);
  const name = fullName(reading.document?.name ?? folderName, source);
  const id = idOf(source.provider, name, source.plugin);
  const named = { ...source, id, name, base: baseName(name), folder, path };
  if (!reading.document) return { ...named, problems: reading.problems };
  const { document, mtimeMs } = reading;
  const problems = [
    ...document.problems,
    ...nameProblems(document, folderName),
    ...(files.length > 1 ? [bothFiles(name)] : []),
  ];
  return {
    ...named,
    description: document.description,
    file,
    disabled: file === ".SKILL.md",
    linked,
    mtimeMs,
    document,
    problems,
  };
}

/** Names that break the standard but still load; `hewto skills validate` has the details. */
function nameProblems({ name, lines }: SkillDocument, folder: string): SkillProblem[] {
  const line = lines.get("name") ?? 1;
  if (!isStandardName(name)) {
    const message = `The name "${name}" breaks the standard (a–z, digits and single hyphens, at most ${limits.name}), so agents that use the protocol's \`skills/list\` do not see this skill.`;
    return [problem("warning", "name-breaks-standard", message, "Rename it.", line)];
  }
  if (name === folder) return [];
  const message = `The name "${name}" differs from its folder's, "${oneLine(folder)}"; some agents reject that.`;
  return [problem("warning", "name-folder", message, "Rename one of them.", line)];
}

function bothFiles(name: string): SkillProblem {
  const message = "This folder has both `SKILL.md` and `.SKILL.md`; the enabled one is used.";
  const to = "replace the enabled one with the disabled one";
  const suggest = { operation: "skills_enable", args: { names: [name], force: true }, to };
  return { ...problem("warning", "enabled-and-disabled", message, "Delete one of them."), suggest };
}
