import { diffLines } from "diff";
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Range,
  type TextEdit,
} from "vscode-languageserver/node";
import { readDelta } from "../../changes/delta/delta.ts";
import { repairProposal, repairTasks } from "../../changes/fix/document-repairs.ts";
import { repairEntries } from "../../changes/fix/entry-repairs.ts";
import { planFix, repairsOf } from "../../changes/fix/fix.ts";
import { applyEdits, type LineEdit } from "../../changes/fix/line-edits.ts";
import type { Repair } from "../../changes/fix/scenario-repairs.ts";
import { repairRequirement, repairSpec, unclosedRepairs } from "../../changes/fix/spec-repairs.ts";
import { reviewChanges } from "../../changes/review/review.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readSpec } from "../../specs/read.ts";
import { uriOf } from "../session/positions.ts";
import type { OpenFile } from "../session/session.ts";
import { deltaKindOf, specKindOf } from "./entries.ts";
import { repairFrontMatter } from "./front-matter.ts";
import { textDocument } from "./links.ts";

/** Repairs for the findings in a range, and one action for all mechanical repairs of a change. */
export async function markdownActions(
  file: OpenFile,
  range: Range,
  diagnostics: readonly Diagnostic[],
): Promise<CodeAction[]> {
  const repairs = await file.folder.read(() => repairsIn(file));
  const actions: CodeAction[] = [];
  const titles = new Set<string>();
  for (const repair of repairs) {
    const own = diagnostics.filter((each) => isAbout(each, repair));
    const isTouched = repair.line - 1 >= range.start.line && repair.line - 1 <= range.end.line;
    if (own.length === 0 && !(isTouched && diagnostics.length === 0)) continue;
    const title = titleOf(repair);
    if (titles.has(`${title}\0${repair.line}`)) continue;
    titles.add(`${title}\0${repair.line}`);
    const action: CodeAction = {
      title,
      kind: CodeActionKind.QuickFix,
      edit: { changes: { [uriOf(file.folder.workspace, file.path)]: editsOf(file.text, repair.edits) } },
    };
    if (own.length > 0) action.diagnostics = own;
    actions.push(action);
  }
  return [...actions, ...(await acceptances(file, diagnostics)), ...(await fixAll(file))];
}

/** "Text changed since": a person who has read both says that the tests still fit. The command writes the record. */
async function acceptances(file: OpenFile, diagnostics: readonly Diagnostic[]): Promise<CodeAction[]> {
  const own = diagnostics.filter(({ code, source }) => source === "hewto" && code === "requirement-moved");
  if (own.length === 0) return [];
  const { graph } = await file.folder.requirements();
  return own.flatMap((diagnostic): CodeAction[] => {
    const line = diagnostic.range.start.line + 1;
    const node = graph.nodes.find((each) => each.file === file.path && each.line === line);
    if (node === undefined) return [];
    const title = "Accept: the tests still fit the text";
    const uri = uriOf(file.folder.workspace, file.path);
    const command = { title, command: "hewto.accept", arguments: [uri, graph.short(node)] };
    return [{ title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], command }];
  });
}

function isAbout({ code, range, source }: Diagnostic, { rule, line }: Repair): boolean {
  // Repairs of what a MODIFIED requirement leaves out may begin at the scenario that takes its place.
  const isNear = range.start.line + 1 === line || rule.startsWith("scenario-");
  return source === "hewto" && code === rule && isNear;
}

/** "Adds a step." is what a repair says that it does; an action is an order. */
function titleOf({ message, isDialect }: Repair): string {
  const order = message
    .replace(/^(Write|Add|Rename|Remove|Repeat|Close|Move|Join|Put)s\b/, "$1")
    .replace(/\.$/, "");
  return isDialect ? `${order} (OpenSpec does not know this heading)` : order;
}

async function repairsIn(file: OpenFile): Promise<Repair[]> {
  const { folder, text, path, kinds } = file;
  const { vocabulary } = await folder.territory();
  const spec = specKindOf(file);
  const repairs = [...repairFrontMatter(file)];
  if (spec !== undefined) repairs.push(...repairSpec(readSpec(text, vocabulary), spec.name, vocabulary));
  if (kinds.some(({ kind }) => kind === "change") && path.endsWith("/proposal.md"))
    repairs.push(...repairProposal(text));
  if (kinds.some(({ kind }) => kind === "change") && path.endsWith("/tasks.md"))
    repairs.push(...repairTasks(text));
  return [...repairs, ...(await deltaRepairs(file))];
}

async function deltaRepairs(file: OpenFile): Promise<Repair[]> {
  const kind = deltaKindOf(file);
  if (kind === undefined) return [];
  const project = await file.folder.project();
  const { vocabulary } = project;
  const reviewed = await reviewChanges(project, { isChosen: ({ name }) => name === kind.change });
  const assessments = reviewed.ok ? reviewed.value : [];
  const dropped = assessments.flatMap((assessment) =>
    (["remove", "keep"] as const).flatMap((choice) =>
      [...repairsOf(assessment, vocabulary, choice)].flatMap(([delta, list]) =>
        delta.path === file.path ? list : [],
      ),
    ),
  );
  const delta = readDelta(file.text, vocabulary);
  const { spec } = delta;
  const before = assessments
    .flatMap(({ outcomes }) => outcomes)
    .find(({ capability }) => capability === kind.name)?.before?.text;
  const target = before === undefined ? undefined : readSpec(before, vocabulary);
  const added = spec.requirements
    .filter(({ sectionKind }) => sectionKind === "added" || sectionKind === "modified")
    .flatMap((each) => repairRequirement(spec.document, each, vocabulary));
  return [
    ...dropped,
    ...added,
    ...repairEntries(delta, target),
    ...missingHeading(file.text),
    ...unclosedRepairs(spec.document),
  ];
}

/** A delta without any delta heading: its requirements are new. */
function missingHeading(text: string): Repair[] {
  const document = readMarkdown(text);
  const [first] = document.headings.filter(({ level }) => level === 3);
  if (document.headings.some(({ level }) => level === 2) || first === undefined) return [];
  return [
    {
      rule: "delta-heading-missing",
      line: 1,
      message: "Adds `## ADDED Requirements`.",
      edits: [{ kind: "insert", after: first.line - 1, text: "## ADDED Requirements\n" }],
    },
  ];
}

/** What `hewto changes fix` would write, in all files of the change. */
async function fixAll(file: OpenFile): Promise<CodeAction[]> {
  const kind = deltaKindOf(file);
  if (kind === undefined) return [];
  const { folder } = file;
  const plan = await folder.read(async () => planFix(await folder.project(), kind.change, "keep"));
  if (!plan.ok || plan.value.files.length === 0) return [];
  const changes = Object.fromEntries(
    plan.value.files.map(({ path, before, after }) => [
      uriOf(folder.workspace, path),
      textEdits(before, after),
    ]),
  );
  const title = `Fix everything mechanical in ${kind.change}`;
  return [{ title, kind: `${CodeActionKind.SourceFixAll}.hewto`, edit: { changes } }];
}

export function editsOf(text: string, edits: readonly LineEdit[]): TextEdit[] {
  return textEdits(text, applyEdits(readMarkdown(text), edits));
}

/** The lines that differ, so that a cursor elsewhere in the file stays where it is. */
export function textEdits(before: string, after: string): TextEdit[] {
  const document = textDocument(before);
  const edits: TextEdit[] = [];
  let at = 0;
  for (const { value, added, removed } of diffLines(before, after)) {
    const start = document.positionAt(at);
    const last = edits.at(-1);
    if (removed) {
      at += value.length;
      edits.push({ range: { start, end: document.positionAt(at) }, newText: "" });
    } else if (!added) at += value.length;
    else if (last !== undefined && last.newText === "" && isSame(last.range.end, start)) last.newText = value;
    else edits.push({ range: { start, end: start }, newText: value });
  }
  return edits;
}

function isSame(a: Range["start"], b: Range["start"]): boolean {
  return a.line === b.line && a.character === b.character;
}
