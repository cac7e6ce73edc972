import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { readSpec } from "../read/spec-document.ts";
import { fillTemplate } from "../templates/fill.ts";
import type { SpecHead } from "../write/spec-text.ts";

/** Questions for a domain about what a spec may lack: words that show that it has it, and the question. */
const domains: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  security: [
    [
      /\b(?:log ?in|sign ?in|authenticat)/i,
      "Are authentication requirements defined for every protected action?",
    ],
    [/\b(?:role|permission|admin|authoriz)/i, "Are permissions specified for each role?"],
    [/\b(?:encrypt|personal data|privacy)/i, "Are requirements for protecting personal data defined?"],
    [/\b(?:audit|log)\b/i, "Is it specified which actions are logged?"],
  ],
  ux: [
    [/\b(?:empty|no (?:results|data))\b/i, "Are empty states specified?"],
    [/\b(?:loading|progress)\b/i, "Are loading states specified?"],
    [/\b(?:error|fails?)\b/i, "Are error messages specified for each failure?"],
    [/\b(?:keyboard|screen reader|accessib)/i, "Are accessibility requirements defined?"],
  ],
  api: [
    [/\b(?:error|status code)/i, "Are error responses specified for each operation?"],
    [/\b(?:rate|limit)\b/i, "Are rate limits specified?"],
    [/\bversion/i, "Is versioning specified?"],
    [/\b(?:retry|timeout|idempoten)/i, "Are timeouts and retries specified?"],
  ],
  performance: [
    [/\b\d+\s*(?:ms|s|seconds?)\b/i, "Are response times quantified?"],
    [/\b\d+ (?:users?|requests?)\b/i, "Is the expected load quantified?"],
    [/\b(?:degrade|overload)/i, "Is the behavior under overload specified?"],
  ],
};

export const checklistDomains = Object.keys(domains);

/** Review questions about how well a spec is written; every box is open, because a reviewer decides. */
export function checklistItems(
  spec: string,
  domain: string,
  changed?: readonly { readonly id: string }[],
): string[] {
  const { requirements: own, criteria, stories } = readSpec(spec);
  const requirements = changed ?? own;
  const gaps = (domains[domain] ?? []).map(
    ([pattern, question]) => `${question} [${pattern.test(spec) ? "Clarity" : "Gap"}]`,
  );
  return [
    ...gaps,
    ...requirements.map(({ id }) => `Is ${id} specific and testable? [Clarity, Spec §${id}]`),
    ...criteria.map(({ id }) => `Can ${id} be measured objectively? [Measurability, Spec §${id}]`),
    ...stories.map(
      ({ number }) =>
        `Are failure and edge cases defined for User Story ${number}? [Coverage, Spec §US${number}]`,
    ),
    "Do the requirements agree with each other in terms and limits? [Consistency]",
    "Are assumptions and dependencies documented? [Completeness]",
  ];
}

/** A checklist with items; those that it has already are not repeated, and numbers continue. */
export function checklistText(
  existing: string | undefined,
  template: string,
  head: SpecHead & { readonly title: string; readonly domain: string },
  items: readonly string[],
): string {
  const known = readTasks(readMarkdown(existing ?? ""));
  const texts = new Set(known.map(({ description }) => description));
  let number = Math.max(0, ...known.map(({ id }) => Number(/^CHK(\d+)$/.exec(id ?? "")?.[1] ?? 0)));
  const lines = items
    .filter((item) => !texts.has(item))
    .map((item) => `- [ ] CHK${String(++number).padStart(3, "0")} ${item}`);
  if (existing !== undefined)
    return lines.length === 0 ? existing : `${existing.trimEnd()}\n${lines.join("\n")}\n`;
  const name = head.domain.charAt(0).toUpperCase() + head.domain.slice(1);
  const titled = template.replace(
    /\[CHECKLIST TYPE\]|Specification Quality(?= Checklist)/,
    `${name} Requirements Quality`,
  );
  return fillTemplate(titled, { ...head, sections: [["Requirements Quality", lines.join("\n")]] });
}
