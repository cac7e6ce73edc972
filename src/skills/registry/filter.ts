import { fault } from "../../kernel/fault.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { fold } from "../names.ts";
import { builtInProviders, priorities, type Skill } from "../skill.ts";
import { matches, parsePattern } from "./pattern.ts";

/** What `--include` and `--exclude` ask for. Without an include everything is in; an exclude always wins. */
export interface Filters {
  readonly include: readonly FilterToken[];
  readonly exclude: readonly FilterToken[];
}

/** What a token looks at. */
export type Candidate = Pick<Skill, "provider" | "location" | "plugin" | "name" | "base" | "folder" | "path">;

export interface FilterToken {
  readonly text: string;
  /** Keeps one skill of each short name: the one that an agent would prefer. */
  readonly auto: boolean;
  readonly test: (candidate: Candidate) => boolean;
}

export interface Filtered {
  readonly kept: Skill[];
  /** What was left out, each with the reason for `doctor`. */
  readonly dropped: { readonly skill: Skill; readonly why: string }[];
}

/**
 * Reads the values of the flags; each may hold several tokens with commas between.
 *
 * @example parseFilters(["codex,claude:pdf*"], ["@plugins"])
 */
export function parseFilters(include: readonly string[], exclude: readonly string[]): Result<Filters> {
  const included = parseTokens(include, "--include");
  if (!included.ok) return included;
  const excluded = parseTokens(exclude, "--exclude");
  return excluded.ok ? ok({ include: included.value, exclude: excluded.value }) : excluded;
}

export function applyFilters(skills: readonly Skill[], { include, exclude }: Filters): Filtered {
  const admitted =
    include.length === 0 ? new Set(skills) : new Set(include.flatMap((token) => admit(token, skills)));
  const kept: Skill[] = [];
  const dropped: Filtered["dropped"] = [];
  for (const skill of skills) {
    const against = exclude.find((token) => token.test(skill));
    if (!admitted.has(skill)) dropped.push({ skill, why: "no --include token admits it" });
    else if (against) dropped.push({ skill, why: `--exclude ${against.text} leaves it out` });
    else kept.push(skill);
  }
  return { kept, dropped };
}

/** Whether the filters let it be seen at all, without looking at what others have the same name. */
export function isAdmitted(candidate: Candidate, { include, exclude }: Filters): boolean {
  const fits = ({ test }: FilterToken) => test(candidate);
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

/** Which of two copies an agent would prefer; negative when it is `a`. */
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

function admit(token: FilterToken, skills: readonly Skill[]): Skill[] {
  const fitting = skills.filter(token.test);
  if (!token.auto) return fitting;
  const best = new Map<string, Skill>();
  for (const skill of [...fitting].sort(byPreference)) {
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
    return refused(flag, "an empty token says nothing", "Leave it out, or name a skill or a provider.");
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
    // `claude@example:pdf` and `claude:@example:pdf`, which is how an id is printed.
    return providerPlugins(text.slice(0, at).replace(/:$/, ""), text.slice(at + 1), flag);
  }
  if (colon < 0) return bareTest(text);
  const [head, tail] = [text.slice(0, colon), text.slice(colon + 1)];
  if (head === "location") return locationTest(tail, flag);
  if (head === "file" && /[/\\]/.test(tail))
    return ok((skill) => skill.path === tail || skill.folder.absolute === tail);
  return qualifiedTest(head, tail, text);
}

/** A built-in name is a provider; any other word is a provider or a skill, so that its meaning never flips. */
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
      `\`${provider}\` has no plugins; only claude has`,
      "Write `@plugins` or `@plugin:skill`.",
    );
  }
  return pluginTest(rest, flag);
}

/** `plugins`, `plugins:<plugin>`, `plugins:<plugin>:<skill>` or `<plugin>:<skill>`; an @ stood before it. */
function pluginTest(text: string, flag: string): Result<Test> {
  const parts = text.split(":");
  if (parts[0] === "plugins") return pluginSkillTest(parts[1] ?? "*", parts[2] ?? "*");
  const colon = text.indexOf(":");
  if (colon <= 0 || colon === text.length - 1) {
    return refused(flag, `\`@${text}\` is no group`, "Write `@plugins`, `@plugins:NAME` or `@NAME:SKILL`.");
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

function locationTest(wanted: string, flag: string): Result<Test> {
  const known = ["project", "user", "plugin", "custom"];
  if (known.includes(wanted)) return ok((skill) => skill.location === wanted);
  return refused(flag, `\`${wanted}\` is no location`, `Choose one of ${known.join(", ")}.`);
}

function nameTest(text: string): Result<Test> {
  const pattern = parsePattern(text);
  if (!pattern.ok) return pattern;
  return ok((skill) => matches(pattern.value, skill.name) || matches(pattern.value, skill.base));
}

function refused(flag: string, why: string, remedy: string): Result<never> {
  return fail(fault("invalid_argument", `${flag}: ${why}.`, remedy, { subject: { argument: flag } }));
}
