import { nearest } from "../../kernel/nearest.ts";
import type { Requirement, SectionKind, Spec, SpecSection } from "../../specs/model.ts";
import { isDelta } from "../../specs/read.ts";
import { type Delta, deltaSections } from "../delta/delta.ts";
import { type LineEdit, lastTextLine, textOf } from "./line-edits.ts";
import type { Repair } from "./scenario-repairs.ts";
import { requirementTemplate, scenarioTemplate } from "./spec-repairs.ts";

/**
 * Repairs of entries that a person chooses, because they are guesses: a name that resembles one of the spec, and a
 * section that fits what the spec has. `target` is the spec that the delta changes.
 */
export function repairEntries(delta: Delta, target: Spec | undefined): Repair[] {
  return [
    ...nearNames(delta, target),
    ...nearScenarios(delta, target),
    ...moves(delta, target),
    ...empty(delta),
  ];
}

function nearNames({ modified, removed, renamed, spec }: Delta, target: Spec | undefined): Repair[] {
  const names = (target?.requirements ?? [])
    .filter(({ form }) => form !== "implicit")
    .map(({ name }) => name);
  const known = new Set([...names, ...renamed.map(({ to }) => to)]);
  const entries = [...modified, ...removed, ...renamed.map(({ from, line }) => ({ name: from, line }))];
  return entries.flatMap(({ name, line }) => {
    const [closest] = known.has(name) ? [] : nearest(name, names, 1);
    return closest === undefined ? [] : renamedAt(spec, "target-missing", line, name, closest);
  });
}

function nearScenarios({ modified, renamed, spec }: Delta, target: Spec | undefined): Repair[] {
  return modified.flatMap(({ name, scenarios }) => {
    const oldName = renamed.find(({ to }) => to === name)?.from ?? name;
    const theirs = target?.requirements.find((each) => each.name === oldName)?.scenarios ?? [];
    const names = theirs.map((each) => each.name);
    return scenarios.flatMap(({ edit, name: scenario, line }) => {
      if (edit === undefined) return [];
      const was = edit.kind === "renamed" ? edit.from : scenario;
      const [closest] = names.includes(was) ? [] : nearest(was, names, 1);
      return closest === undefined ? [] : renamedAt(spec, "scenario-target-missing", line, was, closest);
    });
  });
}

function renamedAt({ document }: Spec, rule: string, line: number, name: string, closest: string): Repair[] {
  const heading = document.lines[line - 1]?.text ?? "";
  const at = heading.indexOf(name, heading.search(/[:：]/) + 1);
  if (at < 0) return [];
  const text = heading.slice(0, at) + closest + heading.slice(at + name.length);
  return [{ rule, line, message: `Writes the name "${closest}".`, edits: [{ kind: "replace", line, text }] }];
}

/** What is added but exists is MODIFIED; what is outside of the sections belongs to the one that fits the spec. */
function moves({ added, spec }: Delta, target: Spec | undefined): Repair[] {
  const names = new Set(target?.requirements.map(({ name }) => name));
  const existing = added.filter(({ name }) => names.has(name));
  const misplaced = spec.requirements.filter(
    ({ place, form }) => place === "elsewhere" && form !== "implicit",
  );
  return [
    ...existing.map((each) => moveTo(spec, each, "target-exists", "modified")),
    ...misplaced.map((each) =>
      moveTo(spec, each, "entry-misplaced", names.has(each.name) ? "modified" : "added"),
    ),
  ];
}

function moveTo(
  { document, sections, requirements }: Spec,
  { line, endLine, name }: Requirement,
  rule: string,
  kind: Extract<SectionKind, "added" | "modified">,
): Repair {
  const title = `## ${kind.toUpperCase()} Requirements`;
  const own = sections.find((each) => each.kind === kind);
  const around = sections.find((each) => isDelta(each) && each.line < line && line <= each.endLine);
  const isAlone = around !== undefined && requirements.filter((each) => isIn(each, around)).length === 1;
  if (own === undefined && around !== undefined && isAlone) {
    const edits: LineEdit[] = [{ kind: "replace", line: around.line, text: title }];
    return { rule, line, message: `Writes \`${title}\` above "${name}".`, edits };
  }
  const heading = own === undefined ? `${title}\n\n` : "";
  const after = lastTextLine(document, own?.endLine ?? document.lineCount);
  const isLast = after <= endLine && after >= line;
  const insert: LineEdit = {
    kind: "insert",
    after: isLast ? lastTextLine(document, line - 1) : after,
    text: `\n${heading}${textOf(document, line, endLine)}${isLast ? "\n" : ""}`,
  };
  const edits: LineEdit[] = [insert, { kind: "remove", from: line, to: endLine }];
  return { rule, line, message: `Moves "${name}" below \`${title}\`.`, edits };
}

function isIn({ line }: Requirement, section: SpecSection): boolean {
  return section.line < line && line <= section.endLine;
}

/** A heading without entries. */
function empty(delta: Delta): Repair[] {
  const [first] = deltaSections(delta.spec);
  if (first?.kind !== "added" || delta.spec.requirements.length > 0) return [];
  const { line } = first;
  const edits: LineEdit[] = [
    { kind: "insert", after: line, text: `\n${requirementTemplate}\n${scenarioTemplate}` },
  ];
  return [{ rule: "delta-empty", line, message: "Adds a requirement.", edits }];
}
