import { inUse, type Scenario } from "../draft/readings.ts";
import { capitalize, headline } from "../draft/sentences.ts";
import { type Numbered, type SpecDocument, type Story, scenarioParts } from "../read/spec-document.ts";
import { withoutQuestion } from "../write/spec-text.ts";
import { requirementsByStory } from "../write/trace-stories.ts";

/** A requirement of a delta. */
export interface DeltaRequirement {
  readonly name: string;
  readonly statements: readonly string[];
  readonly scenarios: readonly { readonly name: string; readonly steps: Scenario }[];
}

/** The requirements of a drafted spec: one for each story, and one for each statement that belongs to no story. */
export function requirementsFor(spec: SpecDocument, taken: ReadonlySet<string>): DeltaRequirement[] {
  const byStory = requirementsByStory(spec);
  const assigned = new Set([...byStory.values()].flat().map(({ id }) => id));
  const rest = spec.requirements.filter(({ id }) => !assigned.has(id));
  const drafts = [
    ...spec.stories.map((story) => fromStory(story, byStory.get(story.number) ?? [])),
    ...rest.map(fromStatement),
  ];
  const names = new Set([...taken].map(folded));
  return drafts.map((draft) => ({ ...draft, name: freeName(draft.name, names) }));
}

function fromStory({ title, scenarios }: Story, requirements: readonly Numbered[]): DeltaRequirement {
  const steps = scenarios.flatMap((each) => scenarioParts(each) ?? []);
  const statements = requirements.map(({ text }) => sentence(withoutQuestion(text)));
  return {
    name: title,
    statements: statements.length > 0 ? statements : [sentence(`The system MUST support this: ${title}`)],
    scenarios: named(
      steps.length > 0
        ? steps
        : [{ given: inUse, when: `someone uses "${title}"`, outcome: "it works as described" }],
    ),
  };
}

function fromStatement({ text }: Numbered): DeltaRequirement {
  const plain = withoutQuestion(text);
  const what = plain.replace(/^The system (?:MUST|SHALL) (?:support the following: )?/, "");
  return {
    name: capitalize(headline(what, 8)),
    statements: [sentence(/\b(?:MUST|SHALL)\b/.test(plain) ? plain : `The system MUST ensure that ${plain}`)],
    scenarios: named([
      { given: inUse, when: "this rule applies", outcome: `the system follows it: ${what}` },
    ]),
  };
}

/** Scenarios are named after what happens in them, each once. */
function named(scenarios: readonly Scenario[]): DeltaRequirement["scenarios"] {
  const names = new Set<string>();
  return scenarios.map((steps) => ({
    name: freeName(capitalize(headline(steps.when.replace(/^they /, ""), 8)), names),
    steps,
  }));
}

/** A name that is not taken; it is taken afterwards. */
function freeName(wanted: string, taken: Set<string>): string {
  const name = wanted.replace(/\s+/g, " ").trim() || "Behavior";
  let free = name;
  for (let number = 2; taken.has(folded(free)); number++) free = `${name} (${number})`;
  taken.add(folded(free));
  return free;
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

function sentence(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return /[.!?。！？]$/.test(line) ? line : `${line}.`;
}

export function requirementText({ name, statements, scenarios }: DeltaRequirement): string {
  return [
    `### Requirement: ${name}`,
    "",
    statements.join(" "),
    ...scenarios.flatMap(({ name: scenario, steps }) => [
      "",
      `#### Scenario: ${scenario}`,
      "",
      ...(steps.given === inUse ? [] : [`- **GIVEN** ${steps.given}`]),
      `- **WHEN** ${steps.when}`,
      `- **THEN** ${steps.outcome}`,
    ]),
  ].join("\n");
}

/** The delta of one capability; a new one gets its purpose. */
export function deltaText(
  requirements: readonly DeltaRequirement[],
  { purpose }: { readonly purpose: string | undefined },
): string {
  const head = purpose === undefined ? "" : `## Purpose\n\n${purpose}\n\n`;
  return `${head}## ADDED Requirements\n\n${requirements.map(requirementText).join("\n\n")}\n`;
}
