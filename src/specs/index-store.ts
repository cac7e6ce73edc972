import { join } from "node:path";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { replaceFile } from "../workspace/atomic.ts";
import { readText, statPath } from "../workspace/files.ts";
import { literalPath } from "../workspace/paths.ts";
import type { Workspace } from "../workspace/root.ts";
import { stateDirectory } from "../workspace/state.ts";
import { findSpecs, loadSpec, type SpecEntry } from "./library.ts";
import type { SpecProject } from "./project.ts";
import { type IndexedFile, indexSpec, indexVersion, parseIndex, type SpecIndex } from "./search-index.ts";
import { isSameFile, stampOf } from "./stamp.ts";

const indexPath = literalPath(".hewto/index/specs.json");

/** What an answer says about how it was kept true. Counts of files. */
export interface Freshness {
  readonly checked_at: string;
  /** Changed, new or gone since the index was written. */
  readonly changed: number;
  readonly reread: number;
  /** Could not be read again; their old text was searched. */
  readonly stale: number;
}

export interface FreshIndex {
  readonly index: SpecIndex;
  /** The spec of each file, by path. */
  readonly specs: ReadonlyMap<string, SpecEntry>;
  readonly freshness: Freshness;
}

/** Keeps the index of a long-lived process, as long as nobody else writes the file. */
export class IndexCache {
  private held: { readonly stamp: string; readonly index: SpecIndex } | undefined;

  async load(workspace: Workspace): Promise<SpecIndex | undefined> {
    const stamp = await this.stamp(workspace);
    if (stamp === undefined) return undefined;
    if (this.held?.stamp === stamp) return this.held.index;
    const file = await readText(workspace, indexPath, { maxBytes: 512 * 1024 * 1024 });
    // A damaged or older index is made anew from the files; only its absence needs a person.
    const index = (file.ok ? parseIndex(file.value.text) : undefined) ?? { version: indexVersion, files: [] };
    this.held = { stamp, index };
    return index;
  }

  /** Writes the index as well as it can: an answer does not depend on it. */
  async save(workspace: Workspace, index: SpecIndex): Promise<boolean> {
    try {
      await replaceFile(join(await stateDirectory(workspace, "index"), "specs.json"), JSON.stringify(index));
      const stamp = await this.stamp(workspace);
      if (stamp !== undefined) this.held = { stamp, index };
      return true;
    } catch {
      return false;
    }
  }

  private async stamp(workspace: Workspace): Promise<string | undefined> {
    const found = await statPath(workspace, indexPath);
    if (!found.ok || found.value === undefined) return undefined;
    const { size, mtimeMs, ctimeMs, ino } = found.value;
    return [size, mtimeMs, ctimeMs, ino].join(" ");
  }
}

export interface BuildReport {
  /** Specs in the index. */
  readonly specs: number;
  readonly entries: number;
  readonly reread: number;
}

/**
 * Builds or refreshes the index that `search_specs` needs. Only files that changed are read, unless forced.
 *
 * @example const built = await buildSpecIndex(await openProject(workspace), { now: new Date() })
 */
export async function buildSpecIndex(
  project: SpecProject,
  options: { readonly now: Date; readonly force?: boolean; readonly cache?: IndexCache },
): Promise<Result<BuildReport>> {
  const cache = options.cache ?? new IndexCache();
  const known = options.force ? undefined : await cache.load(project.workspace);
  const { index, freshness } = await refresh(project, known?.files ?? [], options.now);
  if (!(await cache.save(project.workspace, index))) return notWritten();
  const entries = index.files.reduce((sum, file) => sum + file.entries.length, 0);
  return ok({ specs: index.files.length, entries, reread: freshness.reread });
}

/** The index as the files are now. Without one on disk there is none: building it the first time is asked for. */
export async function freshIndex(
  project: SpecProject,
  now: Date,
  cache = new IndexCache(),
): Promise<Result<FreshIndex>> {
  const known = await cache.load(project.workspace);
  if (known === undefined) return indexMissing();
  const fresh = await refresh(project, known.files, now);
  if (fresh.freshness.changed > 0) await cache.save(project.workspace, fresh.index);
  return ok(fresh);
}

async function refresh(project: SpecProject, known: readonly IndexedFile[], now: Date): Promise<FreshIndex> {
  const { workspace, vocabulary } = project;
  const entries = await findSpecs(workspace, project.layouts);
  const before = new Map(known.map((file) => [file.path, file]));
  const files: IndexedFile[] = [];
  const count = { changed: 0, reread: 0, stale: 0 };
  for (const entry of entries) {
    const old = before.get(entry.path);
    before.delete(entry.path);
    const stamp = stampOf(workspace, entry.path);
    if (old !== undefined && isSameFile(old, stamp)) {
      files.push(old);
      continue;
    }
    const loaded = await loadSpec(workspace, entry, vocabulary);
    const isSame = old !== undefined && loaded.file?.sha256 === old.sha256;
    count.reread++;
    if (!isSame) count.changed++;
    if (loaded.file === undefined && old !== undefined) {
      count.stale++;
      files.push(old);
      continue;
    }
    const sha256 = loaded.file?.sha256 ?? "";
    const entriesNow = isSame ? old.entries : indexSpec(loaded);
    files.push({ path: entry.path, ...stamp, sha256, readAt: now.getTime(), entries: entriesNow });
  }
  const changed = count.changed + before.size;
  const specs = new Map(entries.map((entry) => [String(entry.path), entry]));
  const freshness = { checked_at: now.toISOString(), ...count, changed };
  return { index: { version: indexVersion, files }, specs, freshness };
}

function indexMissing(): Result<never> {
  const message = "There is no search index of this workspace yet; it must be built first.";
  const remedy =
    "Run `hewto index` once (or call index_codebase); afterwards searches keep it fresh by themselves.";
  return fail(fault("index_missing", message, remedy));
}

function notWritten(): Result<never> {
  const message = "The search index could not be written to `.hewto/index/specs.json`.";
  return fail(fault("index_failed", message, "Check who may write there and how much room is left."));
}
