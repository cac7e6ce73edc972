import { withoutSpans } from "../../kernel/text.ts";
import { plural, withArticle } from "../draft/grammar.ts";
import { slugOf } from "../feature-name.ts";
import { type Numbered, type SpecDocument, type Story, scenarioParts } from "../read/spec-document.ts";
import { mentions } from "./data-model-text.ts";
import { shortName } from "./layout.ts";
import type { PlanInput } from "./plan-text.ts";
import { bullets, caseText } from "./spec-text.ts";
import { requirementsByStory } from "./trace-stories.ts";

const interfaces = /\b(API|endpoint|REST|GraphQL|webhook|HTTP|command line|CLI|protocol)\b/i;

/** contracts/operations.md, if the spec mentions an interface: one operation for each story. */
export function contractsText({ spec, head }: PlanInput): string | undefined {
  const mentioned = interfaces.exec(withoutSpans(spec.document.text, "<!--", "-->"))?.[1];
  if (mentioned === undefined) return undefined;
  const traced = requirementsByStory(spec);
  const isWeb = /^(?:API|endpoint|REST|webhook|HTTP)$/i.test(mentioned);
  const parts = spec.stories.map((story) =>
    operationText(story, traced.get(story.number) ?? [], spec, isWeb),
  );
  return `# Contracts: ${spec.title || head.folder}\n\n${parts.join("\n\n")}\n`;
}

function operationText(
  story: Story,
  requirements: readonly Numbered[],
  spec: SpecDocument,
  isWeb: boolean,
): string {
  const [main, ...others] = story.scenarios.map(scenarioParts);
  const entity = spec.entities.find(({ name }) => mentions(story.title, name));
  const cases = others.flatMap((each) => (each === undefined ? [] : [caseText(each, main)]));
  return [
    `## ${shortName(story.title)}`,
    "",
    bullets([
      ...(isWeb ? [`**Request**: \`${requestLine(story.title, entity?.name)}\``] : []),
      `**Actor**: ${main?.given ?? "a user"}`,
      `**Input**: ${inputText(story, entity?.name.toLowerCase())}`,
      `**Result**: ${main?.outcome ?? `see User Story ${story.number} in spec.md`}`,
      ...cases.map((each) => `**${isError(each) ? "Error" : "Also"}**: ${each}`),
      `**Requirements**: ${requirements.map(({ id }) => id).join(", ") || "none"}`,
    ]),
  ].join("\n");
}

function inputText({ title, number }: Story, entity: string | undefined): string {
  if (entity === undefined) return `see User Story ${number} in spec.md`;
  const input = isLookUp(title)
    ? `criteria that select ${plural(entity)}`
    : `${withArticle(entity)} or its id`;
  return `${input} (see data-model.md)`;
}

function isError(text: string): boolean {
  return /\b(?:rejected|refused|error)\b/.test(text);
}

function isLookUp(title: string): boolean {
  return /^(?:see|view|list|search|find|browse|read|filter|sort|track|export|download|check|compare)\b/i.test(
    title,
  );
}

function requestLine(title: string, entity: string | undefined): string {
  const [verb = "", ...rest] = title.toLowerCase().split(" ");
  const path = entity === undefined ? shortName(rest.join(" ") || title) : plural(slugOf(entity));
  if (isLookUp(title)) return `GET /${path}`;
  if (/^(?:delete|remove)$/.test(verb)) return `DELETE /${path}/{id}`;
  return /^(?:edit|change|update|rename|pause|resume|cancel|approve|reject|archive|close|assign|move|renew)$/.test(
    verb,
  )
    ? `PATCH /${path}/{id}`
    : `POST /${path}`;
}
