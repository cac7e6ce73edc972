import { fault } from "../../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../../kernel/result.ts";
import { toBits } from "../../../store/bits.ts";
import type { FilePlace, ManifestSegment, Repo, Store } from "../../../store/store.ts";
import {
  isAncestor,
  type Mirror,
  readBlobs,
  type TreeFile,
  treeFiles,
} from "../../../workspace/git/mirror.ts";
import { visibleInTree } from "../../../workspace/walk/tree-ignore.ts";
import { maxFileBytes } from "../../index/analyze.ts";
import { analysisKey, fileKey } from "../analysis-key.ts";
import { checkSegment } from "../check-segment.ts";
import {
  type AnalysisLimits,
  type AnalyzedSegment,
  analyzeInChild,
  type FileContent,
} from "./analyze-in-child.ts";
import { compactManifest } from "./compact.ts";

/** What a worker takes on for one commit; more is a dead letter. */
export interface CommitLimits extends AnalysisLimits {
  readonly files: number;
  readonly bytes: number;
}

export interface CommitJob {
  readonly store: Store;
  readonly mirror: Mirror;
  readonly repo: Repo;
  readonly ref: string;
  readonly commit: string;
  readonly worker: string;
  readonly limits: CommitLimits;
  readonly signal: AbortSignal;
  readonly script: URL | undefined;
}

export interface CommitOutcome {
  /** `superseded`: a newer commit of the ref is published already. */
  readonly state: "published" | "superseded" | "unchanged";
  /** Files that no branch or fork had before. */
  readonly parsed: number;
  readonly known: number;
}

/** Publishes the index of one commit: parses what is unknown, stores it as a segment, swaps the manifest. */
export async function indexCommit(job: CommitJob): Promise<Result<CommitOutcome>> {
  const { store, mirror, repo, ref, commit, signal } = job;
  const analysis = analysisKey();
  const key = { repo: repo.id, ref, analysis };
  const current = await store.manifests.read(key);
  if (!current.ok) return current;
  if (current.value?.commit === commit) return ok({ state: "unchanged", parsed: 0, known: 0 });
  const listed = await filesOf(mirror, commit, signal);
  if (!listed.ok) return listed;
  const files = listed.value;
  const tooLarge = checkLimits(files, job.limits);
  if (tooLarge) return tooLarge;
  const found = await store.segments.places(
    analysis,
    files.map(({ blob, path }) => fileKey(blob, path)),
  );
  if (!found.ok) return found;
  const places = [...found.value];
  const unknown = files.flatMap((file, at) => (places[at] ? [] : [{ ...file, at }]));
  const published = await publishUnknown(job, analysis, unknown, places);
  if (!published.ok) return published;
  const segments = await segmentsOf(store, places);
  if (!segments.ok) return segments;
  const compacted = await compactManifest(store, segments.value, { analysis, files, worker: job.worker });
  if (!compacted.ok) return compacted;
  const state = await swapIn(job, key, compacted.value);
  return state.ok
    ? ok({ state: state.value, parsed: unknown.length, known: files.length - unknown.length })
    : state;
}

/** The files that the checkout of a clone would show to the index. */
async function filesOf(mirror: Mirror, commit: string, signal: AbortSignal): Promise<Result<TreeFile[]>> {
  const all = await treeFiles(mirror, commit, signal);
  if (!all.ok) return all;
  const extraNames = [".hewtoignore"];
  const isIgnoreFile = ({ path, size }: TreeFile) =>
    size <= maxFileBytes && [".gitignore", ...extraNames].includes(path.slice(path.lastIndexOf("/") + 1));
  const ignoreFiles = all.value.filter(isIgnoreFile);
  const contents = new Map<string, Uint8Array>();
  const wanted = ignoreFiles[Symbol.iterator]();
  for await (const { bytes } of readBlobs(
    mirror,
    ignoreFiles.map(({ blob }) => blob),
    signal,
  )) {
    const file = wanted.next().value;
    if (file) contents.set(file.path, Uint8Array.from(bytes));
  }
  return ok(visibleInTree(all.value, contents, extraNames));
}

function checkLimits(files: readonly TreeFile[], limits: CommitLimits): Failure | undefined {
  const bytes = files.reduce((sum, { size }) => sum + Math.min(size, maxFileBytes), 0);
  if (files.length > limits.files)
    return fail(
      fault("index_failed", `The commit has ${files.length} files; the limit is ${limits.files}.`, ""),
    );
  if (bytes > limits.bytes)
    return fail(
      fault("index_failed", `The commit has ${bytes} bytes to read; the limit is ${limits.bytes}.`, ""),
    );
  return undefined;
}

/** Parses files that no segment has, and notes where they lie from now on. */
async function publishUnknown(
  { store, mirror, worker, limits, signal, script }: CommitJob,
  analysis: string,
  unknown: readonly (TreeFile & { readonly at: number })[],
  places: (FilePlace | undefined)[],
): Promise<Result<undefined>> {
  if (unknown.length === 0) return ok(undefined);
  let next = 0;
  const onSegment = async ({ search, texts, files, chunks }: AnalyzedSegment) => {
    const own = unknown.slice(next, next + files);
    next += files;
    const segment = checkSegment({ search, texts });
    // The parser may have been taken over by the file it read: only what we asked for is published.
    if (
      !segment ||
      segment.fileCount !== own.length ||
      own.some(({ path }, file) => segment.paths[file] !== path)
    )
      return fail(fault("index_failed", "The analysis gave a damaged segment.", ""));
    const keys = own.map(({ blob, path }) => fileKey(blob, path));
    const stored = await store.segments.put({ search, texts, analysis, chunks, files: keys, madeBy: worker });
    if (!stored.ok) return stored;
    for (const [file, { at }] of own.entries()) places[at] = { segment: stored.value, file };
    return ok(undefined);
  };
  const analyzed = await analyzeInChild(contentsOf(mirror, unknown, signal), {
    limits,
    signal,
    script,
    onSegment,
  });
  if (!analyzed.ok) return analyzed;
  return next === unknown.length
    ? ok(undefined)
    : fail(fault("index_failed", `The analysis gave ${next} of ${unknown.length} files.`, ""));
}

async function* contentsOf(
  mirror: Mirror,
  files: readonly TreeFile[],
  signal: AbortSignal,
): AsyncGenerator<FileContent> {
  const small = files.filter(({ size }) => size <= maxFileBytes);
  const blobs = readBlobs(
    mirror,
    small.map(({ blob }) => blob),
    signal,
  );
  try {
    for (const { path, size } of files) {
      if (size > maxFileBytes) {
        yield { path, size, bytes: new Uint8Array() };
        continue;
      }
      const read = await blobs.next();
      if (read.done) throw new Error("git ended before it had given all files.");
      yield { path, size, bytes: read.value.bytes };
    }
  } finally {
    await blobs.return(undefined);
  }
}

/** The segments that hold these files, each with the set of those that count. */
async function segmentsOf(
  store: Store,
  places: readonly (FilePlace | undefined)[],
): Promise<Result<ManifestSegment[]>> {
  const living = new Map<string, number[]>();
  for (const place of places) {
    if (!place) continue;
    const numbers = living.get(place.segment);
    if (numbers) numbers.push(place.file);
    else living.set(place.segment, [place.file]);
  }
  const sizes = await store.segments.sizes([...living.keys()]);
  if (!sizes.ok) return sizes;
  const segments: ManifestSegment[] = [];
  for (const [id, numbers] of living) {
    const size = sizes.value.get(id);
    if (!size)
      return fail(fault("store_damaged", `Segment ${id.slice(0, 12)} is gone.`, "", { retryable: true }));
    segments.push({ id, files: size.files, living: toBits(numbers, size.files) });
  }
  // In the order of their names, so that two workers publish the same manifest.
  return ok(segments.sort((a, b) => (a.id < b.id ? -1 : 1)));
}

/** Replaces the manifest unless a newer commit of the ref is there: an older job may end after a newer one. */
async function swapIn(
  { store, mirror, commit }: CommitJob,
  key: { readonly repo: string; readonly ref: string; readonly analysis: string },
  segments: readonly ManifestSegment[],
): Promise<Result<CommitOutcome["state"]>> {
  for (let tries = 0; tries < 20; tries++) {
    const current = await store.manifests.read(key);
    if (!current.ok) return current;
    const there = current.value;
    if (there?.commit === commit) return ok("unchanged");
    if (there && (await isAncestor(mirror, commit, there.commit))) return ok("superseded");
    const swapped = await store.manifests.swap(key, there?.generation ?? 0, { commit, segments });
    if (!swapped.ok) return swapped;
    if (swapped.value === "swapped") return ok("published");
    if (swapped.value === "segment gone")
      return fail(
        fault("store_damaged", "A segment was removed while it was looked up.", "", { retryable: true }),
      );
  }
  return fail(fault("store_unavailable", "Other workers keep changing this ref.", "", { retryable: true }));
}
