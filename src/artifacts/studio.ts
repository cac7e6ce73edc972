import { join } from "node:path";
import type { Result } from "../kernel/result.ts";
import { checkoutOf } from "../workspace/git/checkout.ts";
import { type LockOptions, withLock } from "../workspace/write/locks/lock.ts";
import type { Home } from "./locate/home.ts";
import { type ArtifactRef, documentPath, handleOf, kindFacts } from "./model/kinds.ts";
import { type Library, Reading } from "./reading.ts";
import type { Fetch } from "./templates/remote.ts";
import type { TemplateSources } from "./templates/resolve.ts";

/** What the operations on artifacts work with: the workspace, the memory of the process, and the effects. */
export interface Studio {
  readonly home: Home;
  readonly library: Library;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  /** The tool that asks, for whoever has to wait for its lock. */
  readonly tool: string;
  /** Names a file that was touched, for the audit. */
  readonly touched: (path: string) => void;
  /** How long to wait for a lock; a quarter of a minute unless told. */
  readonly waitMs?: number;
}

/** A look at the workspace as it is now. */
export function look(studio: Studio): Reading {
  return new Reading(studio.home, studio.library, () => studio.clock().getTime());
}

export function templateSources({ home, fetch, clock, signal }: Studio): TemplateSources {
  return { home, fetch, clock, signal };
}

/**
 * Runs a mutation of one artifact while nobody else mutates it, in this process or another. Changes to names
 * and dependencies also hold the lock of the graph: two of them, each harmless, could close a circle.
 */
export function alone<T>(
  studio: Studio,
  ref: ArtifactRef,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const { scheme, noun } = kindFacts[ref.kind];
  const subject = `The ${noun} ${handleOf(ref)}`;
  const file = lockFile(studio.home, `${scheme}-${ref.name}.lock`);
  return withLock(file, lockOptions(studio, subject), () => {
    // From here on the session knows which artifact the call holds.
    studio.touched(documentPath(ref));
    return work();
  });
}

export function withGraph<T>(studio: Studio, work: () => Promise<Result<T>>): Promise<Result<T>> {
  return withLock(lockFile(studio.home, "graph.lock"), lockOptions(studio, "The dependency graph"), work);
}

/** The root and the branch that a mutation touched. */
export async function whereabouts(home: Home): Promise<{ root: string; branch: string | null }> {
  const { root, branch } = await checkoutOf(home.workspace);
  return { root, branch: branch ?? null };
}

const longestWaitMs = 15_000;

function lockOptions({ signal, tool, waitMs = longestWaitMs }: Studio, subject: string): LockOptions {
  return { signal, tool, subject, code: "artifact_locked", waitMs };
}

function lockFile({ workspace }: Home, name: string): string {
  return join(workspace.root, ".specman/locks", name);
}
