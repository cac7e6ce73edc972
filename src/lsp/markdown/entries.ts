import { readDelta } from "../../changes/delta/delta.ts";
import { specPath } from "../../changes/library.ts";
import type { Requirement, Scenario, SectionKind, Spec } from "../../specs/model.ts";
import { readSpec } from "../../specs/read.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { DocumentKind } from "../session/documents.ts";
import type { OpenFile, Session } from "../session/session.ts";

/** A heading or bullet of a spec or delta that names a requirement or one of its scenarios. */
export interface Entry {
  /** 1-based. */
  readonly line: number;
  /** As written there. */
  readonly name: string;
  readonly section: SectionKind;
  /** The requirement as the spec calls it: the old name where the delta renames it. */
  readonly requirement: string;
  /** The scenario as the spec calls it. */
  readonly scenario?: string;
}

/** Every entry of a text, in order. In a spec each name is its own. */
export function readEntries(text: string, vocabulary: Vocabulary): Entry[] {
  const { spec, renamed, removed } = readDelta(text, vocabulary);
  const oldName = new Map(renamed.map(({ from, to }) => [to, from]));
  const entries = spec.requirements.flatMap((each) =>
    each.form === "implicit" || each.sectionKind === "renamed" ? [] : ofRequirement(each, oldName),
  );
  const known = new Set(entries.map(({ line }) => line));
  for (const { name, line } of removed)
    if (!known.has(line)) entries.push({ line, name, section: "removed", requirement: name });
  for (const { from, line } of renamed)
    entries.push({ line, name: from, section: "renamed", requirement: from });
  return entries.sort((a, b) => a.line - b.line);
}

function ofRequirement(requirement: Requirement, oldName: ReadonlyMap<string, string>): Entry[] {
  const { name, line, sectionKind: section, scenarios } = requirement;
  const old = (section === "modified" ? oldName.get(name) : undefined) ?? name;
  return [
    { line, name, section, requirement: old },
    ...scenarios.map((scenario): Entry => {
      const was = scenario.edit?.kind === "renamed" ? scenario.edit.from : scenario.name;
      return { line: scenario.line, name: was, section, requirement: old, scenario: was };
    }),
  ];
}

export function entryAt(text: string, vocabulary: Vocabulary, line: number): Entry | undefined {
  return readEntries(text, vocabulary).find((entry) => entry.line === line);
}

/** The spec that a delta changes, as the editor shows it. */
export interface TargetSpec {
  readonly path: WorkspacePath;
  readonly text: string;
  readonly spec: Spec;
}

export type DeltaKindOf = Extract<DocumentKind, { kind: "delta" }>;
export type SpecKindOf = Extract<DocumentKind, { kind: "spec" }>;

export function deltaKindOf({ kinds }: OpenFile): DeltaKindOf | undefined {
  return kinds.find((kind) => kind.kind === "delta");
}

export function specKindOf({ kinds }: OpenFile): SpecKindOf | undefined {
  return kinds.find((kind) => kind.kind === "spec");
}

export async function targetSpec(
  session: Session,
  { folder }: OpenFile,
  { layout, name }: Pick<DeltaKindOf, "layout" | "name">,
): Promise<TargetSpec | undefined> {
  const { vocabulary } = await folder.territory();
  const path = specPath({ entry: { id: name, name, layout, path: layout.changes } }, name);
  const text = await session.textAt({ folder, path });
  return text === undefined ? undefined : { path, text, spec: readSpec(text, vocabulary) };
}

/** The requirement, and the scenario, that an entry is about. */
export function findTarget(
  { spec }: TargetSpec,
  entry: Entry,
): { readonly requirement: Requirement; readonly scenario: Scenario | undefined } | undefined {
  const requirement = spec.requirements.find(({ name }) => name === entry.requirement);
  if (requirement === undefined) return undefined;
  return { requirement, scenario: requirement.scenarios.find(({ name }) => name === entry.scenario) };
}
