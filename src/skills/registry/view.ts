import { sortedBy } from "../../kernel/order.ts";
import type { Discovery } from "../discover/discover.ts";
import { fold } from "../names.ts";
import type { InvalidSkill, Skill } from "../skill.ts";
import { applyFilters, byPreference, type Filters, isIncluded } from "./filter.ts";
import { createNameIndex, type NameIndex } from "./name-index.ts";

/** Whether a SKILL.md is served, and if not, why. */
export type Visibility =
  | { readonly kind: "served" }
  /** Another path to the same folder. */
  | { readonly kind: "same"; readonly as: Skill }
  /** A skill with the same id has a higher rank. */
  | { readonly kind: "shadowed"; readonly by: Skill }
  | { readonly kind: "filtered"; readonly reason: string };

/** The skills of one state after filters and shadowing. */
export interface View {
  /** Each real skill once, sorted by name. */
  readonly skills: readonly Skill[];
  readonly names: NameIndex;
  readonly visibility: ReadonlyMap<Skill, Visibility>;
  /** The invalid skills that the filters let through, to explain why a name does not resolve. */
  readonly invalid: readonly InvalidSkill[];
}

/**
 * Filters first, so that an excluded skill shadows nothing; then keeps one skill of each id; then one entry for
 * each real folder, which stands for all other paths to it.
 */
export function buildView(discovery: Discovery, filters: Filters, state: "enabled" | "disabled"): View {
  const candidates = discovery.skills.filter((skill) => skill.disabled === (state === "disabled"));
  const { included, excluded } = applyFilters(candidates, filters);
  const visibility = new Map<Skill, Visibility>();
  for (const { skill, reason } of excluded) visibility.set(skill, { kind: "filtered", reason });
  const winners = firstOfEach([...included].sort(byPreference), (skill) => fold(skill.id));
  for (const [skill, by] of winners.losers) {
    visibility.set(skill, by.path === skill.path ? { kind: "same", as: by } : { kind: "shadowed", by });
  }
  const preferred = [...winners.first].sort(
    (a, b) => Number(a.linked) - Number(b.linked) || byPreference(a, b),
  );
  const real = firstOfEach(preferred, (skill) => skill.path);
  const targets = new Map<Skill, Skill>();
  for (const skill of real.first) targets.set(skill, skill);
  for (const [skill, as] of real.losers) targets.set(skill, as);
  for (const [skill, as] of targets)
    visibility.set(skill, skill === as ? { kind: "served" } : { kind: "same", as });
  const skills = sortedBy(
    real.first.map((skill) => ({ skill, key: `${fold(skill.name)}\0${skill.id}` })),
    ({ key }) => key,
  ).map(({ skill }) => skill);
  const invalid = discovery.invalid.filter((each) => isIncluded(each, filters));
  return { skills, names: createNameIndex(targets, included), visibility, invalid };
}

function firstOfEach(skills: readonly Skill[], key: (skill: Skill) => string) {
  const byKey = new Map<string, Skill>();
  const losers = new Map<Skill, Skill>();
  for (const skill of skills) {
    const before = byKey.get(key(skill));
    if (before) losers.set(skill, before);
    else byKey.set(key(skill), skill);
  }
  return { first: [...byKey.values()], losers };
}
