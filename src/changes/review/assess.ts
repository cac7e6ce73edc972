import { byCodePoint } from "../../kernel/order.ts";
import { type FindingDraft, Findings, type SpecFinding } from "../../specs/findings.ts";
import type { RuleProfile } from "../../specs/layouts.ts";
import { readSpecFile } from "../../specs/library.ts";
import { isDelta, readSpec } from "../../specs/read.ts";
import { checkSpec } from "../../specs/rules.ts";
import { checkUnclosed } from "../../specs/unclosed.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import type { TextFile } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { lostHeadings } from "../archive/lost-headings.ts";
import type { BaseLookup } from "../base/bases.ts";
import { type Applied, applyDelta } from "../delta/apply.ts";
import { type Change, type DeltaFile, specPath } from "../library.ts";
import { checkDelta } from "./delta-rules.ts";
import { checkDocuments } from "./document-rules.ts";
import type { TouchMap } from "./overlap.ts";

/** What archiving would do to one capability. */
export interface Outcome {
  readonly capability: string;
  readonly path: WorkspacePath;
  readonly before: TextFile | undefined;
  readonly applied: Applied;
}

/** The result of reviewing a change, before anything is written. */
export interface Assessment {
  readonly change: Change;
  readonly findings: readonly SpecFinding[];
  readonly outcomes: readonly Outcome[];
  /** Open changes that must be archived first, because they add what this one changes. */
  readonly blockedBy: readonly string[];
  /** Open changes that touch the same requirements. */
  readonly overlaps: readonly string[];
}

export interface AssessOptions {
  readonly vocabulary: Vocabulary;
  readonly profile: RuleProfile;
  readonly touches: TouchMap;
  readonly baseOf: BaseLookup;
}

/**
 * The rules of a change and the dry run of its archive, which are one and the same: a change is valid when,
 * and only when, `archive` would accept it.
 */
export async function assessChange(
  workspace: Workspace,
  change: Change,
  options: AssessOptions,
): Promise<Assessment> {
  const findings = [
    ...checkDocuments(change, options.profile),
    ...options.touches.overlaps(change, options.profile),
  ];
  const outcomes: Outcome[] = [];
  const blockers = new Set<string>();
  for (const file of change.deltas) {
    const own = new Findings(file.path, options.profile);
    checkDelta(file, options.vocabulary, own);
    const target = new Findings(specPath(change, file.capability), options.profile);
    const outcome = await applyFile(workspace, change, file, options, { own, target, blockers });
    if (outcome !== undefined) outcomes.push(outcome);
    findings.push(...own.list, ...target.list);
  }
  const overlaps = options.touches.othersOf(change);
  return { change, findings, outcomes, blockedBy: [...blockers].sort(byCodePoint), overlaps };
}

/** Where `applyFile` puts what it notices. */
interface Notices {
  readonly own: Findings;
  readonly target: Findings;
  readonly blockers: Set<string>;
}

async function applyFile(
  workspace: Workspace,
  change: Change,
  file: DeltaFile,
  options: AssessOptions,
  { own: findings, target, blockers }: Notices,
): Promise<Outcome | undefined> {
  const { capability, delta } = file;
  const path = specPath(change, capability);
  const before = await readSpecFile(workspace, path);
  if (!before.ok && before.fault.code !== "path_not_found") {
    const message = `The spec cannot be changed: ${before.fault.message}`;
    findings.error({ rule: "unreadable-file", section: "", line: 1, message, fix: before.fault.remedy });
    return undefined;
  }
  const spec = before.ok ? before.value.text : undefined;
  const applied = applyDelta({
    capability,
    changeId: change.entry.name,
    spec,
    delta,
    baseOf: (name) => options.baseOf(change, capability, name),
    mayRetire: change.metadata.retire === "all" || change.metadata.retire.has(capability),
    vocabulary: options.vocabulary,
  });
  // Duplicates and contradictions within a delta do not fit any spec; they are already reported.
  const contradicted = new Set(findings.list.filter(isContradiction).map(({ section }) => section));
  for (const blocker of tellMisfits(change, capability, applied, options, contradicted, findings))
    blockers.add(blocker);
  if (spec !== undefined) checkTarget(spec, options, target);
  const fits = applied.misfits.every((misfit) => misfit.isDone);
  if (fits && contradicted.size === 0 && target.list.every(({ severity }) => severity !== "error"))
    checkResult(file, spec, applied, options, findings, target);
  return { capability, path, before: before.ok ? before.value : undefined, applied };
}

function isContradiction({ rule }: SpecFinding): boolean {
  return rule === "entry-duplicate" || rule === "entry-conflict" || rule === "entry-old-name";
}

function tellMisfits(
  change: Change,
  capability: string,
  applied: Applied,
  options: AssessOptions,
  contradicted: ReadonlySet<string>,
  findings: Findings,
): string[] {
  const blockers: string[] = [];
  for (const { rule, name, line, message, fix, suggest } of applied.misfits) {
    const section = name === "" ? "" : `Requirement: ${name}`;
    if (contradicted.has(section) || (section === "" && contradicted.size > 0)) continue;
    const isAbsent = rule === "target-missing" || rule === "removal-done";
    const makers = isAbsent ? options.touches.makersOf(change, capability, name) : [];
    if (makers.length === 0) findings.error({ rule, section, line, message, fix, suggest });
    else findings.error(blockedBy(makers, { section, line, message }));
    blockers.push(...makers);
  }
  for (const { name, kept } of applied.effects) {
    if (kept.length === 0) continue;
    const names = kept.map((each) => `"${each}"`).join(", ");
    const message = `The spec has moved since the change was written; ${names} of "${name}" stay as they are now.`;
    findings.note({ rule: "base-moved", section: `Requirement: ${name}`, line: 1, message });
  }
  return blockers;
}

/** A target that another open change adds: it exists once that change is archived. */
function blockedBy(
  makers: readonly string[],
  at: Pick<SpecFinding, "section" | "line" | "message">,
): FindingDraft {
  const listed = makers.map((id) => `\`${id}\``).join(" or ");
  const message = `${at.message} The change ${listed} adds it, so this change is blocked until that one is archived.`;
  const suggest = { operation: "archive_change", args: { change_id: makers[0] }, to: "unblock this change" };
  return { ...at, rule: "change-blocked", message, suggest };
}

/** What makes it unsafe to write to a spec: the end of an unclosed block is unknown. */
function checkTarget(spec: string, { vocabulary, profile }: AssessOptions, target: Findings): void {
  const found = new Findings("", profile);
  const { document, sections } = readSpec(spec, vocabulary);
  for (const { title, line } of sections.filter(isDelta)) {
    const message = `\`## ${title}\` is a heading of a change, so OpenSpec refuses to archive into this spec.`;
    const fix = "Rename it to `## Requirements`.";
    target.note({ rule: "target-invalid", section: title, line, message, fix });
  }
  checkUnclosed(document, found);
  for (const { severity, file: _, ...finding } of found.list) if (severity === "error") target.error(finding);
}

/** Errors that the spec would have after the change and does not have now. */
function checkResult(
  file: DeltaFile,
  before: string | undefined,
  applied: Applied,
  options: AssessOptions,
  findings: Findings,
  target: Findings,
): void {
  if (applied.isNew && file.delta.purpose === "" && applied.effects.length > 0) {
    const message = `The new spec \`${file.capability}\` gets a placeholder for its purpose.`;
    const fix = "Add `## Purpose` to the delta.";
    findings.note({ rule: "purpose-missing", section: "", line: 1, message, fix });
  }
  if (applied.text === undefined || applied.text === before) return;
  if (before !== undefined) checkNothingLost(before, applied.text, file, options, target);
  const known = new Set(before === undefined ? [] : errorsOf(before, options).map(ruleKey));
  for (const error of errorsOf(applied.text, options)) {
    if (known.has(ruleKey(error))) continue;
    if (error.rule === "block-unclosed" && !findings.list.some(({ rule }) => rule === error.rule)) {
      const { severity: _, file: __, ...finding } = error;
      target.error(finding);
      continue;
    }
    const message = `After the change the spec would be invalid: ${error.message}`;
    const { section } = error;
    // The delta's own rules have already reported it where they could.
    if (findings.list.some((told) => told.rule === error.rule && told.section === section)) continue;
    findings.error({ rule: "result-invalid", section, line: 1, message });
  }
}

function checkNothingLost(
  before: string,
  after: string,
  { delta }: DeltaFile,
  { vocabulary }: AssessOptions,
  target: Findings,
): void {
  for (const { line, text } of lostHeadings(before, after, delta, vocabulary)) {
    const message = `\`${text}\` would be lost: the change replaces the text around it and does not name it.`;
    const fix = "Repeat the line in the delta, or remove it from the spec before archiving the change.";
    target.error({ rule: "heading-lost", section: "", line, message, fix });
  }
}

function errorsOf(text: string, { vocabulary, profile }: AssessOptions): SpecFinding[] {
  const findings = new Findings("", profile);
  checkSpec(readSpec(text, vocabulary), vocabulary, findings);
  return findings.list.filter((finding) => finding.severity === "error");
}

function ruleKey({ rule, section }: SpecFinding): string {
  return `${rule}\n${section}`;
}
