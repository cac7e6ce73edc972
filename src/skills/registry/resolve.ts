import { clipLine } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { editDistance } from "../../kernel/nearest.ts";
import { byCodePoint, sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { baseName, fold } from "../names.ts";
import type { InvalidSkill, Skill } from "../skill.ts";
import { isNameOf } from "./name-index.ts";
import type { View } from "./view.ts";

const maxNameLength = 100;
const maxSuggestions = 3;

/** The one skill with a name, or a fault that suggests other names. */
export function resolveSkill(view: View, name: string): Result<Skill> {
  const matches = view.names.find(name);
  const [first] = matches;
  if (first === undefined) return notFound(view, name);
  return matches.length === 1 ? ok(first) : ambiguous(view, name, matches);
}

/** The shortest name that resolves to this skill only. */
export function callName(view: View, skill: Skill): string {
  return means(view, skill.name, skill) ? skill.name : qualifiedName(view, skill);
}

/** Like `callName`, but always with the provider or plugin. */
export function qualifiedName(view: View, skill: Skill): string {
  const short = skill.plugin ? `${skill.plugin.name}:${skill.base}` : skill.id;
  return means(view, short, skill) ? short : skill.id;
}

function means(view: View, name: string, skill: Skill): boolean {
  const matches = view.names.find(name);
  return matches.length === 1 && matches[0] === skill;
}

function ambiguous(view: View, name: string, matches: readonly Skill[]): Result<never> {
  const skills = sortedBy(matches, (skill) => skill.id);
  const names = skills.map((skill) => qualifiedName(view, skill));
  const quoted = names.map((candidate) => `\`${candidate}\``);
  const message = `The skill name \`${displayName(name)}\` is ambiguous: it matches ${quoted.join(", ")}.`;
  return fail(
    fault("skill_ambiguous", message, `Specify ${quoted.join(" or ")}.`, {
      subject: { name: displayName(name) },
      details: { candidates: names, ids: skills.map((skill) => skill.id) },
    }),
  );
}

function notFound(view: View, name: string): Result<never> {
  const suggestions = suggest(view, name);
  const quoted = suggestions.map((suggestion) => `\`${suggestion}\``);
  const folded = fold(name.trim());
  const invalid = view.invalid.find((each) => isNameOf(each, folded));
  if (invalid !== undefined) return unusable(name, invalid);
  const message = `Skill \`${displayName(name)}\` was not found.`;
  const extra = { subject: { name: displayName(name) }, details: { suggestions } };
  if (suggestions.length > 0)
    return fail(fault("skill_not_found", message, `Did you mean ${quoted.join(", ")}?`, extra));
  const next = { operation: "skills_doctor", to: "see where Hewto looked" };
  return fail(fault("skill_not_found", message, "No skills are available.", { ...extra, suggest: next }));
}

/** The file exists but is invalid, so another name would not help. */
function unusable(name: string, { path, problems }: InvalidSkill): Result<never> {
  const reason = problems[0]?.message ?? "It cannot be read.";
  const message = `Skill \`${displayName(name)}\` was not found: ${printable(path)} exists but cannot be served. ${reason}`;
  const subject = { name: displayName(name) };
  return fail(fault("skill_not_found", message, "Fix that file and try again.", { subject, path }));
}

/** The most similar visible names: the same short name elsewhere first, then by edit distance. */
export function suggest(view: View, name: string): string[] {
  const folded = fold(name.trim().slice(0, maxNameLength));
  const base = baseName(folded);
  const scored = view.skills.map((skill) => ({ skill, score: distance(folded, base, skill) }));
  scored.sort((a, b) => a.score - b.score || byCodePoint(a.skill.id, b.skill.id));
  // A name with a provider gets suggestions with one, to show which part was wrong.
  const nameOf = folded.includes(":") ? qualifiedName : callName;
  return scored.slice(0, maxSuggestions).map(({ skill }) => nameOf(view, skill));
}

function distance(folded: string, base: string, skill: Skill): number {
  const own = fold(skill.base);
  if (own === base) return 0;
  const edits = Math.min(editDistance(base, own), editDistance(folded, fold(skill.name)));
  const length = Math.max(base.length, own.length, 1);
  const isPart = base.length >= 3 && (own.includes(base) || base.includes(own));
  const sharesWord = own
    .split(/[-_ ]/)
    .some((word) => word.length >= 3 && base.split(/[-_ ]/).includes(word));
  return edits / length - (isPart ? 0.5 : 0) - (sharesWord ? 0.3 : 0) + 1;
}

function displayName(name: string): string {
  return clipLine(printable(name).replace(/\s+/g, " "), maxNameLength);
}
