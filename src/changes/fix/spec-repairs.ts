import { visibleText } from "../../markdown/blocks/line.ts";
import type { MarkdownDocument } from "../../markdown/document.ts";
import type { Requirement, Scenario, Spec, Step } from "../../specs/model.ts";
import { isDelta } from "../../specs/read.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import { labelRepairs, normativeRepair } from "./delta-repairs.ts";
import { type LineEdit, lastTextLine, moveLines, textOf } from "./line-edits.ts";
import type { Repair } from "./scenario-repairs.ts";

/**
 * Mechanical repairs of a spec, one for each finding that has any. Text that only its author knows is a placeholder in
 * angle brackets.
 */
export function repairSpec(spec: Spec, name: string, vocabulary: Vocabulary): Repair[] {
  return [
    ...titleRepair(spec, name),
    ...purposeRepair(spec),
    ...sectionRepairs(spec),
    ...placeRepairs(spec),
    ...spec.requirements.flatMap((each) => repairRequirement(spec.document, each, vocabulary)),
    ...unlabeledRepairs(spec),
    ...looseScenarioRepairs(spec.document),
    ...unclosedRepairs(spec.document),
  ];
}

/** Repairs of one requirement, in a spec or in what a delta adds and modifies. */
export function repairRequirement(
  document: MarkdownDocument,
  requirement: Requirement,
  vocabulary: Vocabulary,
): Repair[] {
  const { form, scenarios, parts, line, endLine, description } = requirement;
  const repairs: Repair[] = [
    ...labelRepairs(document, requirement),
    ...normativeRepair(document, requirement, vocabulary).map((repair) => ({ ...repair, line })),
    ...scenarios.flatMap((scenario) => stepRepairs(document, scenario)),
  ];
  if (form === "implicit") return repairs;
  if (description === "")
    repairs.push({
      rule: "requirement-text-missing",
      line,
      message: "Adds a sentence with SHALL.",
      edits: [{ kind: "insert", after: line, text: "\nThe system SHALL <what it does>." }],
    });
  const [part] = parts;
  if (scenarios.length > 0) return repairs;
  const heading = part && document.lines[part.line - 1]?.text.replace(/^(\s{0,3}#+\s+)/, "$1Scenario: ");
  if (part !== undefined && heading !== undefined)
    repairs.push({
      rule: "scenario-unlabeled",
      line,
      message: `Writes \`Scenario: ${part.name}\`.`,
      edits: [{ kind: "replace", line: part.line, text: heading }],
    });
  else
    repairs.push({
      rule: "scenario-missing",
      line,
      message: "Adds a scenario.",
      edits: [{ kind: "insert", after: lastTextLine(document, endLine), text: scenarioTemplate }],
    });
  return repairs;
}

export const requirementTemplate = "### Requirement: <name>\n\nThe system SHALL <what it does>.";
export const scenarioTemplate =
  "\n#### Scenario: <name>\n\n- **WHEN** <something happens>\n- **THEN** <what the system does>";

function titleRepair({ title, document }: Spec, name: string): Repair[] {
  if (title !== undefined) return [];
  const words = name.split("/").at(-1)?.replaceAll("-", " ") ?? "";
  const text = `# ${words.slice(0, 1).toUpperCase()}${words.slice(1)} Specification`;
  const after = document.frontMatter.endLine;
  return [
    {
      rule: "title-missing",
      line: 1,
      message: `Adds \`${text}\`.`,
      edits: [{ kind: "insert", after, text: after === 0 ? `${text}\n` : `\n${text}` }],
    },
  ];
}

const purposeHint = "<What this capability is for, in a sentence or two.>";

function purposeRepair({ sections, document, titleLine, purpose }: Spec): Repair[] {
  const own = sections.find(({ kind }) => kind === "purpose");
  if (own !== undefined && purpose === "") {
    const { line } = own;
    const edits: LineEdit[] = [{ kind: "insert", after: line, text: `\n${purposeHint}` }];
    return [{ rule: "purpose-empty", line, message: "Adds a sentence.", edits }];
  }
  if (own !== undefined) return [];
  const rule = "purpose-missing";
  const overview = sections.find(({ title }) => /^(overview|introduction|summary)$/i.test(title));
  if (overview !== undefined) {
    const { line, title } = overview;
    const edits: LineEdit[] = [{ kind: "replace", line, text: "## Purpose" }];
    return [{ rule, line, message: `Renames \`## ${title}\` to \`## Purpose\`.`, edits }];
  }
  const after = titleLine > 0 ? titleLine : document.frontMatter.endLine;
  const text = `## Purpose\n\n${purposeHint}`;
  const edits: LineEdit[] = [{ kind: "insert", after, text: after === 0 ? `${text}\n` : `\n${text}` }];
  return [{ rule, line: 1, message: "Adds `## Purpose`.", edits }];
}

function sectionRepairs({ sections, requirements, document }: Spec): Repair[] {
  const deltas = sections.filter(isDelta).map(({ line }): Repair => {
    const edits: LineEdit[] = [{ kind: "replace", line, text: "## Requirements" }];
    return { rule: "delta-in-spec", line, message: "Renames it to `## Requirements`.", edits };
  });
  if (deltas.length > 0 || sections.some(({ kind }) => kind === "requirements")) return deltas;
  const first = requirements[0]?.line;
  const after = first === undefined ? lastTextLine(document, document.lineCount) : first - 1;
  const text = first === undefined ? "\n## Requirements" : "## Requirements\n";
  const edits: LineEdit[] = [{ kind: "insert", after, text }];
  return [{ rule: "requirements-missing", line: 1, message: "Adds `## Requirements`.", edits }];
}

/** Requirements and sections that are somewhere else than below the first `## Requirements`, and what is left of them. */
function placeRepairs({ sections, requirements, document }: Spec): Repair[] {
  const [first, ...more] = sections.filter(({ kind }) => kind === "requirements");
  const repairs = requirements
    .filter(({ form }) => form === "implicit")
    .map(({ line }): Repair => {
      const edits: LineEdit[] = [{ kind: "insert", after: line - 1, text: `${requirementTemplate}\n` }];
      return { rule: "scenario-orphaned", line, message: "Adds a requirement above.", edits };
    });
  if (first === undefined) return repairs;
  const end = lastTextLine(document, first.endLine);
  for (const { form, place, line, endLine, name } of requirements) {
    if (form === "implicit" || place !== "elsewhere") continue;
    const edits = moveLines(document, line, endLine, end);
    const message = `Moves "${name}" below \`## ${first.title}\`.`;
    repairs.push({ rule: "requirement-misplaced", line, message, edits });
  }
  for (const { line, endLine, title } of more) {
    const text = textOf(document, line + 1, endLine);
    const moved: LineEdit[] = text === "" ? [] : [{ kind: "insert", after: end, text: `\n${text}` }];
    const edits: LineEdit[] = [...moved, { kind: "remove", from: line, to: endLine }];
    const message = `Joins it with \`## ${title}\` on line ${first.line}.`;
    repairs.push({ rule: "requirements-repeated", line, message, edits });
  }
  if (requirements.some(({ place }) => place === "requirements")) return repairs;
  const { line } = first;
  const edits: LineEdit[] = [
    { kind: "insert", after: line, text: `\n${requirementTemplate}\n${scenarioTemplate}` },
  ];
  return [...repairs, { rule: "requirements-empty", line, message: "Adds a requirement.", edits }];
}

/** A scenario needs a WHEN and a THEN. */
function stepRepairs(
  document: MarkdownDocument,
  { steps, line, endLine, edit, isComplete }: Scenario,
): Repair[] {
  if (isComplete || (edit !== undefined && steps.length === 0)) return [];
  const end = lastTextLine(document, endLine);
  const has = (role: Step["role"]) => steps.some((step) => step.role === role);
  const firstThen = steps.find(({ role }) => role === "then")?.line;
  const add = (rule: string, word: string, hint: string, after: number): Repair => {
    const text = `${after === line ? "\n" : ""}- **${word}** <${hint}>`;
    return { rule, line, message: `Adds a ${word} step.`, edits: [{ kind: "insert", after, text }] };
  };
  return [
    ...(has("when")
      ? []
      : [
          add(
            "scenario-when-missing",
            "WHEN",
            "something happens",
            firstThen === undefined ? end : firstThen - 1,
          ),
        ]),
    ...(has("then") ? [] : [add("scenario-then-missing", "THEN", "what the system does", end)]),
  ];
}

/** `### Name` among the requirements, without a scenario. */
function unlabeledRepairs({ sections, requirements, document }: Spec): Repair[] {
  const own = sections.filter(({ kind }) => kind === "requirements");
  const isOutside = (line: number) =>
    !requirements.some((each) => each.line <= line && line <= each.endLine) &&
    own.some((each) => each.line < line && line <= each.endLine);
  return document.headings
    .filter(({ level, line }) => level === 3 && isOutside(line))
    .map(({ line, title }): Repair => {
      const text = `### Requirement: ${title}`;
      const edits: LineEdit[] = [{ kind: "replace", line, text }];
      return { rule: "heading-unlabeled", line, message: `Writes \`${text}\`.`, edits };
    });
}

/** `**Scenario: x**` as a heading. */
function looseScenarioRepairs(document: MarkdownDocument): Repair[] {
  return document.lines.flatMap((line): Repair[] => {
    if (line.kind !== "prose" || (line.role !== "text" && line.role !== "continuation")) return [];
    const bold = /^\*\*(scenario\b[^*]*)\*\*\s*(.*)$/i.exec(visibleText(line, line.content).trim());
    if (bold === null || line.items.length > 0) return [];
    const name = (bold[1] ?? "").replace(/^scenario\s*:?\s*/i, "").trim() || (bold[2] ?? "");
    const text = `#### Scenario: ${name}`;
    const edits: LineEdit[] = [{ kind: "replace", line: line.number, text }];
    return [{ rule: "scenario-not-heading", line: line.number, message: `Writes \`${text}\`.`, edits }];
  });
}

/** A fence that nothing closes is closed above the next heading, or at the end. */
export function unclosedRepairs(document: MarkdownDocument): Repair[] {
  return document.unclosed.flatMap(({ line, headingLine }): Repair[] => {
    const opening = document.lines[line - 1]?.text ?? "";
    const fence = /^\s{0,3}(`{3,}|~{3,})/.exec(opening)?.[1];
    const isComment = opening.includes("<!--");
    if (fence === undefined && !isComment) return [];
    const end = lastTextLine(document, headingLine === undefined ? document.lineCount : headingLine - 1);
    const text = fence ?? "-->";
    const edits: LineEdit[] = [{ kind: "insert", after: Math.max(line, end), text }];
    const message = `Closes the ${isComment ? "comment" : "block"}.`;
    return [{ rule: "block-unclosed", line, message, edits }];
  });
}
