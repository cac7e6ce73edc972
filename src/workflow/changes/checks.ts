import { countEntries, readDelta } from "../../changes/delta/delta.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { sectionLines } from "../../markdown/sections.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { unless } from "../read/check-spec.ts";
import { findHeading } from "../read/spec-document.ts";

// What is wrong with a document of a change, in one sentence per problem, before it is written.

export function checkProposal(text: string): string[] {
  return ["Why", "What Changes"].flatMap((name) => {
    const document = readMarkdown(text);
    const heading = findHeading(document, name);
    const isFilled =
      heading !== undefined && sectionLines(document, heading).some(({ role }) => role !== "blank");
    return unless(isFilled, `The section \`## ${name}\` is missing or empty.`);
  });
}

export function checkDelta(text: string): string[] {
  const delta = readDelta(text);
  const written = [...delta.added, ...delta.modified];
  return [
    ...unless(countEntries(delta) > 0, "There is no requirement under `## ADDED Requirements` or its like."),
    ...delta.problems.map(({ line, message }) => `Line ${line}: ${message}`),
    ...written.flatMap(({ name, description, scenarios, line }) => [
      ...unless(/\b(?:SHALL|MUST)\b/.test(description), `Line ${line}: "${name}" has no SHALL or MUST.`),
      ...unless(scenarios.length > 0, `Line ${line}: "${name}" has no \`#### Scenario: …\`.`),
      ...scenarios
        .filter(({ isComplete }) => !isComplete)
        .map((scenario) => `Line ${scenario.line}: "${scenario.name}" needs **WHEN** and **THEN**.`),
    ]),
  ];
}

export function checkDesign(text: string): string[] {
  const { headings } = readMarkdown(text);
  return ["Context", "Decisions"].flatMap((name) =>
    unless(
      headings.some(
        (heading) => heading.level === 2 && heading.text.toLowerCase().includes(name.toLowerCase()),
      ),
      `The section \`## ${name}\` is missing.`,
    ),
  );
}

export function checkChangeTasks(text: string): string[] {
  const tasks = readTasks(readMarkdown(text));
  return [
    ...unless(tasks.length > 0, "There is no task with a checkbox: `- [ ] 1.1 …`."),
    ...tasks
      .filter(({ id }) => id === undefined)
      .map(({ line }) => `Line ${line}: a task needs a number such as 1.1 after its checkbox.`),
    ...tasks
      .filter(({ description }) => description === "")
      .map(({ line }) => `Line ${line}: the task has no description.`),
  ];
}
