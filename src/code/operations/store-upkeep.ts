import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation } from "../../operation/operation.ts";
import { forOperators, withStore } from "../../store/operations/configured.ts";
import type { Store } from "../../store/store.ts";

const maxRepos = 200;
const daySeconds = 86_400;

const Repo = z.object({
  name: z.string(),
  source: z.string(),
  refs: z.array(z.object({ ref: z.string(), commit: z.string(), published_at: z.string() })),
});

const Status = z.object({
  store: z.string(),
  version: z.int(),
  analysis: z.string().describe("Version of parsers and format that this Hewto reads"),
  segments: z.int(),
  files: z.int(),
  bytes: z.int(),
  unnamed_segments: z.int().describe("Segments that a sweep will remove"),
  open_jobs: z.int(),
  dead_jobs: z.array(z.object({ repo: z.string(), ref: z.string(), commit: z.string(), reason: z.string() })),
  repos: z.array(Repo),
  repos_left_out: z.int().optional(),
});

export const storeStatus = operation({
  name: "store_status",
  title: "Status of the shared store",
  summary: "Show what the shared store holds, what waits and what failed",
  icon: "artifact",
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  served: forOperators,
  cli: { words: "store status" },
  input: z.object({}),
  output: Status,
  run: (context) => withStore(context, status),
  text: statusText,
});

async function status(store: Store): Promise<Result<z.infer<typeof Status>>> {
  const { analysisKey } = await import("../remote/analysis-key.ts");
  const stats = await store.stats();
  if (!stats.ok) return stats;
  const dead = await store.jobs.dead();
  if (!dead.ok) return dead;
  const all = await store.repos.list();
  if (!all.ok) return all;
  const { shown, leftOut } = clip(all.value, maxRepos);
  const repos: z.infer<typeof Repo>[] = [];
  for (const { id, name, source } of shown) {
    const heads = await store.manifests.heads(id, analysisKey());
    if (!heads.ok) return heads;
    const refs = heads.value.map(({ ref, commit, publishedAt }) => ({
      ref,
      commit,
      published_at: publishedAt,
    }));
    repos.push({ name, source, refs });
  }
  const { version, segments, files, bytes, unnamedSegments, openJobs } = stats.value;
  return ok({
    store: store.address,
    version,
    analysis: analysisKey(),
    segments,
    files,
    bytes,
    unnamed_segments: unnamedSegments,
    open_jobs: openJobs,
    dead_jobs: dead.value.map(({ repo, ref, commit, reason }) => ({ repo, ref, commit, reason })),
    repos,
    ...(leftOut > 0 ? { repos_left_out: leftOut } : {}),
  });
}

function statusText(status: z.infer<typeof Status>): string {
  const { repos, dead_jobs, repos_left_out = 0 } = status;
  const lines = [
    `${status.store}: ${count(repos.length + repos_left_out, "repository", "repositories")}, ${count(status.segments, "segment")}, ${count(status.files, "file")}, ${megabytes(status.bytes)}; ${count(status.open_jobs, "open job")}.`,
    ...repos.map(({ name, refs }) => {
      const published = refs.map(({ ref, commit }) => `${ref} ${commit.slice(0, 12)}`).join(", ");
      return `- ${printable(name)}: ${printable(published) || "not indexed yet"}`;
    }),
    ...(repos_left_out > 0 ? [`- and ${repos_left_out} more`] : []),
    ...dead_jobs.map(
      ({ repo, ref, commit, reason }) =>
        `Failed: ${printable(repo)} ${printable(ref)} ${commit.slice(0, 12)}: ${printable(reason)}`,
    ),
  ];
  return lines.join("\n");
}

const Swept = z.object({ store: z.string(), segments: z.int(), bytes: z.int(), manifests: z.int() });

export const storeGc = operation({
  name: "store_gc",
  title: "Sweep the shared store",
  summary: "Remove what no branch of the shared store needs any more",
  icon: "artifact",
  effects: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  served: forOperators,
  cli: { words: "store gc" },
  input: z.object({
    days: z
      .number()
      .min(0)
      .max(3650)
      .default(7)
      .describe("Keep segments that no manifest names for so many days"),
    retention_days: z
      .number()
      .min(0)
      .max(3650)
      .default(90)
      .describe("Keep manifests of other versions of Hewto for so many days"),
  }),
  output: Swept,
  run: (context, { days, retention_days }) =>
    withStore(context, (store) => sweep(store, days, retention_days)),
  text: ({ store, segments, bytes, manifests }) =>
    `Removed ${count(segments, "segment")} (${megabytes(bytes)}) and ${count(manifests, "old manifest")} from ${store}.`,
});

async function sweep(
  store: Store,
  days: number,
  retentionDays: number,
): Promise<Result<z.infer<typeof Swept>>> {
  const { analysisKey } = await import("../remote/analysis-key.ts");
  const swept = await store.sweep({
    afterSeconds: days * daySeconds,
    analysis: analysisKey(),
    retentionSeconds: retentionDays * daySeconds,
  });
  return swept.ok ? ok({ store: store.address, ...swept.value }) : swept;
}

const Verified = z.object({
  store: z.string(),
  segments: z.int().describe("Segments that were read"),
  files: z.int().describe("Files whose text was compared with its hash"),
  damaged: z.array(z.object({ segment: z.string(), reason: z.string() })),
});

export const storeVerify = operation({
  name: "store_verify",
  title: "Verify the shared store",
  summary: "Read everything in the shared store and check its hashes",
  icon: "check",
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  served: forOperators,
  cli: { words: "store verify" },
  exitCode: ({ damaged }) => (damaged.length > 0 ? 1 : 0),
  input: z.object({}),
  output: Verified,
  run: (context) => withStore(context, (store) => verify(store, context)),
  text: ({ store, segments, files, damaged }) =>
    [
      `${store}: ${count(segments, "segment")} and ${count(files, "file")} read, ${damaged.length} damaged.`,
      ...damaged.map(({ segment, reason }) => `- ${segment.slice(0, 12)}: ${reason}`),
    ].join("\n"),
});

async function verify(
  store: Store,
  { signal, progress }: Context,
): Promise<Result<z.infer<typeof Verified>>> {
  const { checkSegment, isTextOfHash } = await import("../remote/check-segment.ts");
  const ids = await store.segments.list();
  if (!ids.ok) return ids;
  const damaged: z.infer<typeof Verified>["damaged"] = [];
  let files = 0;
  for (const [done, id] of ids.value.entries()) {
    if (signal.aborted) break;
    progress({ done, total: ids.value.length, message: id.slice(0, 12) });
    const read = await store.segments.get(id);
    if (!read.ok && read.fault.code !== "store_damaged") return read;
    // Removed since the list was made.
    if (read.ok && read.value === undefined) continue;
    const segment = read.ok && read.value ? checkSegment(read.value) : undefined;
    if (!read.ok || !read.value || !segment) {
      damaged.push({
        segment: id,
        reason: read.ok ? "Its columns do not fit together." : "Its bytes are not those of its name.",
      });
      continue;
    }
    const { texts } = read.value;
    files += segment.fileCount;
    const strange = [...segment.paths.keys()].filter((file) => !isTextOfHash(segment, texts, file));
    // UTF-16 and Latin files are kept as UTF-8, so that their hash is of other bytes.
    if (strange.length * 2 > segment.fileCount && strange.length > 2)
      damaged.push({
        segment: id,
        reason: `${strange.length} of ${segment.fileCount} texts do not fit their hashes.`,
      });
  }
  return ok({ store: store.address, segments: ids.value.length, files, damaged });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
