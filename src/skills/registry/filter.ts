import { fault } from "../../kernel/fault.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { fold } from "../names.ts";
import { builtInProviders, priorities, type Skill } from "../skill.ts";
import { matches, parsePattern } from "./pattern.ts";

/** The values of `--include` and `--exclude`. Without an include every skill matches; an exclude always wins. */
export interface Filters {
  readonly include: readonly FilterToken[];
  readonly exclude: readonly FilterToken[];
}

/** The fields that a token is tested against. */
export type Candidate = Pick<Skill, "provider" | "location" | "plugin" | "name" | "base" | "folder" | "path">;

export interface FilterToken {
  readonly text: string;
  /** Keeps only the preferred skill of each short name. */
  readonly auto: boolean;
  readonly test: (candidate: Candidate) => boolean;
}

export interface FilterResult {
  readonly included: Skill[];
  /** Each with the reason, for `hewto skills doctor`. */
  readonly excluded: { readonly skill: Skill; readonly reason: string }[];
}

/**
 * Parses the values of the flags; each may hold several tokens, separated by commas.
 *
 * @example parseFilters(["codex,claude:pdf*"], ["@plugins"])
 */
export function parseFilters(include: readonly string[], exclude: readonly string[]): Result<Filters> {
  const includeTokens = parseTokens(include, "--include");
  if (!includeTokens.ok) return includeTokens;
  const excludeTokens = parseTokens(exclude, "--exclude");
  if (!excludeTokens.ok) return excludeTokens;
  return ok({ include: includeTokens.value, exclude: excludeTokens.value });
}

export function applyFilters(skills: readonly Skill[], { include, exclude }: Filters): FilterResult {
  const matching =
    include.length === 0 ? new Set(skills) : new Set(include.flatMap((token) => select(token, skills)));
  const included: Skill[] = [];
  const excluded: FilterResult["excluded"] = [];
  for (const skill of skills) {
    const excludedBy = exclude.find((token) => token.test(skill));
    if (!matching.has(skill)) excluded.push({ skill, reason: "no --include token matches it" });
    else if (excludedBy) excluded.push({ skill, reason: `excluded by --exclude ${excludedBy.text}` });
    else included.push(skill);
  }
  return { included, excluded };
}

/** Whether the filters match one candidate, regardless of other skills with the same name. */
export function isIncluded(candidate: Candidate, { include, exclude }: Filters): boolean {
  const fits = ({ test }: FilterToken) => test(candidate);
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

/** Sorts the preferred one of two copies first. */
export function byPreference(a: Skill, b: Skill): number {
  return (
    priorities[b.kind] - priorities[a.kind] ||
    b.mtimeMs - a.mtimeMs ||
    providerRank(a) - providerRank(b) ||
    byCodePoint(a.provider, b.provider) ||
    a.order - b.order ||
    byCodePoint(a.path, b.path)
  );
}

function select(token: FilterToken, skills: readonly Skill[]): Skill[] {
  const matching = skills.filter(token.test);
  if (!token.auto) return matching;
  const best = new Map<string, Skill>();
  for (const skill of [...matching].sort(byPreference)) {
    const key = fold(skill.base);
    if (!best.has(key)) best.set(key, skill);
  }
  return [...best.values()];
}

function providerRank({ provider }: Skill): number {
  const rank = builtInProviders.indexOf(provider);
  return rank < 0 ? builtInProviders.length : rank;
}

function parseTokens(values: readonly string[], flag: string): Result<FilterToken[]> {
  const tokens: FilterToken[] = [];
  for (const text of values.flatMap((value) => value.split(","))) {
    const token = parseToken(text.trim(), flag);
    if (!token.ok) return token;
    tokens.push(token.value);
  }
  return ok(tokens);
}

type Test = FilterToken["test"];

function parseToken(text: string, flag: string): Result<FilterToken> {
  if (text === "")
    return refused(flag, "a token is empty", "Remove it, or give the name of a skill or a provider.");
  if (text === "auto" || text === "all") return ok({ text, auto: text === "auto", test: () => true });
  const auto = text.startsWith("auto:");
  const rest = text.replace(/^(auto|all):/, "");
  const test = parseTest(rest, flag);
  return test.ok ? ok({ text, auto, test: test.value }) : test;
}

function parseTest(text: string, flag: string): Result<Test> {
  const at = text.indexOf("@");
  if (at === 0) return pluginTest(text.slice(1), flag);
  const colon = text.indexOf(":");
  if (at > 0 && (colon < 0 || at <= colon + 1)) {
    // `claude@example:pdf` and `claude:@example:pdf`; ids are printed in the second form.
    return providerPlugins(text.slice(0, at).replace(/:$/, ""), text.slice(at + 1), flag);
  }
  if (colon < 0) return bareTest(text);
  const [head, tail] = [text.slice(0, colon), text.slice(colon + 1)];
  if (head === "location") return locationTest(tail, flag);
  if (head === "file" && /[/\\]/.test(tail))
    return ok((skill) => skill.path === tail || skill.folder.absolute === tail);
  return qualifiedTest(head, tail, text);
}

/**
 * A built-in name always means the provider. Any other name matches both providers and skills, so that its
 * meaning does not depend on what is installed.
 */
function bareTest(text: string): Result<Test> {
  const provider = text.toLowerCase();
  if (builtInProviders.includes(provider)) return ok((skill) => skill.provider === provider);
  const byName = nameTest(text);
  return byName.ok ? ok((skill) => skill.provider === provider || byName.value(skill)) : byName;
}

function qualifiedTest(head: string, tail: string, whole: string): Result<Test> {
  const provider = head.toLowerCase();
  const inProvider = tail === "" ? ok<Test>(() => true) : nameTest(tail);
  const named = nameTest(whole);
  if (!inProvider.ok) return inProvider;
  if (!named.ok) return named;
  const isBuiltIn = builtInProviders.includes(provider);
  return ok(
    (skill) => (skill.provider === provider && inProvider.value(skill)) || (!isBuiltIn && named.value(skill)),
  );
}

function providerPlugins(provider: string, rest: string, flag: string): Result<Test> {
  if (provider.toLowerCase() !== "claude") {
    return refused(
      flag,
      `\`${provider}\` has no plugins; only claude does`,
      "Write `@plugins` or `@plugin:skill`.",
    );
  }
  return pluginTest(rest, flag);
}

/** The part after an `@`: `plugins`, `plugins:<plugin>`, `plugins:<plugin>:<skill>` or `<plugin>:<skill>`. */
function pluginTest(text: string, flag: string): Result<Test> {
  const parts = text.split(":");
  if (parts[0] === "plugins") return pluginSkillTest(parts[1] ?? "*", parts[2] ?? "*");
  const colon = text.indexOf(":");
  if (colon <= 0 || colon === text.length - 1) {
    return refused(
      flag,
      `\`@${text}\` is not a plugin group`,
      "Write `@plugins`, `@plugins:NAME` or `@NAME:SKILL`.",
    );
  }
  return pluginSkillTest(text.slice(0, colon), text.slice(colon + 1));
}

function pluginSkillTest(plugin: string, skill: string): Result<Test> {
  const [pluginPattern, skillPattern] = [parsePattern(plugin), parsePattern(skill)];
  if (!pluginPattern.ok) return pluginPattern;
  if (!skillPattern.ok) return skillPattern;
  return ok(
    (candidate) =>
      candidate.plugin !== undefined &&
      matches(pluginPattern.value, candidate.plugin.name) &&
      matches(skillPattern.value, candidate.base),
  );
}

function locationTest(location: string, flag: string): Result<Test> {
  const locations = ["project", "user", "plugin", "custom"];
  if (locations.includes(location)) return ok((skill) => skill.location === location);
  return refused(flag, `\`${location}\` is not a location`, `Use one of ${locations.join(", ")}.`);
}

function nameTest(text: string): Result<Test> {
  const pattern = parsePattern(text);
  if (!pattern.ok) return pattern;
  return ok((skill) => matches(pattern.value, skill.name) || matches(pattern.value, skill.base));
}

function refused(flag: string, reason: string, remedy: string): Result<never> {
  return fail(fault("invalid_argument", `${flag}: ${reason}.`, remedy, { subject: { argument: flag } }));
}
