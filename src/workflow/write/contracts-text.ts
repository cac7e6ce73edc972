import { withoutSpans } from "../../kernel/text.ts";
import { slugOf } from "../feature-name.ts";
import { type Numbered, type SpecDocument, type Story, scenarioParts } from "../read/spec-document.ts";
import { mentions } from "./data-model-text.ts";
import { shortName } from "./layout.ts";
import type { PlanInput } from "./plan-text.ts";
import { bullets } from "./spec-text.ts";
import { requirementsByStory } from "./trace-stories.ts";

const interfaces = /\b(API|endpoint|REST|GraphQL|webhook|HTTP|command line|CLI|protocol)\b/i;

/** contracts/operations.md, where the spec speaks of an interface: one operation for each story. */
export function contractsText({ spec, head }: PlanInput): string | undefined {
  const said = interfaces.exec(withoutSpans(spec.document.text, "<!--", "-->"))?.[1];
  if (said === undefined) return undefined;
  const traced = requirementsByStory(spec);
  const isWeb = /^(?:API|endpoint|REST|webhook|HTTP)$/i.test(said);
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
  const [main = "", ...others] = story.scenarios.map((each) => each.replaceAll("**", ""));
  const entity = spec.entities.find(({ name }) => mentions(story.title, name));
  const { given = "a person", outcome = "the outcome" } = scenarioParts(main) ?? {};
  const more = others.flatMap((each) => {
    const parts = scenarioParts(each);
    return parts === undefined ? [] : [`${parts.when}: ${parts.outcome}`];
  });
  return [
    `## ${shortName(story.title)}`,
    "",
    bullets([
      ...(isWeb ? [`**Request**: \`${requestLine(story.title, entity?.name)}\``] : []),
      `**Who**: ${given}`,
      `**Takes**: ${entity ? `the ${entity.name.toLowerCase()} of data-model.md, or its id` : "what the story names"}`,
      `**Gives**: ${outcome}`,
      ...more.map((each) => `**${/refused|nothing|told/.test(each) ? "Otherwise" : "Also"}**: ${each}`),
      `**Requirements**: ${requirements.map(({ id }) => id).join(", ") || "none"}`,
    ]),
  ].join("\n");
}

function requestLine(title: string, entity: string | undefined): string {
  const verb = title.split(" ")[0]?.toLowerCase() ?? "";
  const folder =
    entity === undefined ? shortName(title) : `${slugOf(entity)}s`.replace(/(ss|sh|ch|x)s$/, "$1es");
  if (
    /^(?:see|view|list|search|find|browse|read|filter|sort|track|export|download|check|compare)$/.test(verb)
  )
    return `GET /${folder}`;
  if (/^(?:delete|remove)$/.test(verb)) return `DELETE /${folder}/{id}`;
  return /^(?:edit|change|update|rename|pause|resume|cancel|approve|reject|archive|close|assign|move|renew)$/.test(
    verb,
  )
    ? `PATCH /${folder}/{id}`
    : `POST /${folder}`;
}
