import { fold } from "../names.ts";
import { skillUri } from "../serve/uri.ts";
import type { Skill } from "../skill.ts";

const none: readonly string[] = [];

type Named = Pick<Skill, "id" | "provider" | "kind" | "plugin" | "name" | "base">;

/** Finds skills by any form of their names. */
export interface NameIndex {
  /** The skills with this name; several when the name is ambiguous. */
  readonly find: (name: string) => readonly Skill[];
}

/**
 * The forms of a name, most exact first; the first form with a match wins. A bare name thus means a skill's own
 * name before that of a plugin's skill. A form does not repeat an earlier one: most skills have only two names,
 * and with a thousand skills the others would slow the start.
 */
const forms: readonly ((skill: Named) => readonly string[])[] = [
  (skill) => [skill.id],
  (skill) => {
    if (skill.plugin) return [`${skill.provider}:${skill.name}`];
    return isUnscoped(skill) ? [`${skill.provider}:other:${skill.name}`] : none;
  },
  (skill) => (skill.plugin || skill.name === skill.base ? none : [`${skill.provider}:${skill.base}`]),
  (skill) => (skill.plugin ? [`${skill.provider}:${skill.base}`] : none),
  (skill) => {
    if (skill.plugin) return none;
    return isUnscoped(skill) ? [skill.name, `other:${skill.name}`] : [skill.name];
  },
  (skill) => (skill.plugin ? [skill.name, ...pluginForms(skill.plugin.name, skill.base)] : none),
  (skill) => (skill.name === skill.base ? none : [skill.base]),
];

/** Whether a folded name is one of the skill's. */
export function isNameOf(skill: Named, folded: string): boolean {
  return forms.some((form) => form(skill).some((name) => fold(name) === folded));
}

/** `targets` maps each path to a skill to the one that is served; `copies` can only be named by path. */
export function createNameIndex(targets: ReadonlyMap<Skill, Skill>, copies: readonly Skill[]): NameIndex {
  const tiers = forms.map((form) => {
    const tier = new Map<string, Skill[]>();
    for (const [skill, target] of targets) {
      for (const key of form(skill)) addTo(tier, fold(key), target);
    }
    return tier;
  });
  let byAddress: ReadonlyMap<string, Skill> | undefined;
  return {
    find: (name) => {
      if (/[/\\]/.test(name)) {
        byAddress ??= addressesOf(targets, copies);
        const skill = byAddress.get(name);
        if (skill) return [skill];
      }
      const key = fold(name.trim());
      for (const tier of tiers) {
        const hits = tier.get(key);
        if (hits) return hits;
      }
      return [];
    },
  };
}

/** Skills by absolute path and by `skill://` URI; a served skill comes before its copies. */
function addressesOf(targets: ReadonlyMap<Skill, Skill>, copies: readonly Skill[]): Map<string, Skill> {
  const addresses = new Map<string, Skill>();
  const put = (key: string, skill: Skill) => void (addresses.has(key) || addresses.set(key, skill));
  for (const [skill, target] of targets) {
    const uri = skillUri(skill);
    for (const key of [skill.path, skill.folder.absolute]) put(key, target);
    if (uri !== undefined) for (const key of [uri, `${uri}/SKILL.md`]) put(key, target);
  }
  for (const skill of copies) for (const key of [skill.path, skill.folder.absolute]) put(key, skill);
  return addresses;
}

/** ccski names the skills of a folder without a scope `other:name`. */
function isUnscoped(skill: Named): boolean {
  return skill.kind === "custom" && skill.name === skill.base;
}

function pluginForms(plugin: string, base: string): string[] {
  return [`${plugin}:${base}`, `@${plugin}:${base}`];
}

function addTo(map: Map<string, Skill[]>, key: string, skill: Skill): void {
  const skills = map.get(key);
  if (skills === undefined) map.set(key, [skill]);
  else if (!skills.includes(skill)) skills.push(skill);
}
