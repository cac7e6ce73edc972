import { languageFor } from "../../code/languages/registry.ts";
import { roleOf } from "../../code/roles.ts";
import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { type ChangedFile, fileAtRevision } from "../../workspace/git/queries.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { SourceTree } from "../evidence/rests/source-tree.ts";
import { readSegments } from "../evidence/store/store.ts";
import type { Trace } from "../read/trace.ts";
import { hashOfFile } from "../sources/symbols.ts";
import type { LeafState } from "../state/state.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import { limitFor, type SteadyGroup } from "./baseline.ts";
import { runnableTests } from "./prepare.ts";
import { type Runner, runGroup } from "./run.ts";

/** A file of product code that the branch changed, as it was before; undefined if it did not exist. */
export interface OldFile {
  readonly path: ChangedFile["path"];
  readonly before: string | undefined;
}

export interface BranchCode {
  readonly files: readonly OldFile[];
  /** Files that hold tests and code, so that the code cannot be taken back alone. */
  readonly mixed: readonly string[];
}

/** The product code of the branch. Tests, documents, data, vendored and generated files stay as they are. */
export async function branchCode(
  workspace: Workspace,
  trace: Trace,
  tree: SourceTree,
): Promise<Result<BranchCode>> {
  const files: OldFile[] = [];
  const mixed: string[] = [];
  const { base, scan } = trace;
  for (const { path, status } of base?.changed ?? []) {
    const old =
      status === "added" ? ok(undefined) : await fileAtRevision(workspace, base?.revision ?? "HEAD", path);
    if (!old.ok) return old;
    const text = (await tree.text(path)) ?? old.value ?? "";
    const language = languageFor(path, text);
    if (language === undefined || roleOf(path, language.id, text) !== "source") continue;
    if ((scan.files.get(path)?.tests.length ?? 0) > 0) mixed.push(path);
    else files.push({ path, before: old.value });
  }
  return ok({ files, mixed });
}

/** Leaves that the branch speaks about: their text, or one of their tests, is new or changed. */
export function touchedLeaves({ states, base }: Trace): LeafState[] {
  if (base === undefined) return [];
  const { moved, renamed, added } = base.nodes;
  const texts = new Set(
    [...moved, ...renamed].map(({ to }) => to.address).concat(added.map(({ address }) => address)),
  );
  return [...states.values()].filter(
    (leaf) => texts.has(leaf.node.address) || changedTests(leaf, base).size > 0,
  );
}

/** The linked tests that the branch added or changed. */
export function changedTests(leaf: LeafState, base: Trace["base"]): ReadonlySet<DiscoveredTest> {
  const runnable = new Set(runnableTests(leaf));
  const tests = leaf.links.flatMap(({ link }) =>
    link.test !== undefined && base?.movedOf(link) === "moved" ? [link.test] : [],
  );
  return new Set(tests.filter((test) => runnable.has(test)));
}

/**
 * The tests that still pass when the product code of the branch is taken back. A test that fails, or does not load
 * because what it calls is gone, notices.
 */
export async function runWithoutBranch(
  runner: Runner,
  groups: readonly SteadyGroup[],
  { files }: BranchCode,
  onGroup: (done: number) => void,
): Promise<Result<ReadonlySet<DiscoveredTest>>> {
  const unnoticed = new Set<DiscoveredTest>();
  for (const { path, before } of files) await runner.copy.write(path, before);
  for (const [index, group] of groups.entries()) {
    const ran = await runGroup(runner, group, limitFor(group));
    if (!ran.ok) return ran;
    if (ran.value.kind === "report") {
      for (const test of group.tests) if (ran.value.statuses.get(test) === "passed") unnoticed.add(test);
    }
    onGroup(index + 1);
  }
  return ok(unnoticed);
}

/** The same for the same code of a branch: comments and formatting do not count. */
export async function branchKey({ files }: Pick<BranchCode, "files">, tree: SourceTree): Promise<string> {
  const lines: string[] = [];
  for (const { path, before } of files) {
    const old = before === undefined ? "" : await hashOfFile(path, before);
    lines.push(`${path} ${old} ${(await tree.fileHash(path)) ?? ""}`);
  }
  return `b1:${sha256(lines.sort().join("\n")).slice(0, 12)}`;
}

/** Whether an earlier run showed that a test, as it is now, passes without the code of this branch. */
export async function passesWithoutChange(
  workspace: Workspace,
  trace: Trace,
): Promise<((test: DiscoveredTest) => boolean) | undefined> {
  const results = readSegments(workspace).flatMap(({ tests }) =>
    tests.filter(({ reverted }) => reverted !== undefined),
  );
  if (results.length === 0 || trace.base === undefined) return undefined;
  const tree = new SourceTree(workspace, trace.scan.entries, []);
  const code = await branchCode(workspace, trace, tree);
  if (!code.ok || code.value.files.length === 0) return undefined;
  const key = await branchKey(code.value, tree);
  const newest = new Map<string, boolean>();
  for (const { test, hash, reverted } of results) {
    const place = `${test}\0${hash}`;
    if (reverted?.code === key && !newest.has(place)) newest.set(place, reverted.passed);
  }
  return (test) => newest.get(`${testId(test)}\0${test.hash}`) === true;
}
