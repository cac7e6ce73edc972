import { fault } from "../../kernel/fault.ts";
import { editDistance } from "../../kernel/nearest.ts";
import { byCodePoint, sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { baseName, fold } from "../names.ts";
import type { Rejected, Skill } from "../skill.ts";
import { isNameOf } from "./name-index.ts";
import type { View } from "./view.ts";

const shownNameLength = 100;
const suggestionCount = 3;

/** The one skill that a name means, or a fault that says which names would do. */
export function resolveSkill(view: View, name: string): Result<Skill> {
  const found = view.names.find(name);
  const [first] = found;
  if (first === undefined) return notFound(view, name);
  return found.length === 1 ? ok(first) : ambiguous(view, name, found);
}

/** The shortest name that means this skill and no other. */
export function callName(view: View, skill: Skill): string {
  return means(view, skill.name, skill) ? skill.name : qualifiedName(view, skill);
}

/** Like `callName`, but always with its provider or plugin. */
export function qualifiedName(view: View, skill: Skill): string {
  const short = skill.plugin ? `${skill.plugin.name}:${skill.base}` : skill.id;
  return means(view, short, skill) ? short : skill.id;
}

function means(view: View, name: string, skill: Skill): boolean {
  const found = view.names.find(name);
  return found.length === 1 && found[0] === skill;
}

function ambiguous(view: View, name: string, found: readonly Skill[]): Result<never> {
  const skills = sortedBy(found, (skill) => skill.id);
  const names = skills.map((skill) => qualifiedName(view, skill));
  const quoted = names.map((candidate) => `\`${candidate}\``);
  const message = `The skill name \`${shown(name)}\` is ambiguous: it fits ${quoted.join(", ")}.`;
  return fail(
    fault("skill_ambiguous", message, `Specify ${quoted.join(" or ")}.`, {
      subject: { name: shown(name) },
      details: { candidates: names, ids: skills.map((skill) => skill.id) },
    }),
  );
}

function notFound(view: View, name: string): Result<never> {
  const suggestions = suggest(view, name);
  const quoted = suggestions.map((suggestion) => `\`${suggestion}\``);
  const wanted = fold(name.trim());
  const broken = view.rejected.find((rejected) => isNameOf(rejected, wanted));
  if (broken !== undefined) return unusable(name, broken);
  const remedy =
    suggestions.length === 0
      ? "None is served here; `hewto skills doctor` tells what there is and where it was looked for."
      : `Did you mean ${quoted.join(", ")}?`;
  return fail(
    fault("skill_not_found", `Skill \`${shown(name)}\` was not found.`, remedy, {
      subject: { name: shown(name) },
      details: { suggestions },
    }),
  );
}

/** The file is there, and looking for another name would be in vain. */
function unusable(name: string, { path, problems }: Rejected): Result<never> {
  const why = problems[0]?.message ?? "It cannot be read.";
  const message = `Skill \`${shown(name)}\` was not found: ${printable(path)} is there and cannot be served. ${why}`;
  const subject = { name: shown(name) };
  return fail(fault("skill_not_found", message, "Mend that file and call again.", { subject, path }));
}

/** The nearest names that are visible: the same short name elsewhere first, then by likeness. */
export function suggest(view: View, name: string): string[] {
  const wanted = fold(name.trim().slice(0, shownNameLength));
  const base = baseName(wanted);
  const scored = view.skills.map((skill) => ({ skill, score: unlikeness(wanted, base, skill) }));
  scored.sort((a, b) => a.score - b.score || byCodePoint(a.skill.id, b.skill.id));
  // Who names a provider gets names with one, so that it shows what was wrong.
  const nameOf = wanted.includes(":") ? qualifiedName : callName;
  return scored.slice(0, suggestionCount).map(({ skill }) => nameOf(view, skill));
}

function unlikeness(wanted: string, base: string, skill: Skill): number {
  const own = fold(skill.base);
  if (own === base) return 0;
  const edits = Math.min(editDistance(base, own), editDistance(wanted, fold(skill.name)));
  const length = Math.max(base.length, own.length, 1);
  const isPart = base.length >= 3 && (own.includes(base) || base.includes(own));
  const sharesWord = own
    .split(/[-_ ]/)
    .some((word) => word.length >= 3 && base.split(/[-_ ]/).includes(word));
  return edits / length - (isPart ? 0.5 : 0) - (sharesWord ? 0.3 : 0) + 1;
}

function shown(name: string): string {
  const text = printable(name).replace(/\s+/g, " ");
  return text.length > shownNameLength ? `${text.slice(0, shownNameLength)}…` : text;
}
