import { fold } from "../names.ts";
import { skillUri } from "../serve/uri.ts";
import type { Skill } from "../skill.ts";

const none: readonly string[] = [];

type Named = Pick<Skill, "id" | "provider" | "kind" | "plugin" | "name" | "base">;

/** Finds skills by every form of their names. */
export interface NameIndex {
  /** The skills that the name means; several when it is ambiguous, none when nothing has it. */
  readonly find: (name: string) => readonly Skill[];
}

/**
 * The forms of a name, the most exact first; the first form that anything has decides.
 * A bare name thus means a skill's own name before it means a plugin's. What an earlier form says already is not
 * said again: most skills have but two names, and a start with a thousand of them shows the rest.
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

/** Whether a name, given in its folded form, may mean it. */
export function isNameOf(skill: Named, folded: string): boolean {
  return forms.some((form) => form(skill).some((name) => fold(name) === folded));
}

/** `targets` leads from each way to a skill to the one that is served; `copies` can be named by path only. */
export function createNameIndex(targets: ReadonlyMap<Skill, Skill>, copies: readonly Skill[]): NameIndex {
  const tiers = forms.map((form) => {
    const tier = new Map<string, Skill[]>();
    for (const [skill, target] of targets) {
      for (const key of form(skill)) addTo(tier, fold(key), target);
    }
    return tier;
  });
  let places: ReadonlyMap<string, Skill> | undefined;
  return {
    find: (name) => {
      if (/[/\\]/.test(name)) {
        places ??= placesOf(targets, copies);
        const place = places.get(name);
        if (place) return [place];
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

/** By absolute path or `skill://` address; what is served comes before a copy that is not. */
function placesOf(targets: ReadonlyMap<Skill, Skill>, copies: readonly Skill[]): Map<string, Skill> {
  const places = new Map<string, Skill>();
  const put = (key: string, skill: Skill) => void (places.has(key) || places.set(key, skill));
  for (const [skill, target] of targets) {
    const uri = skillUri(skill);
    for (const key of [skill.path, skill.folder.absolute]) put(key, target);
    if (uri !== undefined) for (const key of [uri, `${uri}/SKILL.md`]) put(key, target);
  }
  for (const skill of copies) for (const key of [skill.path, skill.folder.absolute]) put(key, skill);
  return places;
}

/** The original system called the skills of a folder without a scope `other:name`. */
function isUnscoped(skill: Named): boolean {
  return skill.kind === "custom" && skill.name === skill.base;
}

function pluginForms(plugin: string, base: string): string[] {
  return [`${plugin}:${base}`, `@${plugin}:${base}`];
}

function addTo(map: Map<string, Skill[]>, key: string, skill: Skill): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [skill]);
  else if (!held.includes(skill)) held.push(skill);
}
