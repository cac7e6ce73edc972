import { sortedBy } from "../../kernel/order.ts";
import type { Discovery } from "../discover/discover.ts";
import { fold } from "../names.ts";
import type { Rejected, Skill } from "../skill.ts";
import { applyFilters, byPreference, type Filters, isAdmitted } from "./filter.ts";
import { createNameIndex, type NameIndex } from "./name-index.ts";

/** What became of one SKILL.md. */
export type Fate =
  | { readonly kind: "served" }
  /** Another way to the same folder. */
  | { readonly kind: "same"; readonly as: Skill }
  /** A copy of the same identity outranks it. */
  | { readonly kind: "shadowed"; readonly by: Skill }
  | { readonly kind: "filtered"; readonly why: string };

/** The skills of one state after filters and shadowing. */
export interface View {
  /** Each real skill once, sorted by name. */
  readonly skills: readonly Skill[];
  readonly names: NameIndex;
  readonly fates: ReadonlyMap<Skill, Fate>;
  /** What would be visible and cannot be served, so that a name can be explained that means one of them. */
  readonly rejected: readonly Rejected[];
}

/**
 * Filters first, so that what is left out shadows nothing; then one copy of each identity; then one entry
 * for each real folder, which all the other ways to it lead to.
 */
export function buildView(discovery: Discovery, filters: Filters, state: "enabled" | "disabled"): View {
  const wanted = discovery.skills.filter((skill) => skill.disabled === (state === "disabled"));
  const { kept, dropped } = applyFilters(wanted, filters);
  const fates = new Map<Skill, Fate>();
  for (const { skill, why } of dropped) fates.set(skill, { kind: "filtered", why });
  const winners = firstOfEach([...kept].sort(byPreference), (skill) => fold(skill.id));
  for (const [skill, by] of winners.losers) {
    fates.set(skill, by.path === skill.path ? { kind: "same", as: by } : { kind: "shadowed", by });
  }
  const preferred = [...winners.first].sort(
    (a, b) => Number(a.linked) - Number(b.linked) || byPreference(a, b),
  );
  const real = firstOfEach(preferred, (skill) => skill.path);
  const targets = new Map<Skill, Skill>();
  for (const skill of real.first) targets.set(skill, skill);
  for (const [skill, as] of real.losers) targets.set(skill, as);
  for (const [skill, as] of targets)
    fates.set(skill, skill === as ? { kind: "served" } : { kind: "same", as });
  const skills = sortedBy(
    real.first.map((skill) => ({ skill, key: `${fold(skill.name)}\0${skill.id}` })),
    ({ key }) => key,
  ).map(({ skill }) => skill);
  const rejected = discovery.rejected.filter((each) => isAdmitted(each, filters));
  return { skills, names: createNameIndex(targets, kept), fates, rejected };
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
