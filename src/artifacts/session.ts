import { join } from "node:path";
import type { Result } from "../kernel/result.ts";
import { checkoutOf } from "../workspace/git/checkout.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { type LockOptions, withLock } from "../workspace/write/locks/lock.ts";
import { type ArtifactRef, documentPath, handleOf, kindFacts } from "./model/kinds.ts";
import type { Checkout } from "./model/shapes.ts";
import { type DocumentCache, FileSnapshot } from "./snapshot.ts";
import type { Fetch } from "./templates/remote.ts";
import type { TemplateSources } from "./templates/resolve.ts";

/** What one call on artifacts works with: the SpecMan workspace, the cache of the process, and the effects. */
export interface ArtifactSession {
  readonly workspace: Workspace;
  readonly cache: DocumentCache;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  /** The running tool; shown to other processes that wait for its lock. */
  readonly tool: string;
  /** Records a file that was read or written, for the audit log. */
  readonly touched: (path: string) => void;
  /** How long to wait for a lock; default: 15 seconds. */
  readonly waitMs?: number;
}

/** A snapshot of the workspace as it is now. */
export function takeSnapshot(session: ArtifactSession): FileSnapshot {
  return new FileSnapshot(session.workspace, session.cache, () => session.clock().getTime());
}

export function templateSources({ workspace, fetch, clock, signal }: ArtifactSession): TemplateSources {
  return { workspace, fetch, clock, signal };
}

/** Runs a mutation of one artifact while no other call mutates it, in this process or another. */
export function withArtifactLock<T>(
  session: ArtifactSession,
  ref: ArtifactRef,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const { scheme, noun } = kindFacts[ref.kind];
  const subject = `The ${noun} ${handleOf(ref)}`;
  const file = lockFile(session.workspace, `${scheme}-${ref.name}.lock`);
  return withLock(file, lockOptions(session, subject), () => {
    // From here on the audit log shows which artifact the call holds.
    session.touched(documentPath(ref));
    return work();
  });
}

/** For changes of names and dependencies: two of them, each valid on its own, could together create a cycle. */
export function withGraphLock<T>(
  session: ArtifactSession,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const file = lockFile(session.workspace, "graph.lock");
  return withLock(file, lockOptions(session, "The dependency graph"), work);
}

/** The root and the branch that a mutation touched. */
export async function currentCheckout(workspace: Workspace): Promise<Checkout> {
  const { root, branch } = await checkoutOf(workspace);
  return { root, branch: branch ?? null };
}

const maxWaitMs = 15_000;

function lockOptions({ signal, tool, waitMs = maxWaitMs }: ArtifactSession, subject: string): LockOptions {
  return { signal, tool, subject, code: "artifact_locked", waitMs };
}

function lockFile(workspace: Workspace, name: string): string {
  return join(workspace.root, ".specman/locks", name);
}
