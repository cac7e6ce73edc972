import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation } from "../../operation/operation.ts";
import { findSpecs } from "../../specs/library.ts";
import { openProject } from "../../specs/project.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { indexFolder } from "../index/home.ts";
import { totalsOf } from "../index/totals.ts";
import { readBase } from "../remote/base-file.ts";
import { mayConnect } from "./may-connect.ts";
import { resolveAhead } from "./research-graph.ts";
import { indexAt } from "./roots.ts";
import { embedAll, isPackageAsked } from "./semantic.ts";
import { sharedSeed } from "./shared-index.ts";

const Answer = z.object({
  path: z.string(),
  files: z.object({
    seen: z.int(),
    indexed: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    skipped: z.int(),
    failed: z.int(),
  }),
  chunks: z.int().describe("Chunks of code and text in the index"),
  snippets: z.int().describe("Sections of documentation in the index"),
  specs: z.int().describe("Specification files in the index"),
  errors: z.array(z.object({ path: z.string(), reason: z.string() })),
  errors_left_out: z.int().optional(),
  notice: z.string().optional(),
  forced: z.boolean(),
  duration_ms: z.int(),
});
type Answer = z.infer<typeof Answer>;

const maxErrors = 1_000;
const maxReasons = 20;
const maxNamed = 5;

const force = z.boolean().default(false).describe("Force re-indexing even if files haven't changed");

const Status = Answer.extend({
  pending: z.int().optional().describe("Files that changed since they were indexed; with `status` only"),
  base: z.string().optional().describe("The published index that it began from; with `status` only"),
});

export const indexCodebase = operation({
  name: "index_codebase",
  title: "Code Indexer",
  summary: "Index a codebase so that it can be searched",
  details:
    "Needed once for each directory: afterwards every search notices edits by itself. Only changed files are read again; `force` rebuilds from scratch.",
  icon: "index",
  seldom: ["status", "pull"],
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: mayConnect },
  taskSupport: "optional",
  cli: {
    words: "index",
    summary: "Build the index once; afterwards every search keeps it fresh",
    positionals: ["path"],
  },
  input: z.object({
    path: z.string().default(".").describe("Directory to index (default: the workspace)"),
    force,
    status: z.boolean().default(false).describe("Only report what is indexed and what has changed since"),
    pull: z
      .boolean()
      .default(false)
      .describe("Begin from the shared store, and fail when it has no index of this"),
  }),
  output: Status,
  // SwiftIndex's own schema.
  dropIn: {
    input: z.object({ path: z.string().describe("Absolute path to the directory to index"), force }),
    output: Answer,
  },
  run: (context, { path, force, status, pull }) =>
    status ? runStatus(context, path) : runIndex(context, path, { force, pull }),
  text: (answer) => (answer.pending === undefined ? textOf(answer) : statusText(answer)),
});

async function runIndex(
  context: Context,
  path: string,
  { force, pull }: { force: boolean; pull: boolean },
): Promise<Result<Answer>> {
  const index = await indexAt(context, path);
  if (!index.ok) return index;
  const { workspace } = index.value;
  const started = performance.now();
  const embed = await isPackageAsked(context, index.value);
  const shared = await sharedSeed(context, index.value);
  if (pull && !shared?.seed) return noStore(shared?.report.notice);
  const { signal, progress } = context;
  const report = await index.value.update({
    force,
    fresh: pull,
    embed,
    signal,
    progress,
    seed: shared?.seed,
  });
  if (!report.ok) return report;
  if (pull && !shared?.report.isPulled) return notPulled(shared?.report.notice);
  const notice = joined(shared?.report.notice, await embedAll(context, index.value));
  const { errors, ...files } = report.value;
  const { shown, leftOut } = clip(errors, maxErrors);
  if (force || files.indexed + files.removed > 0) resolveAhead(context, workspace, force);
  return ok({
    path: workspace.root,
    files,
    ...totalsOf(index.value.stored()),
    specs: await countSpecs(workspace),
    errors: shown,
    ...(leftOut > 0 ? { errors_left_out: leftOut } : {}),
    forced: force,
    notice,
    duration_ms: Math.round(performance.now() - started),
  });
}

function joined(...notices: (string | undefined)[]): string | undefined {
  return notices.filter((notice) => notice !== undefined).join(" ") || undefined;
}

function noStore(refusal: string | undefined): Failure {
  if (refusal !== undefined) return fail(fault("store_missing", refusal, ""));
  const remedy = "Set HEWTO_STORE_URL, or `url` of `[store]` in your config.toml.";
  return fail(fault("store_missing", "No shared store is configured.", remedy));
}

/** Said after the index was built here, so that nothing is lost. */
function notPulled(notice = "The shared store was not asked."): Failure {
  return fail(fault("store_missing", `${notice} The index was built here.`, ""));
}

async function countSpecs(workspace: Workspace): Promise<number> {
  const { layouts } = await openProject(workspace);
  return (await findSpecs(workspace, layouts)).length;
}

async function runStatus(context: Context, path: string) {
  const index = await indexAt(context, path);
  if (!index.ok) return index;
  const started = performance.now();
  const pending = await index.value.pending(context.signal);
  if (!pending.ok) return pending;
  const { seen, changed, unchanged, refused } = pending.value;
  return ok({
    path: index.value.workspace.root,
    files: { seen, indexed: 0, unchanged, removed: 0, skipped: refused, failed: 0 },
    ...totalsOf(index.value.stored()),
    specs: await countSpecs(index.value.workspace),
    errors: [],
    forced: false,
    pending: changed,
    base: baseText(index.value.workspace),
    duration_ms: Math.round(performance.now() - started),
  });
}

function baseText(workspace: Workspace): string | undefined {
  const base = readBase(indexFolder(workspace));
  return (
    base &&
    `${base.ref} ${base.commit.slice(0, 12)} of ${base.repo}, published ${base.published_at}, from ${base.store}`
  );
}

function statusText({ path, files, chunks, snippets, base, pending = 0 }: z.infer<typeof Status>): string {
  const state = pending === 0 ? "up to date" : `${count(pending, "file")} changed since`;
  return `${path}: ${count(files.seen, "file")}, ${count(chunks, "chunk")}, ${count(snippets, "section")}; ${state}${base === undefined ? "" : `\nPulled: ${printable(base)}`}`;
}

function textOf(answer: Answer): string {
  const { files } = answer;
  const lines = [
    `Indexed ${answer.path} in ${answer.duration_ms} ms${answer.forced ? " from scratch" : ""}.`,
    `Files: ${files.seen} seen, ${files.indexed} indexed, ${files.unchanged} unchanged, ${files.removed} removed, ${files.skipped} skipped, ${files.failed} failed.`,
    `In the index: ${count(answer.chunks, "chunk")}, ${count(answer.snippets, "documentation section")}, ${count(answer.specs, "spec")}.`,
  ];
  if (answer.notice) lines.push(answer.notice);
  return [...lines, ...leftOutLines(answer.errors)].join("\n");
}

/** By reason, because a repository has many pictures and a file that failed must not drown among them. */
function leftOutLines(errors: Answer["errors"]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { path, reason } of errors) {
    const paths = byReason.get(reason);
    if (paths) paths.push(path);
    else byReason.set(reason, [path]);
  }
  const fewestFirst = [...byReason].sort((a, b) => a[1].length - b[1].length || byCodePoint(a[0], b[0]));
  const { shown, leftOut } = clip(fewestFirst, maxReasons);
  const lines = shown.map(([reason, paths]) => {
    const named = clip(paths, maxNamed);
    const more = named.leftOut > 0 ? `, and ${named.leftOut} more` : "";
    return `- ${reason.replace(/\.$/, "")}: ${printable(named.shown.join(", "))}${more}`;
  });
  return leftOut > 0 ? [...lines, `- and ${count(leftOut, "other reason")}`] : lines;
}
