import { headNoun, singular } from "../draft/grammar.ts";
import { slugOf } from "../feature-name.ts";
import type { Entity, SpecDocument } from "../read/spec-document.ts";
import type { PlanInput } from "./plan-text.ts";
import { bullets, withoutQuestion } from "./spec-text.ts";

/** data-model.md from the key entities: what each must remember, its states, and the rules that name it. */
export function dataModelText({ spec, head }: PlanInput): string {
  const parts = spec.entities.map((entity) => entityText(entity, spec));
  return `# Data Model: ${spec.title || head.folder}\n\n${parts.join("\n\n")}\n`;
}

function entityText({ name, text }: Entity, { requirements, entities }: SpecDocument): string {
  const rules = requirements.filter((each) => mentions(each.text, name));
  const states = /states: ([^;.]+)/.exec(text)?.[1]?.split(", ") ?? [];
  const earlier = entities.slice(
    0,
    entities.findIndex((other) => other.name === name),
  );
  const others = earlier.filter((other) => rules.some((rule) => mentions(rule.text, other.name)));
  const timed = rules.filter((rule) => /\b(?:after|within|expires?|for up to) .{0,200}\d/.test(rule.text));
  const actor = /\blet (?:an? |the )?(.{1,200}?) (?:\p{Ll}+) /u.exec(
    rules.map((rule) => rule.text).find((rule) => /\blet /.test(rule)) ?? "",
  )?.[1];
  const fields = [
    "`id`: identifies it",
    ...(actor === undefined ? [] : [`\`${fieldName(singular(actor))}\`: to whom it belongs`]),
    ...(states.length > 0 ? [`\`state\`: one of ${states.join(", ")}; begins as ${states[0]}`] : []),
    ...(timed.length > 0
      ? [
          `\`created_at\`: ${timed.map(({ id }) => id).join(", ")} ${timed.length === 1 ? "counts" : "count"} from a moment that must be kept`,
        ]
      : []),
    ...others.map(
      (other) => `\`${fieldName(other.name)}_id\`: the ${other.name.toLowerCase()} that it belongs to`,
    ),
  ];
  const changes = states.slice(1).map((state) => {
    const verb = new RegExp(`\\b${state.replace(/(?:l?led|ed|d)$/, "")}`, "i");
    const by = rules.find((rule) => verb.test(rule.text));
    return `- ${states[0]} → ${state}${by ? ` (${by.id})` : ""}`;
  });
  return [
    `## ${name}`,
    "",
    ...(text === "" || /^what FR-/.test(text) ? [] : [text, ""]),
    bullets(fields),
    ...(changes.length > 0 ? ["", "Changes of state:", "", ...changes] : []),
    "",
    "Rules:",
    "",
    ...(rules.length > 0
      ? rules.map(({ id, text: rule }) => `- ${id}: ${withoutQuestion(rule)}`)
      : ["- none stated"]),
  ].join("\n");
}

/** Whether a text speaks of an entity, by its noun. */
export function mentions(text: string, name: string): boolean {
  const word = headNoun(name).replace(/[^\p{L}\p{N} ]/gu, ".");
  return new RegExp(`\\b${word}(?:s|es)?\\b`, "iu").test(text);
}

function fieldName(name: string): string {
  return slugOf(name).replaceAll("-", "_");
}
