import { execFileSync } from "node:child_process";
import { judge } from "../../src/trace/gate/gate.ts";
import { readTrace } from "../../src/trace/read/trace.ts";
import { SourceCache } from "../../src/trace/sources/cache.ts";
import { readText } from "../../src/workspace/files/files.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";

export interface Replayed {
  readonly commit: string;
  /** Live leaves of the project at that commit. */
  readonly leaves: number;
  readonly touched: number;
  /** Errors and warnings, by rule. */
  readonly findings: Readonly<Record<string, number>>;
  readonly problem?: string;
}

/** Judges each merged branch as `hewto check --changed-since` did before its merge: the merge commit against its first parent. */
export async function* replay(root: string, commits: readonly string[]): AsyncGenerator<Replayed> {
  const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
  const cache = new SourceCache();
  for (const commit of commits) {
    git("checkout", "-q", "--force", "--detach", commit);
    yield await judgeAt(root, commit, cache);
  }
}

async function judgeAt(root: string, commit: string, cache: SourceCache): Promise<Replayed> {
  const opened = await openWorkspace(root);
  if (!opened.ok) throw new Error(opened.fault.message);
  const workspace = opened.value;
  const { signal } = new AbortController();
  const now = new Date("2026-11-18T00:00:00Z");
  const read = await readTrace(workspace, { cache, signal, now, since: `${commit}^1` });
  if (!read.ok) return { commit, leaves: 0, touched: 0, findings: {}, problem: read.fault.message };
  const texts = new Map<string, string>();
  for (const path of read.value.base?.before.keys() ?? []) {
    const file = await readText(workspace, path);
    if (file.ok) texts.set(path, file.value.text);
  }
  const report = await judge(read.value, {
    today: "2026-11-18",
    isBranch: true,
    isEvidenceRequired: false,
    textNow: (path) => texts.get(path),
  });
  const findings: Record<string, number> = {};
  for (const { rule, severity } of report.findings)
    if (severity !== "note") findings[rule] = (findings[rule] ?? 0) + 1;
  return { commit, leaves: report.live, touched: report.judged.length, findings };
}
