import { visibleText } from "../markdown/blocks/line.ts";
import type { Findings } from "./findings.ts";
import type { Requirement, Spec, SpecSection } from "./model.ts";
import { isDelta } from "./read.ts";
import { checkNoEdits, checkRequirement } from "./requirement-rules.ts";
import { checkUnclosed } from "./unclosed.ts";
import type { Vocabulary } from "./vocabulary.ts";

const shortestPurpose = 50;

/** The rules of a main spec. `findings` knows the file and the profile. */
export function checkSpec(spec: Spec, vocabulary: Vocabulary, findings: Findings): void {
  checkTitle(spec, findings);
  checkPurpose(spec, findings);
  checkSections(spec, findings);
  for (const requirement of spec.requirements) {
    checkPlace(spec, requirement, findings);
    checkRequirement(requirement, vocabulary, findings);
    checkNoEdits(requirement, findings);
  }
  checkUnlabeled(spec, findings);
  checkDuplicates(spec.requirements, findings);
  checkLooseScenarios(spec, findings);
  checkUnclosed(spec.document, findings);
}

function checkTitle(spec: Spec, findings: Findings): void {
  if (spec.title !== undefined) return;
  const message = "The spec has no title.";
  findings.warning({
    rule: "title-missing",
    section: "",
    line: 1,
    message,
    fix: "Put `# <name> Specification` first.",
  });
}

function checkPurpose(spec: Spec, findings: Findings): void {
  const section = spec.sections.find((candidate) => candidate.kind === "purpose");
  if (section === undefined) {
    const overview = spec.sections.find((candidate) =>
      /^(overview|introduction|summary)$/i.test(candidate.title),
    );
    const fix = overview
      ? `Rename \`## ${overview.title}\` to \`## Purpose\`.`
      : "Add `## Purpose` below the title.";
    const message = "The spec has no `## Purpose` section.";
    return findings.error({ rule: "purpose-missing", section: "", line: overview?.line ?? 1, message, fix });
  }
  const at = { section: section.title, line: section.line };
  const length = [...spec.purpose].length;
  if (length === 0)
    return findings.error({ rule: "purpose-empty", ...at, message: "The Purpose section is empty." });
  if (isPlaceholder(spec.purpose)) {
    const message = "The Purpose is still a placeholder.";
    return findings.warning({ rule: "purpose-placeholder", ...at, message });
  }
  if (length >= shortestPurpose) return;
  const message = `The Purpose has ${length} characters; at least ${shortestPurpose} say something.`;
  findings.warning({ rule: "purpose-short", ...at, message });
}

/** A leading TBD or TODO, which is also what OpenSpec writes when it makes a spec. */
export function isPlaceholder(purpose: string): boolean {
  return /^[\s*_`([]*(?:TBD|TODO|待定)(?![\p{L}\p{N}])/iu.test(purpose);
}

function checkSections(spec: Spec, findings: Findings): void {
  const all = spec.sections.filter((section) => section.kind === "requirements");
  const [first, ...more] = all;
  const deltas = spec.sections.filter(isDelta);
  for (const section of deltas) findings.error(deltaHeading(section));
  // Fixing the delta heading also gives the spec its missing section.
  if (first === undefined && deltas.length > 0) return;
  if (first === undefined) {
    const message = "The spec has no `## Requirements` section.";
    const fix = "Add `## Requirements` above the first requirement.";
    return findings.error({ rule: "requirements-missing", section: "", line: 1, message, fix });
  }
  for (const { title, line } of more) {
    const message = `A second \`## ${title}\` section; the first is on line ${first.line}. Both are read.`;
    findings.warning({
      rule: "requirements-repeated",
      section: title,
      line,
      message,
      fix: "Join the two sections.",
    });
  }
  if (spec.requirements.some((requirement) => requirement.place === "requirements")) return;
  const message = "The Requirements section has no requirements.";
  const fix = "Add a `### Requirement: <name>` heading.";
  findings.error({ rule: "requirements-empty", section: first.title, line: first.line, message, fix });
}

function deltaHeading({ title, line }: SpecSection) {
  const message = `\`## ${title}\` is a heading of a change proposal; a spec says what holds now.`;
  const fix = "Rename it to `## Requirements`, or move the text into a change.";
  return { rule: "delta-in-spec", section: title, line, message, fix };
}

function checkPlace(spec: Spec, requirement: Requirement, findings: Findings): void {
  const { name, line, place } = requirement;
  if (requirement.form === "implicit") {
    const message = "These scenarios do not belong to a requirement.";
    const fix = "Put a `### Requirement: <name>` heading above them.";
    return findings.error({ rule: "scenario-orphaned", section: requirement.section, line, message, fix });
  }
  if (place !== "elsewhere" || !spec.sections.some(({ kind }) => kind === "requirements")) return;
  const under = requirement.section === "" ? "before any section" : `under \`${requirement.section}\``;
  const message = `The requirement is ${under}, outside the Requirements section.`;
  findings.error({
    rule: "requirement-misplaced",
    section: `Requirement: ${name}`,
    line,
    message,
    fix: "Move it below `## Requirements`.",
  });
}

/** OpenSpec takes every heading of level three in the Requirements section for a requirement. */
function checkUnlabeled({ sections, requirements, document }: Spec, findings: Findings): void {
  const own = sections.filter(({ kind }) => kind === "requirements");
  let next = 0;
  for (const { level, line, title } of document.headings) {
    while ((requirements[next]?.endLine ?? line) < line) next++;
    const isInside = (requirements[next]?.line ?? line + 1) <= line;
    if (level !== 3 || isInside || !own.some((each) => each.line < line && line <= each.endLine)) continue;
    const message = `\`### ${title}\` is among the requirements and has no scenario.`;
    const fix = `Write \`### Requirement: ${title}\` with a scenario, or move it out of the section.`;
    findings.note({ rule: "heading-unlabeled", section: title, line, message, fix });
  }
}

/** The same name twice is an error; names that differ only in case or spaces are a trap for the next change. */
export function checkDuplicates(requirements: readonly Requirement[], findings: Findings): void {
  const first = new Map<string, Requirement>();
  for (const requirement of requirements) {
    if (requirement.form === "implicit" || requirement.name === "") continue;
    const { name, line } = requirement;
    const key = foldName(name);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, requirement);
    else if (earlier.name === name) {
      const message = `The requirement "${name}" is here and on line ${earlier.line}.`;
      const fix = "Rename one of them, or join the two.";
      findings.error({ rule: "requirement-duplicate", section: `Requirement: ${name}`, line, message, fix });
    } else {
      const message = `"${name}" differs from "${earlier.name}" on line ${earlier.line} only in case or spaces.`;
      findings.warning({
        rule: "requirement-near-duplicate",
        section: `Requirement: ${name}`,
        line,
        message,
      });
    }
  }
}

export function foldName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** `**Scenario: x**` in bold looks like a scenario but is not one. */
function checkLooseScenarios({ document }: Spec, findings: Findings): void {
  // A comment can be between the letters; without one a search of the whole text rules out most specs.
  if (document.comments.length === 0 && !/\*\*scenario/i.test(document.text)) return;
  for (const line of document.lines) {
    if (line.kind !== "prose" || (line.role !== "text" && line.role !== "continuation")) continue;
    const text = visibleText(line, line.content);
    if (!/^\*\*scenario\b[^*]*\*\*/i.test(text)) continue;
    const message = "A scenario in bold is not read as one.";
    const fix = "Write it as a heading: `#### Scenario: <name>`.";
    findings.warning({ rule: "scenario-not-heading", section: "", line: line.number, message, fix });
  }
}
