import { withoutSpans } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { sectionLines } from "../../markdown/sections.ts";
import { type TaskItem, taskProgress } from "../../markdown/tasks.ts";
import { Findings, type SpecFinding } from "../../specs/findings.ts";
import type { RuleProfile } from "../../specs/layouts.ts";
import { countEntries } from "../delta/delta.ts";
import { below, type Change, type ChangeDocument } from "../library.ts";
import { isChangeName } from "../scaffold.ts";

const shortestWhy = 50;
const maxWhyLength = 1000;
const maxEntries = 10;

/** The rules of a change's own documents: proposal, tasks, metadata, and whether there is any delta. */
export function checkDocuments(change: Change, profile: RuleProfile): SpecFinding[] {
  return [
    ...checkProposal(change, profile),
    ...checkTasks(change, profile),
    ...checkPresence(change, profile),
    ...checkMetadata(change, profile),
  ];
}

function checkProposal({ proposal }: Change, profile: RuleProfile): SpecFinding[] {
  const findings = new Findings(proposal.path, profile);
  if (!isReadable(proposal, findings)) {
    const message = "The change has no proposal.md.";
    const fix = "Write it with `## Why` and `## What Changes`.";
    if (proposal.problem === undefined)
      findings.error({ rule: "proposal-missing", section: "", line: 1, message, fix });
    return findings.list;
  }
  const document = readMarkdown(proposal.file?.text ?? "");
  const section = (title: string) =>
    document.headings.find((heading) => heading.level === 2 && heading.text.trim().toLowerCase() === title);
  const why = section("why");
  if (why === undefined) findings.error(missingSection("proposal-why-missing", "Why"));
  else {
    const written = sectionLines(document, why)
      .map((line) => line.text.trim())
      .join(" ");
    // Placeholder text of a template is not a reason.
    const text = withoutSpans(written, "<!--", "-->").trim();
    const length = [...text].length;
    const message = `The Why has ${length} characters; at least ${shortestWhy} say something.`;
    if (length < shortestWhy)
      findings.warning({ rule: "proposal-why-short", section: why.text, line: why.line, message });
    const tooLong = `The Why has ${length} characters; more than ${maxWhyLength} are rarely read.`;
    if (length > maxWhyLength)
      findings.note({ rule: "proposal-why-long", section: why.text, line: why.line, message: tooLong });
  }
  if (section("what changes") === undefined)
    findings.error(missingSection("proposal-what-missing", "What Changes"));
  return findings.list;
}

function missingSection(rule: string, title: string) {
  return {
    rule,
    section: "",
    line: 1,
    message: `The proposal has no \`## ${title}\` section.`,
    fix: `Add \`## ${title}\`.`,
  };
}

function checkTasks({ tasks }: Change, profile: RuleProfile): SpecFinding[] {
  const findings = new Findings(tasks.path, profile);
  if (!isReadable(tasks, findings)) {
    const message = "The change has no tasks.md.";
    const fix = "Write one task per line: `- [ ] 1.1 …`.";
    if (tasks.problem === undefined)
      findings.error({ rule: "tasks-missing", section: "", line: 1, message, fix });
    return findings.list;
  }
  if (tasks.items.length === 0) {
    const message = `${tasks.path.split("/").at(-1)} has no task with a box.`;
    findings.warning({
      rule: "tasks-empty",
      section: "",
      line: 1,
      message,
      fix: "Write `- [ ] 1.1 <task>`.",
    });
  }
  // Numbers are the form of tasks.md; what else a schema tracks has its own.
  if (tasks.path.endsWith("/tasks.md")) checkNumbers(tasks.items, findings);
  const { completed, total } = taskProgress(tasks.items);
  const message = `${completed} of ${total} tasks are done.`;
  if (total > 0) findings.note({ rule: "tasks-progress", section: "", line: 1, message });
  return findings.list;
}

/** Each task has its own number within its group: `## 2. Tests` holds 2.1, 2.2, … */
function checkNumbers(tasks: readonly TaskItem[], findings: Findings): void {
  const lines = new Map<string, number>();
  for (const { id, line, text, headings } of tasks) {
    const section = headings.at(-1) ?? "";
    if (id === undefined) {
      const shown = [...text].slice(0, 30).join("");
      const message = `The task "${shown}${shown === text ? "" : "…"}" has no number.`;
      findings.warning({ rule: "task-unnumbered", section, line, message, fix: "Start it with `1.1`." });
      continue;
    }
    const earlier = lines.get(id);
    const message = `The number ${id} is here and on line ${earlier}.`;
    if (earlier === undefined) lines.set(id, line);
    else findings.warning({ rule: "task-duplicate", section, line, message });
    const group = /^(\d+)\./.exec(section)?.[1];
    if (group === undefined || !/^\d/.test(id) || id.startsWith(`${group}.`)) continue;
    const misplaced = `The task ${id} is in group ${group}.`;
    findings.warning({ rule: "task-misnumbered", section, line, message: misplaced });
  }
}

function checkPresence(change: Change, profile: RuleProfile): SpecFinding[] {
  const findings = new Findings(change.proposal.path, profile);
  const total = change.deltas.reduce((sum, { delta }) => sum + countEntries(delta), 0);
  const isSkipped = change.metadata.skipSpecs;
  // A file without entries has a finding of its own.
  if (change.deltas.length === 0 && change.misplacedDeltas.length === 0 && !isSkipped) {
    const message = "The change does not touch any requirement.";
    const fix =
      "Add `specs/<capability>/spec.md` with `## ADDED Requirements` or another delta section; a change that needs none says `skip_specs: true` in `.openspec.yaml`.";
    findings.error({ rule: "delta-missing", section: "", line: 1, message, fix });
  }
  if (total > maxEntries) {
    const message = `The change touches ${total} requirements; reviews stay careful up to ${maxEntries}.`;
    const fix = "Split it into changes that can be archived one after the other.";
    findings.note({ rule: "delta-many", section: "", line: 1, message, fix });
  }
  if (isSkipped && change.deltas.length > 0) {
    const message = "The change has `skip_specs: true` and deltas.";
    findings.error({ rule: "metadata-conflict", section: "", line: 1, message, fix: "Drop one of the two." });
  }
  for (const path of change.misplacedDeltas) {
    const message = "This delta does not belong to a capability and would not be applied.";
    const stray = new Findings(path, profile);
    stray.error({
      rule: "delta-misplaced",
      section: "",
      line: 1,
      message,
      fix: "Name it `specs/<capability>/spec.md`.",
    });
    findings.list.push(...stray.list);
  }
  return findings.list;
}

function checkMetadata({ entry, metadata }: Change, profile: RuleProfile): SpecFinding[] {
  const findings = new Findings(below(entry.path, ".openspec.yaml"), profile);
  if (!isChangeName(entry.name)) {
    const message = `OpenSpec allows only lowercase letters, digits and single hyphens in a change's id; \`${entry.name}\` has others.`;
    const id = new Findings(entry.path, profile);
    id.warning({ rule: "change-id", section: "", line: 1, message });
    findings.list.push(...id.list);
  }
  const { problem } = metadata;
  if (problem !== undefined) findings.error({ ...problem, section: "" });
  return findings.list;
}

function isReadable(document: ChangeDocument, findings: Findings): boolean {
  for (const { message, line, fix } of document.file?.problems ?? []) {
    findings.warning({ rule: "invalid-utf8", section: "", line, message, fix });
  }
  if (document.problem !== undefined) findings.error({ ...document.problem, section: "" });
  return document.file !== undefined;
}
