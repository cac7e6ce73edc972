import type { Findings } from "./findings.ts";
import type { Requirement, Scenario, Step } from "./model.ts";
import { findWord, type Vocabulary } from "./vocabulary.ts";

const maxTextLength = 500;

/** The rules of one requirement; the same in a spec and in the delta of a change. */
export function checkRequirement(requirement: Requirement, vocabulary: Vocabulary, findings: Findings): void {
  if (requirement.form !== "implicit") checkText(requirement, vocabulary, findings);
  const seen = new Map<string, number>();
  for (const scenario of requirement.scenarios) {
    checkScenario(requirement, scenario, findings);
    const earlier = seen.get(scenario.name);
    if (earlier === undefined) seen.set(scenario.name, scenario.line);
    else {
      const message = `The scenario "${scenario.name}" is here and on line ${earlier}.`;
      findings.warning({
        rule: "scenario-duplicate",
        section: sectionOf(requirement),
        line: scenario.line,
        message,
      });
    }
  }
}

/** `REMOVED Scenario` and `RENAMED Scenario` say what a change does; nothing else may hold them. */
export function checkNoEdits(requirement: Requirement, findings: Findings): void {
  for (const { name, line, edit } of requirement.scenarios) {
    if (edit === undefined) continue;
    const message = `"${name}" is ${edit.kind} here, which only a MODIFIED requirement of a change can do.`;
    findings.error({ rule: "scenario-edit-misplaced", section: sectionOf(requirement), line, message });
  }
}

export function sectionOf(requirement: Pick<Requirement, "name">): string {
  return `Requirement: ${requirement.name}`;
}

function checkText(requirement: Requirement, vocabulary: Vocabulary, findings: Findings): void {
  const { name, line, description, scenarios, parts } = requirement;
  const at = { section: sectionOf(requirement), line };
  if (name === "") {
    const message = "The requirement has no name.";
    findings.error({ rule: "requirement-name-missing", ...at, message });
  }
  if (requirement.form === "bare") {
    const message = `"${name}" is read as a requirement because it has scenarios.`;
    findings.warning({
      rule: "requirement-heading",
      ...at,
      message,
      fix: `Write \`### Requirement: ${name}\`.`,
    });
  }
  if (description === "") {
    const message = `Requirement "${name}" has no text between its heading and its scenarios.`;
    findings.error({
      rule: "requirement-text-missing",
      ...at,
      message,
      fix: "Say what the system SHALL do.",
    });
  } else checkNormative(requirement, vocabulary, findings);
  // There are never more characters than code units.
  const length = description.length > maxTextLength ? [...description].length : 0;
  if (length > maxTextLength) {
    const message = `Requirement "${name}" has ${length} characters of text; it may be more than one.`;
    findings.note({ rule: "requirement-long", ...at, message });
  }
  if (scenarios.some(hasContent)) return;
  const part = parts.find(({ isEmpty }) => !isEmpty);
  if (part !== undefined) {
    const message = `Requirement "${name}" has no scenario; "${part.name}" has no steps.`;
    const fix = `Write \`#### Scenario: ${part.name}\` with a WHEN and a THEN.`;
    return findings.warning({ rule: "scenario-unlabeled", ...at, message, fix });
  }
  if (scenarios.length > 0) {
    const message = `No scenario of requirement "${name}" has any text.`;
    return findings.warning({ rule: "scenario-missing", ...at, message });
  }
  const message = `Requirement "${name}" has no scenario.`;
  const fix = "Add `#### Scenario: <name>` with a WHEN and a THEN.";
  findings.warning({ rule: "scenario-missing", ...at, message, fix });
}

function checkNormative(requirement: Requirement, vocabulary: Vocabulary, findings: Findings): void {
  const { name, line, description } = requirement;
  const { normative } = vocabulary;
  if (findWord(description, normative) !== undefined || isMostlyForeign(description)) return;
  const at = { rule: "requirement-not-normative", section: sectionOf(requirement), line };
  const loose = findWord(description, normative, true);
  if (loose !== undefined) {
    const message = `Requirement "${name}" says "${loose}" in small letters.`;
    return findings.warning({ ...at, message, fix: `Write ${loose.toUpperCase()}.` });
  }
  const inHeading = findWord(name, normative);
  const message =
    inHeading === undefined
      ? `Requirement "${name}" does not say what SHALL or MUST hold.`
      : `Requirement "${name}" says ${inHeading} only in its heading; move it into the text.`;
  findings.warning({ ...at, message });
}

/** Text in a script whose word for SHALL might be missing from our table. */
function isMostlyForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = text.match(/\p{Script=Latin}/gu) ?? [];
  return latin.length * 2 < letters.length;
}

function hasRole({ steps }: Scenario, role: Step["role"]): boolean {
  return steps.some((step) => step.role === role);
}

function hasContent(scenario: Scenario): boolean {
  if (scenario.isComplete || scenario.edit !== undefined) return true;
  return scenario.steps.length > 0 || scenario.notes !== "";
}

function checkScenario(requirement: Requirement, scenario: Scenario, findings: Findings): void {
  const { name, line } = scenario;
  if (name !== "" && scenario.prefixed && scenario.isComplete) return;
  const at = { section: sectionOf(requirement), line };
  const which = `Scenario "${name}" of requirement "${requirement.name}"`;
  if (name === "")
    findings.warning({ rule: "scenario-name-missing", ...at, message: "The scenario has no name." });
  if (!scenario.prefixed) {
    const message = `"${name}" is read as a scenario because it has steps.`;
    findings.warning({ rule: "scenario-heading", ...at, message, fix: `Write \`#### Scenario: ${name}\`.` });
  }
  // A removal has no steps, and a mere renaming keeps those that are there.
  if (scenario.edit !== undefined && scenario.steps.length === 0) return;
  if (!hasRole(scenario, "when")) {
    const fix = "Add a `- **WHEN** …` line.";
    findings.error({ rule: "scenario-when-missing", ...at, message: `${which} has no WHEN.`, fix });
  }
  if (!hasRole(scenario, "then")) {
    const fix = "Add a `- **THEN** …` line.";
    findings.error({ rule: "scenario-then-missing", ...at, message: `${which} has no THEN.`, fix });
  }
}
