import { readMarkdown } from "../markdown/document.ts";
import { sectionLines } from "../markdown/sections.ts";
import { taskProgress } from "../markdown/tasks.ts";
import { type Finding, Findings } from "../specs/findings.ts";
import type { RuleProfile } from "../specs/layouts.ts";
import { countEntries } from "./delta.ts";
import { below, type Change, type ChangeDocument } from "./library.ts";

const shortestWhy = 50;

/** The rules of a change's own documents: proposal, tasks, metadata, and whether there is any delta. */
export function checkDocuments(change: Change, profile: RuleProfile): Finding[] {
  return [
    ...checkProposal(change, profile),
    ...checkTasks(change, profile),
    ...checkPresence(change, profile),
    ...checkMetadata(change, profile),
  ];
}

function checkProposal({ proposal }: Change, profile: RuleProfile): Finding[] {
  const findings = new Findings(proposal.path, profile);
  if (!isReadable(proposal, findings)) {
    const message = "The change has no proposal.md.";
    const fix = "Write it with `## Why` and `## What Changes`.";
    if (proposal.reason === undefined)
      findings.error({ rule: "proposal-missing", section: "", line: 1, message, fix });
    return findings.list;
  }
  const document = readMarkdown(proposal.file?.text ?? "");
  const section = (title: string) =>
    document.headings.find((heading) => heading.level === 2 && heading.text.trim().toLowerCase() === title);
  const why = section("why");
  if (why === undefined) findings.error(missingSection("proposal-why-missing", "Why"));
  else {
    const text = sectionLines(document, why)
      .map((line) => line.text.trim())
      .join(" ")
      .trim();
    const length = [...text].length;
    const message = `The Why has ${length} characters; at least ${shortestWhy} say something.`;
    if (length < shortestWhy)
      findings.warning({ rule: "proposal-why-short", section: why.text, line: why.line, message });
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

function checkTasks({ tasks }: Change, profile: RuleProfile): Finding[] {
  const findings = new Findings(tasks.path, profile);
  if (!isReadable(tasks, findings)) {
    const message = "The change has no tasks.md.";
    const fix = "Write one task per line: `- [ ] 1.1 …`.";
    if (tasks.reason === undefined)
      findings.error({ rule: "tasks-missing", section: "", line: 1, message, fix });
    return findings.list;
  }
  if (tasks.items.length === 0) {
    const message = "tasks.md has no task with a box.";
    findings.warning({
      rule: "tasks-empty",
      section: "",
      line: 1,
      message,
      fix: "Write `- [ ] 1.1 <task>`.",
    });
  }
  for (const task of tasks.items) {
    if (task.id !== undefined) continue;
    const shown = [...task.text].slice(0, 30).join("");
    const message = `The task "${shown}${shown === task.text ? "" : "…"}" has no number.`;
    const section = task.headings.at(-1) ?? "";
    findings.warning({
      rule: "task-unnumbered",
      section,
      line: task.line,
      message,
      fix: "Start it with `1.1`.",
    });
  }
  const { completed, total } = taskProgress(tasks.items);
  const message = `${completed} of ${total} tasks are done.`;
  if (total > 0) findings.note({ rule: "tasks-progress", section: "", line: 1, message });
  return findings.list;
}

function checkPresence(change: Change, profile: RuleProfile): Finding[] {
  const findings = new Findings(change.proposal.path, profile);
  const total = change.deltas.reduce((sum, { delta }) => sum + countEntries(delta), 0);
  const isSkipped = change.metadata.skipSpecs;
  if (total === 0 && !isSkipped) {
    const message = "The change does not change any requirement.";
    const fix = "Add `specs/<capability>/spec.md` with `## ADDED Requirements`, or another delta section.";
    findings.error({ rule: "delta-missing", section: "", line: 1, message, fix });
  }
  if (isSkipped && change.deltas.length > 0) {
    const message = "The change says `skip_specs: true` and has deltas all the same.";
    findings.error({ rule: "metadata-conflict", section: "", line: 1, message, fix: "Drop one of the two." });
  }
  for (const path of change.strays) {
    const message = "This delta belongs to no capability and would not be applied.";
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

function checkMetadata({ entry, metadata }: Change, profile: RuleProfile): Finding[] {
  const findings = new Findings(below(entry.path, ".openspec.yaml"), profile);
  const { problem } = metadata;
  if (problem !== undefined)
    findings.error({ rule: "metadata-invalid", section: "", line: 1, message: problem });
  return findings.list;
}

function isReadable(document: ChangeDocument, findings: Findings): boolean {
  for (const { message } of document.file?.problems ?? []) {
    findings.warning({ rule: "invalid-utf8", section: "", line: 1, message, fix: "Save the file as UTF-8." });
  }
  if (document.reason !== undefined) {
    findings.error({ rule: "unreadable-file", section: "", line: 1, message: document.reason });
  }
  return document.file !== undefined;
}
