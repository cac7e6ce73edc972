import { basename } from "node:path";
import { childOf } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { baseName, fullName, idOf, oneLine } from "../names.ts";
import { type PlacedProblem, problem, type SkillProblem } from "../problem.ts";
import type { Rejected, Skill, SkillFileName, SkillSource } from "../skill.ts";
import { isStandardName, limits } from "../standard.ts";
import type { SkillDocument } from "./document.ts";
import type { Memo } from "./memo.ts";
import { type PluginPlaces, pluginRoots } from "./plugins.ts";
import { type CustomDirectory, customRoots, defaultRoots, openRoots, type Root } from "./roots.ts";
import { type FoundFolder, scanRoot } from "./scan.ts";

/** Where to look. All paths are absolute. */
export interface Places extends PluginPlaces {
  readonly customDirs: readonly CustomDirectory[];
  readonly customProvider: string;
  readonly scanDefaultDirs: boolean;
  readonly skipPlugins: boolean;
}

/** Everything that is on disk, before any filter and with all copies. */
export interface Discovery {
  readonly skills: readonly Skill[];
  readonly rejected: readonly Rejected[];
  /** What concerns no single SKILL.md: unreadable folders, broken manifests. */
  readonly problems: readonly PlacedProblem[];
  readonly roots: readonly Root[];
  readonly grounds: readonly Workspace[];
}

export async function discover(memo: Memo, places: Places): Promise<Discovery> {
  const plugins = places.skipPlugins ? { specs: [], problems: [] } : await pluginRoots(memo, places);
  const specs = [
    ...customRoots(places.customDirs, places.customProvider),
    ...(places.scanDefaultDirs ? await defaultRoots(memo, places.project, places.home) : []),
    ...plugins.specs,
  ];
  const { roots, grounds, problems } = await openRoots(memo, specs, places.project);
  const skills: Skill[] = [];
  const rejected: Rejected[] = [];
  const troubles: PlacedProblem[] = [...plugins.problems, ...problems];
  for (const root of roots) {
    const scan = await scanRoot(memo, root, grounds);
    const source = sourceOf(root);
    troubles.push(...scan.problems);
    for (const found of scan.found) {
      for (const file of found.files) {
        const read = await readSkill(memo, source, found, file);
        if ("document" in read) skills.push(read);
        else rejected.push(read);
      }
    }
  }
  memo.sweep();
  return { skills, rejected, problems: troubles, roots, grounds };
}

function sourceOf({ provider, location, kind, order, plugin, scope }: Root): SkillSource {
  return {
    provider,
    location,
    kind,
    order,
    ...(plugin ? { plugin } : {}),
    ...(scope === undefined ? {} : { scope }),
  };
}

async function readSkill(
  memo: Memo,
  source: SkillSource,
  { folder, files, linked }: FoundFolder,
  file: SkillFileName,
): Promise<Skill | Rejected> {
  const reading = await memo.document(folder, file);
  const path = childOf(folder.absolute, file);
  const called = basename(folder.absolute);
  const name = fullName(reading.document?.name ?? called, source);
  const id = idOf(source.provider, name, source.plugin);
  const named = { ...source, id, name, base: baseName(name), folder, path };
  if (!reading.document) return { ...named, problems: reading.problems };
  const { document, mtimeMs } = reading;
  const problems = [
    ...document.problems,
    ...nameProblems(document, called),
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

/** What the standard forbids and loading allows; `validate` has the details. */
function nameProblems({ name, lines }: SkillDocument, folder: string): SkillProblem[] {
  const line = lines.get("name") ?? 1;
  if (!isStandardName(name)) {
    const message = `The name "${name}" breaks the standard (a–z, digits and single hyphens, at most ${limits.name}), so agents that ask by the protocol's \`skills/list\` do not get this skill.`;
    return [problem("warning", "name-breaks-standard", message, "Rename it.", line)];
  }
  if (name === folder) return [];
  const message = `The name "${name}" is not that of its folder, "${oneLine(folder)}"; some agents refuse that.`;
  return [problem("warning", "name-folder", message, "Rename one of them.", line)];
}

function bothFiles(name: string): SkillProblem {
  const message = "Both `SKILL.md` and `.SKILL.md` are in this folder; the enabled one counts.";
  const fix = `Delete one; \`hewto skills enable --force ${name}\` puts the disabled one in place of the other.`;
  return problem("warning", "enabled-and-disabled", message, fix);
}
