import { analysisVersion } from "../code/index/home.ts";
import { analysisKey } from "../code/remote/analysis-key.ts";
import { emptyManifest } from "../code/store/manifest.ts";
import { type LiveSegment, readMemorySegment, type Snapshot, snapshotOf } from "../code/store/snapshot.ts";
import { clip } from "../kernel/clip.ts";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { printable } from "../kernel/text.ts";
import { hasBit } from "../store/bits.ts";
import type { Manifest, ManifestSegment, Repo, Store } from "../store/store.ts";

/** A repository at one commit, as the store has it. */
export interface RepositoryView {
  readonly id: string;
  readonly repo: string;
  readonly ref: string;
  readonly commit: string;
  readonly snapshot: Snapshot;
  /** When the store was last asked. */
  readonly checkedAt: string;
}

interface CachedView {
  readonly view: RepositoryView;
  readonly generation: number;
  readonly askedAt: number;
}

/** What the store says is believed for so long. */
const askAgainMs = 2_000;
/** Segments that no view names any more stay this many bytes, for the next commit. */
const maxCachedBytes = 1024 * 1024 * 1024;

/**
 * The repositories of a store. Only manifests of this program's own analysis are read, so an answer never mixes two. While
 * the store is away, what was read before goes on being served.
 */
export class Repositories {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #views = new Map<string, CachedView>();
  readonly #segments = new Map<string, { readonly live: LiveSegment; readonly bytes: number }>();
  #list: { readonly repos: readonly Repo[]; readonly askedAt: number } | undefined;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  get cachedBytes(): number {
    return [...this.#segments.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async list(): Promise<Result<readonly Repo[]>> {
    const at = this.#now().getTime();
    if (this.#list && at - this.#list.askedAt < askAgainMs) return ok(this.#list.repos);
    const repos = await this.#store.repos.list();
    if (!repos.ok) return this.#list ? ok(this.#list.repos) : repos;
    this.#list = { repos: repos.value, askedAt: at };
    return repos;
  }

  async view(repo: Repo, ref: string | undefined): Promise<Result<RepositoryView>> {
    const key = `${repo.id} ${ref ?? ""}`;
    const cached = this.#views.get(key);
    const at = this.#now();
    if (cached && at.getTime() - cached.askedAt < askAgainMs) return ok(cached.view);
    const manifest = await this.#manifest(repo, ref);
    if (!manifest.ok)
      return cached && manifest.fault.code === "store_unavailable" ? ok(cached.view) : manifest;
    const { generation, commit } = manifest.value;
    if (cached?.generation === generation && cached.view.commit === commit) {
      const view = { ...cached.view, checkedAt: at.toISOString() };
      this.#views.set(key, { view, generation, askedAt: at.getTime() });
      return ok(view);
    }
    const segments = await this.#open(repo, manifest.value.segments);
    if (!segments.ok) return cached ? ok(cached.view) : segments;
    const base = { ...emptyManifest(analysisVersion()), generation, complete: true };
    const snapshot = snapshotOf(base, segments.value);
    const { ref: shownRef } = manifest.value;
    const checkedAt = at.toISOString();
    const view = { id: repo.id, repo: repo.name, ref: shownRef, commit, snapshot, checkedAt };
    this.#views.set(key, { view, generation, askedAt: at.getTime() });
    this.#forget();
    return ok(view);
  }

  /** How many repositories have an index of this program's analysis, of how many. */
  async coverage(): Promise<Result<{ readonly indexed: number; readonly all: number }>> {
    const repos = await this.list();
    if (!repos.ok) return repos;
    let indexed = 0;
    for (const { id } of repos.value) {
      const heads = await this.#store.manifests.heads(id, analysisKey());
      if (!heads.ok) return heads;
      if (heads.value.length > 0) indexed++;
    }
    return ok({ indexed, all: repos.value.length });
  }

  async #manifest(repo: Repo, ref: string | undefined): Promise<Result<Manifest>> {
    const heads = await this.#store.manifests.heads(repo.id, analysisKey());
    if (!heads.ok) return heads;
    const refs = heads.value.map((head) => head.ref);
    const wanted = ref ?? defaultRef(repo, refs);
    if (wanted === undefined) return notIndexed(repo.name);
    if (!refs.includes(wanted)) return refUnknown(repo.name, wanted, refs);
    const read = await this.#store.manifests.read({ repo: repo.id, ref: wanted, analysis: analysisKey() });
    if (!read.ok) return read;
    return read.value ? ok(read.value) : notIndexed(repo.name);
  }

  async #open(repo: Repo, segments: readonly ManifestSegment[]): Promise<Result<LiveSegment[]>> {
    const opened: LiveSegment[] = [];
    for (const { id, files, living } of segments) {
      const live = await this.#segment(id);
      if (!live.ok) return live;
      if (live.value.segment.fileCount !== files) return damaged(id);
      const dropped = new Set<number>();
      for (let file = 0; file < files; file++) if (!hasBit(living, file)) dropped.add(file);
      opened.push({ ...live.value, dropped, repository: repo.name });
    }
    return ok(opened);
  }

  async #segment(id: string): Promise<Result<LiveSegment>> {
    const cached = this.#segments.get(id);
    if (cached) return ok(cached.live);
    const files = await this.#store.segments.get(id);
    if (!files.ok) return files;
    const live = files.value && readMemorySegment(files.value, id);
    if (!files.value || !live) return damaged(id);
    this.#segments.set(id, { live, bytes: files.value.search.length + files.value.texts.length });
    return ok(live);
  }

  /** Drops segments that no view names when there are too many bytes of them. */
  #forget(): void {
    if (this.cachedBytes <= maxCachedBytes) return;
    const views = [...this.#views.values()];
    const named = new Set(views.flatMap(({ view }) => view.snapshot.segments.map(({ id }) => id)));
    for (const id of this.#segments.keys()) if (!named.has(id)) this.#segments.delete(id);
  }
}

/** The first ref that the repository names, else main or master, else what was published last. */
function defaultRef(repo: Repo, refs: readonly string[]): string | undefined {
  return [...repo.refs, "main", "master"].find((ref) => refs.includes(ref)) ?? refs[0];
}

const maxRefs = 10;

function refUnknown(repo: string, ref: string, refs: readonly string[]): Result<never> {
  if (refs.length === 0) return notIndexed(repo);
  const { shown, leftOut } = clip(refs, maxRefs);
  const more = leftOut > 0 ? ` and ${leftOut} more` : "";
  const message = `There is no index of ${repo} at \`${printable(ref)}\`.`;
  return fail(fault("index_missing", message, `It has ${shown.join(", ")}${more}.`));
}

function notIndexed(repo: string): Result<never> {
  return fail(
    fault("index_missing", `There is no index of ${repo} by this version of Hewto yet.`, "Try again later.", {
      retryable: true,
    }),
  );
}

function damaged(id: string): Result<never> {
  return fail(fault("store_damaged", `Segment ${id.slice(0, 16)} of the store is missing or damaged.`, ""));
}
