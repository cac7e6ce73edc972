import { languageFor } from "../../code/languages/registry.ts";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { readBytes, statPath } from "../../workspace/files/files.ts";
import { git } from "../../workspace/git/command.ts";
import { type ChangedFile, changedSince, gitStatus } from "../../workspace/git/queries.ts";
import { insideWorkspace, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { TestMatcher } from "./match/matcher.ts";
import type { OpenResult } from "./match/outcome.ts";
import type { EvidenceInput, EvidenceSegment, ReportNote } from "./model.ts";
import { limits } from "./read/limits.ts";
import { resultBundle } from "./read/refusals.ts";
import { readReport } from "./read/report.ts";
import { CoverageCollector } from "./rests/covered.ts";
import { SourceTree } from "./rests/source-tree.ts";
import { type AddedReport, buildSegment } from "./segment.ts";
import { isExport, readExport } from "./store/export.ts";
import { storeSegments } from "./store/store.ts";

export interface AddOptions {
  readonly tests: readonly DiscoveredTest[];
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface Added {
  readonly inputs: readonly EvidenceInput[];
  readonly results: Readonly<Record<string, number>>;
  readonly unsure: number;
  readonly notes: readonly ReportNote[];
  readonly ambiguous: readonly OpenResult[];
  readonly unmatched: readonly OpenResult[];
  /** Segments from other machines. */
  readonly imported: number;
  readonly isNew: boolean;
  /** Older segments that were removed. */
  readonly dropped: number;
}

/** Reads reports of the workspace and stores what they say. One file that cannot be read changes nothing. */
export async function addEvidence(
  workspace: Workspace,
  files: readonly string[],
  { tests, now, signal }: AddOptions,
): Promise<Result<Added>> {
  const walked = await walkAll(workspace, { signal });
  if (!walked.ok) return walked;
  const tree = new SourceTree(workspace, walked.value, tests);
  const coverage = new CoverageCollector(tree, workspace.root);
  const reports: AddedReport[] = [];
  const imported: EvidenceSegment[] = [];
  for (const file of files) {
    const read = await readFile(workspace, file, coverage);
    if (!read.ok) return read;
    if ("segments" in read.value) imported.push(...read.value.segments);
    else reports.push(read.value);
  }
  const goModules = await readGoModules(tree, walked.value);
  const matcher = new TestMatcher(tests, { root: workspace.root, goModules });
  const { head, tree: treeId, dirty } = await gitState(workspace, new Set(reports.map(({ name }) => name)));
  const built = await buildSegment({
    reports,
    coverage,
    tests,
    tree,
    matcher,
    commit: head,
    treeId,
    dirty,
    now,
  });
  const segments = reports.length > 0 ? [...imported, built.segment] : imported;
  const stored = await storeSegments(workspace, segments, now);
  if (!stored.ok) return stored;
  const { notes, ambiguous, unmatched } = built;
  const all = segments.flatMap((segment) => segment.tests);
  const results: Record<string, number> = {};
  for (const { status } of all) results[status] = (results[status] ?? 0) + 1;
  return ok({
    inputs: segments.flatMap((segment) => segment.inputs),
    results,
    unsure: all.filter(({ unsure }) => unsure !== undefined).length,
    notes,
    ambiguous,
    unmatched,
    imported: imported.length,
    ...stored.value,
  });
}

type ReadFile = AddedReport | { readonly segments: readonly EvidenceSegment[] };

async function readFile(
  workspace: Workspace,
  file: string,
  coverage: CoverageCollector,
): Promise<Result<ReadFile>> {
  const path = await insideWorkspace(workspace, file);
  if (!path.ok) return path;
  const stats = await statPath(workspace, path.value);
  if (!stats.ok) return stats;
  if (stats.value?.kind === "folder") return refuseFolder(path.value);
  const read = await readBytes(workspace, path.value, { maxBytes: limits.fileBytes });
  if (!read.ok) return read;
  const { content, sha256: digest, mtimeMs } = read.value;
  const head = new TextDecoder().decode(content.subarray(0, 200));
  if (isExport(head)) return importedFrom(path.value, new TextDecoder().decode(content));
  const report = readReport(content, coverage.visit);
  if (!report.ok) return about(path.value, report);
  const near = path.value.slice(0, Math.max(0, path.value.lastIndexOf("/")));
  return ok({ name: path.value, near, digest: `sha256:${digest}`, mtimeMs, report: report.value });
}

function importedFrom(path: WorkspacePath, text: string): Result<ReadFile> {
  const segments = text.length > limits.parsedBytes ? undefined : readExport(text);
  if (segments !== undefined) return ok({ segments });
  const message = `\`${path}\` is not exported evidence, or it is damaged.`;
  return fail(fault("evidence_refused", message, "Export it again.", { path }));
}

function refuseFolder(path: WorkspacePath): Failure {
  const isBundle = path.endsWith(".xcresult");
  const message = isBundle
    ? `\`${path}\` is ${resultBundle.what}, which is not read.`
    : `\`${path}\` is a folder.`;
  const remedy = isBundle ? resultBundle.instead : "Name the report files in it.";
  return fail(fault("evidence_refused", message, remedy, { path }));
}

/** The fault with the file in front. */
function about(path: WorkspacePath, { fault: cause }: Failure): Failure {
  return fail({ ...cause, message: `\`${path}\`: ${cause.message}`, path });
}

/** The Go modules of the workspace, by their `go.mod`. */
export async function readGoModules(tree: SourceTree, entries: readonly { readonly path: string }[]) {
  const modules: { module: string; folder: string }[] = [];
  for (const { path } of entries) {
    if (path !== "go.mod" && !path.endsWith("/go.mod")) continue;
    const module = /^module[ \t]+"?([^\s"]+)/m.exec((await tree.text(path)) ?? "")?.[1];
    if (module !== undefined)
      modules.push({ module, folder: path.slice(0, -"go.mod".length).replace(/\/$/, "") });
  }
  // The longest module path first: modules can be inside one another.
  return modules.sort((a, b) => b.module.length - a.module.length);
}

/**
 * The commit that the files belong to, and whether they differ from it. Reports, and other new files that are not
 * code, do not make them differ.
 */
export async function gitState(
  workspace: Workspace,
  reports: ReadonlySet<string> = new Set(),
): Promise<{ head?: string; tree?: string; dirty: boolean }> {
  const { head } = await gitStatus(workspace);
  if (head === undefined) return { dirty: false };
  const tree = await git(["rev-parse", "--verify", "--quiet", "HEAD^{tree}"], { cwd: workspace.root });
  const changed = await changedSince(workspace, "HEAD");
  const isCode = ({ path, status }: ChangedFile) =>
    !reports.has(path) && (status !== "added" || languageFor(path, "") !== undefined);
  const dirty = changed.ok && changed.value.some(isCode);
  return tree.ok ? { head, tree: tree.value.stdout.trim(), dirty } : { head, dirty };
}
