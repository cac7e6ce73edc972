import type { Result } from "../kernel/result.ts";

/** What one store holds for one tenant. Every call is a transaction of its own; a failure is a fault, never a throw. */
export interface Store {
  /** Its address without secrets. */
  readonly address: string;
  readonly kind: "postgres" | "file";
  readonly repos: RepoTable;
  readonly segments: SegmentTable;
  readonly manifests: ManifestTable;
  readonly jobs: JobQueue;
  readonly documents: DocumentTable;
  readonly grants: GrantTable;
  readonly audit: AuditTable;
  /** Counts for people and for metrics. */
  readonly stats: () => Promise<Result<StoreStats>>;
  /** Removes what nothing names. */
  readonly sweep: (options: SweepOptions) => Promise<Result<Swept>>;
  readonly close: () => Promise<void>;
}

export interface Repo {
  readonly id: string;
  /** What every clone calls it, however it is reached: `github.com/acme/api`. */
  readonly name: string;
  /** What a worker fetches from: an address or a folder. */
  readonly source: string;
  /** Patterns of refs to index, without `refs/heads/`: `main`, `release/*`. Empty: the default branch. */
  readonly refs: readonly string[];
}

export interface RepoTable {
  readonly list: () => Promise<Result<readonly Repo[]>>;
  readonly find: (name: string) => Promise<Result<Repo | undefined>>;
  /** Adds or changes one; with `was` it is renamed and keeps all that it has. */
  readonly add: (repo: Omit<Repo, "id">, was?: string) => Promise<Result<Repo>>;
  /** Its manifests and jobs go at once; `erase` also takes segments that nothing else names. */
  readonly remove: (name: string, erase: boolean) => Promise<Result<boolean>>;
  /** The repositories whose refs were not looked at for so long. Each is given to one worker only. */
  readonly due: (intervalSeconds: number, limit: number) => Promise<Result<readonly Repo[]>>;
}

export interface SegmentFiles {
  readonly search: Uint8Array;
  readonly texts: Uint8Array;
}

/** What makes a file the same in every branch and fork: its bytes and its path, whose words are indexed too. */
export interface FileKey {
  /** The id of the blob in git, in hex. */
  readonly blob: string;
  /** The hash of the path, in hex. */
  readonly path: string;
}

export interface NewSegment extends SegmentFiles {
  /** The version of parsers and format. */
  readonly analysis: string;
  readonly chunks: number;
  /** In the order of the segment. */
  readonly files: readonly FileKey[];
  /** The worker that made it. */
  readonly madeBy: string;
}

/** Where a file lies. */
export interface FilePlace {
  readonly segment: string;
  readonly file: number;
}

export interface SegmentTable {
  /** Stores a segment under the hash of its bytes and says where its files are from now on. */
  readonly put: (segment: NewSegment) => Promise<Result<string>>;
  /** Checked against its name; undefined when the store has none of that name. */
  readonly get: (id: string) => Promise<Result<SegmentFiles | undefined>>;
  /** Places in the order of the keys; undefined for files that were never indexed. */
  readonly places: (
    analysis: string,
    keys: readonly FileKey[],
  ) => Promise<Result<readonly (FilePlace | undefined)[]>>;
  /** How much is in each; ids that the store does not have are left out. */
  readonly sizes: (ids: readonly string[]) => Promise<Result<ReadonlyMap<string, SegmentSize>>>;
  readonly list: () => Promise<Result<readonly string[]>>;
}

export interface SegmentSize {
  readonly files: number;
  readonly chunks: number;
}

/** A job that fails, or ends its worker, this often is not tried again. */
export const maxTries = 3;

export interface ManifestSegment {
  readonly id: string;
  /** How many files the segment holds. */
  readonly files: number;
  /** Which of them belong to this commit. */
  readonly living: Uint8Array;
}

/** Which manifest of a repository. */
export interface ManifestKey {
  readonly repo: string;
  readonly ref: string;
  readonly analysis: string;
}

export interface ManifestHead {
  readonly ref: string;
  readonly commit: string;
  readonly generation: number;
  /** ISO 8601, by the store's clock. */
  readonly publishedAt: string;
}

export interface Manifest extends ManifestHead {
  readonly segments: readonly ManifestSegment[];
}

export interface ManifestTable {
  /** Newest first. */
  readonly heads: (repo: string, analysis: string) => Promise<Result<readonly ManifestHead[]>>;
  readonly read: (key: ManifestKey) => Promise<Result<Manifest | undefined>>;
  /** Replaces the manifest if its generation is still `expected` (0: there is none). */
  readonly swap: (
    key: ManifestKey,
    expected: number,
    next: Pick<Manifest, "commit" | "segments">,
  ) => Promise<Result<"swapped" | "outdated" | "segment gone">>;
  /** Forgets refs that the repository no longer has. */
  readonly keepOnly: (repo: string, refs: readonly string[]) => Promise<Result<number>>;
}

export interface Job {
  readonly id: string;
  readonly repo: string;
  readonly ref: string;
  readonly commit: string;
  /** Counts this one. */
  readonly tries: number;
}

export interface DeadJob {
  readonly repo: string;
  readonly ref: string;
  readonly commit: string;
  readonly reason: string;
  readonly at: string;
}

export interface JobQueue {
  /** One open job for each ref: a newer commit replaces the one that waits. */
  readonly add: (job: Pick<Job, "repo" | "ref" | "commit">, priority: number) => Promise<Result<undefined>>;
  /** The next job for this worker; a repository has one at a time. */
  readonly claim: (worker: string, leaseSeconds: number) => Promise<Result<Job | undefined>>;
  /** False when the lease has passed to another worker. */
  readonly renew: (job: Job, worker: string, leaseSeconds: number) => Promise<Result<boolean>>;
  /** Ends a job; it stays open when a newer commit came in between. */
  readonly complete: (job: Job, worker: string) => Promise<Result<undefined>>;
  /** Gives a job back; after the last try it is a dead letter. */
  readonly fail: (job: Job, worker: string, failure: JobFailure) => Promise<Result<undefined>>;
  readonly open: () => Promise<Result<number>>;
  readonly dead: () => Promise<Result<readonly DeadJob[]>>;
}

export interface JobFailure {
  readonly reason: string;
  /** Before the next try. */
  readonly waitSeconds: number;
}

/** Things that are small and published whole, such as reports of test runs, by the hash of their bytes. */
export interface DocumentTable {
  readonly put: (kind: string, repo: string, documents: readonly Uint8Array[]) => Promise<Result<number>>;
  /** Newest first. */
  readonly ids: (kind: string, repo: string) => Promise<Result<readonly string[]>>;
  readonly get: (kind: string, repo: string, id: string) => Promise<Result<Uint8Array | undefined>>;
}

/** Who may see which repositories, as the code host had it when it was last asked. */
export interface GrantTable {
  /** Replaces all of them at once. */
  readonly replace: (seenAt: string, grants: readonly Grant[]) => Promise<Result<undefined>>;
  readonly of: (principals: readonly string[]) => Promise<Result<Granted>>;
}

export interface Grant {
  /** The subject of a token, or `group:NAME`. */
  readonly to: string;
  /** Names of repositories; `*` at the end stands for any ending. */
  readonly repos: readonly string[];
}

export interface Granted {
  /** ISO 8601; undefined when nobody ever wrote grants. */
  readonly seenAt: string | undefined;
  /** Of all the principals that were named together. */
  readonly repos: readonly string[];
}

/** Lines about calls. They are added and read, never changed. */
export interface AuditTable {
  readonly append: (entries: readonly AuditEntry[]) => Promise<Result<undefined>>;
  /** Newest first. */
  readonly read: (options: AuditRead) => Promise<Result<readonly AuditEntry[]>>;
}

export interface AuditEntry {
  /** ISO 8601, by the clock of the server that wrote it. */
  readonly at: string;
  readonly principal: string;
  readonly line: Readonly<Record<string, unknown>>;
}

export interface AuditRead {
  readonly limit: number;
  readonly principal?: string | undefined;
  /** ISO 8601: only what is not older. */
  readonly since?: string | undefined;
}

export interface StoreStats {
  readonly version: number;
  readonly repos: number;
  readonly manifests: number;
  readonly segments: number;
  readonly files: number;
  readonly bytes: number;
  readonly openJobs: number;
  readonly deadJobs: number;
  readonly unnamedSegments: number;
}

export interface SweepOptions {
  /** Segments that no manifest names are removed after this time. */
  readonly afterSeconds: number;
  /** Manifests of other analyses than this one are removed when nothing was published for so long. */
  readonly analysis: string;
  readonly retentionSeconds: number;
}

export interface Swept {
  readonly segments: number;
  readonly bytes: number;
  readonly manifests: number;
}
