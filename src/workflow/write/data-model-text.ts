import { headNoun, listText, singular } from "../draft/grammar.ts";
import { slugOf } from "../feature-name.ts";
import type { Entity, Numbered, SpecDocument } from "../read/spec-document.ts";
import type { PlanInput } from "./plan-text.ts";
import { bullets, withoutQuestion } from "./spec-text.ts";

/** data-model.md from the key entities: the fields and states of each, and the requirements that mention it. */
export function dataModelText({ spec, head }: PlanInput): string {
  const parts = spec.entities.map((entity) => entityText(entity, spec));
  return `# Data Model: ${spec.title || head.folder}\n\n${parts.join("\n\n")}\n`;
}

function entityText(entity: Entity, { requirements, entities }: SpecDocument): string {
  const rules = requirements.filter((each) => mentions(each.text, entity.name));
  const states = statesOf(entity);
  const earlier = entities.slice(
    0,
    entities.findIndex((other) => other.name === entity.name),
  );
  const parents = earlier.filter((other) => rules.some((rule) => mentions(rule.text, other.name)));
  const transitions = states.slice(1).map((state) => {
    const verb = new RegExp(`\\b${state.replace(/(?:l?led|ed|d)$/, "")}`, "i");
    const cause = rules.find((rule) => verb.test(rule.text));
    return `- ${states[0]} → ${state}${cause ? ` (${cause.id})` : ""}`;
  });
  return [
    `## ${entity.name}`,
    "",
    ...(entity.text === "" || /^see FR-/.test(entity.text) ? [] : [entity.text, ""]),
    bullets(fieldsOf(states, rules, parents)),
    ...(transitions.length > 0 ? ["", "State transitions:", "", ...transitions] : []),
    "",
    "Rules:",
    "",
    ...(rules.length > 0
      ? rules.map(({ id, text }) => `- ${id}: ${withoutQuestion(text)}`)
      : ["- None stated"]),
  ].join("\n");
}

/** The states that a key entity of the spec lists. */
export function statesOf({ text }: Entity): string[] {
  return /states: ([^;.]+)/.exec(text)?.[1]?.split(", ") ?? [];
}

function fieldsOf(
  states: readonly string[],
  rules: readonly Numbered[],
  parents: readonly Entity[],
): string[] {
  const owner = rules.map(({ text }) => ownerIn(text)).find((name) => name !== undefined);
  const timed = rules.filter((rule) => /\b(?:after|within|expires?|for up to) .{0,200}\d/.test(rule.text));
  const [initial, ...later] = states;
  const fields = ["`id`: unique identifier"];
  if (owner !== undefined)
    fields.push(`\`${fieldName(owner)}_id\`: the ${owner.replace(/^the /, "")} it belongs to`);
  if (initial !== undefined)
    fields.push(`\`state\`: one of ${[`${initial} (initial)`, ...later].join(", ")}`);
  if (timed.length > 0)
    fields.push(
      `\`created_at\`: start of the ${timed.length === 1 ? "period" : "periods"} in ${listText(timed.map(({ id }) => id))}`,
    );
  const references = parents.map(
    ({ name }) => `\`${fieldName(name)}_id\`: the ${name.toLowerCase()} it belongs to`,
  );
  return [...fields, ...references];
}

/** Whose record it is: a commuter owns the pass that they buy, but a clerk does not own the label that they scan. */
function ownerIn(requirement: string): string | undefined {
  const [, actor, verb = ""] =
    /\blet (?:an? |the )?(.{1,200}?) (\p{Ll}+) /u.exec(requirement.slice(0, 500)) ?? [];
  const owns =
    /^(?:buy|book|order|create|add|upload|request|reserve|register|subscribe|pause|resume|renew|cancel|save|write|rate|submit)$/;
  return actor === undefined || !owns.test(verb) ? undefined : singular(actor);
}

/** Whether a text mentions an entity by its main noun. */
export function mentions(text: string, name: string): boolean {
  const word = headNoun(name).replace(/[^\p{L}\p{N} ]/gu, ".");
  return new RegExp(`\\b${word.replace(/y$/, "(?:y|ie)")}(?:s|es)?\\b`, "iu").test(text);
}

function fieldName(name: string): string {
  return slugOf(name).replaceAll("-", "_");
}
