import { basename } from "node:path";
import { childOf } from "../workspace/paths.ts";
import type { Workspace } from "../workspace/root.ts";
import type { SkillDocument } from "./document.ts";
import type { Memo } from "./memo.ts";
import { baseName, fullName, idOf } from "./names.ts";
import { type PluginPlaces, pluginRoots } from "./plugins.ts";
import { type PlacedProblem, problem, type SkillProblem } from "./problem.ts";
import { type CustomDirectory, customRoots, defaultRoots, openRoots, type Root } from "./roots.ts";
import { type FoundFolder, scanRoot } from "./scan.ts";
import type { Rejected, Skill, SkillFileName, SkillSource } from "./skill.ts";
import { isStandardName } from "./standard.ts";

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
        if ("id" in read) skills.push(read);
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
  const { provider, location, plugin } = source;
  if (!reading.document) return { path, provider, location, problems: reading.problems };
  const { document, mtimeMs } = reading;
  const name = fullName(document.name, source);
  const problems = [
    ...document.problems,
    ...nameProblems(document, basename(folder.absolute)),
    ...(files.length > 1 ? [bothFiles()] : []),
  ];
  return {
    ...source,
    id: idOf(provider, name, plugin),
    name,
    base: baseName(name),
    description: document.description,
    folder,
    file,
    path,
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
    const message = `The name "${name}" breaks the standard, so skills/list leaves it out.`;
    return [
      problem(
        "warning",
        "name-breaks-standard",
        message,
        "Use lower-case letters, digits and single hyphens.",
        line,
      ),
    ];
  }
  if (name === folder) return [];
  const message = `The name "${name}" is not that of its folder, "${folder}"; some agents refuse that.`;
  return [problem("warning", "name-folder", message, "Rename one of them.", line)];
}

function bothFiles(): SkillProblem {
  const message = "Both `SKILL.md` and `.SKILL.md` are in this folder; the enabled one counts.";
  return problem(
    "warning",
    "enabled-and-disabled",
    message,
    "Delete one, or run `hewto skills enable --force`.",
  );
}
