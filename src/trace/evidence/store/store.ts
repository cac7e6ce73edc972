import { join } from "node:path";
import * as z from "zod";
import { fault } from "../../../kernel/fault.ts";
import { sha256 } from "../../../kernel/hash.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import type { Workspace } from "../../../workspace/paths/root.ts";
import {
  deleteStateFile,
  listStateFiles,
  readStateFile,
  writeStateFile,
} from "../../../workspace/state/files.ts";
import { stateDirectory, stateRoot } from "../../../workspace/state/folder.ts";
import { seal, unseal } from "../../../workspace/state/signature.ts";
import { withLock } from "../../../workspace/write/locks/lock.ts";
import { EvidenceSegment } from "../model.ts";

// Evidence is in `.hewto/evidence`, which git ignores: immutable segments named after their content, and a manifest
// that is signed, because a repository can contain any file there.

const part = "evidence";
const manifestName = "manifest";
const purpose = "evidence manifest";
const maxManifestBytes = 16 * 1024 * 1024;
const maxSegmentBytes = 256 * 1024 * 1024;

/** Segments are kept for 30 days and up to 200 MB together. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
const keptBytes = 200 * 1024 * 1024;

const ManifestEntry = z.object({
  /** SHA-256 of the segment's text. */
  segment: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.string(),
  bytes: z.number().int(),
});
export type ManifestEntry = Readonly<z.infer<typeof ManifestEntry>>;
const Manifest = z.object({ version: z.literal(1), segments: z.array(ManifestEntry) });

/**
 * The stored segments, newest first. One that is damaged or was not written here is left out. `known` are segments that
 * were read before, by the hash of their text: they cannot change.
 */
export function readSegments(
  workspace: Workspace,
  known: Map<string, EvidenceSegment> = new Map(),
): EvidenceSegment[] {
  const folder = join(stateRoot(workspace), part);
  const entries = newestFirst(readManifest(workspace, folder));
  const read = entries.flatMap(({ segment: name }) => {
    const segment = known.get(name) ?? readSegment(folder, name);
    return segment === undefined ? [] : [[name, segment] as const];
  });
  known.clear();
  for (const [name, segment] of read) known.set(name, segment);
  return read.map(([, segment]) => segment);
}

export interface Stored {
  /** False if the same evidence was there already. */
  readonly isNew: boolean;
  /** Segments that were too old or too many. */
  readonly dropped: number;
}

/** Adds segments. Two processes at once lose nothing: each changes the manifest under a lock. */
export async function storeSegments(
  workspace: Workspace,
  segments: readonly EvidenceSegment[],
  now: Date,
): Promise<Result<Stored>> {
  try {
    const folder = await stateDirectory(workspace, part);
    const locks = await stateDirectory(workspace, "locks");
    const lock = join(locks, "evidence.lock");
    return await withLock(lock, { subject: "the evidence", waitMs: 30_000 }, async () => {
      const before = readManifest(workspace, folder);
      const known = new Set(before.map(({ segment }) => segment));
      const added = segments.map((segment) => writeSegment(folder, segment));
      const fresh = added.filter(({ segment }) => !known.has(segment));
      const { kept, dropped } = withinLimits([...before, ...fresh], now);
      const manifest = JSON.stringify({ version: 1, segments: kept });
      writeStateFile(folder, manifestName, seal(workspace, purpose, manifest));
      sweep(folder, kept);
      return ok({ isNew: fresh.length > 0, dropped });
    });
  } catch (error) {
    const message = `The evidence could not be written: ${error instanceof Error ? error.message : String(error)}`;
    return fail(fault("write_failed", message, "Check the permissions of `.hewto`."), error);
  }
}

/** The text of a segment decides its name, so that the same evidence is stored once. */
function writeSegment(folder: string, segment: EvidenceSegment): ManifestEntry {
  const text = JSON.stringify(segment);
  const name = sha256(text);
  if (readStateFile(folder, `${name}.json`) === undefined) writeStateFile(folder, `${name}.json`, text);
  return { segment: name, at: segment.at, bytes: Buffer.byteLength(text) };
}

function readManifest(workspace: Workspace, folder: string): readonly ManifestEntry[] {
  const bytes = readStateFile(folder, manifestName, maxManifestBytes);
  const text = bytes && unseal(workspace, purpose, new TextDecoder().decode(bytes));
  return (text === undefined ? undefined : Manifest.safeParse(parsed(text)).data?.segments) ?? [];
}

function readSegment(folder: string, name: string): EvidenceSegment | undefined {
  const bytes = readStateFile(folder, `${name}.json`, maxSegmentBytes);
  if (bytes === undefined || sha256(bytes) !== name) return undefined;
  return EvidenceSegment.safeParse(parsed(new TextDecoder().decode(bytes))).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function newestFirst(entries: readonly ManifestEntry[]): ManifestEntry[] {
  // Of two at the same time the one that was added later is newer.
  return entries.toReversed().toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function withinLimits(
  entries: readonly ManifestEntry[],
  now: Date,
): { kept: ManifestEntry[]; dropped: number } {
  let bytes = 0;
  const keep = new Set<ManifestEntry>();
  for (const [index, entry] of newestFirst(entries).entries()) {
    bytes += entry.bytes;
    const isYoung = now.getTime() - Date.parse(entry.at) <= keptMs;
    // The newest stays in any case.
    if (index === 0 || (isYoung && bytes <= keptBytes)) keep.add(entry);
  }
  return { kept: entries.filter((entry) => keep.has(entry)), dropped: entries.length - keep.size };
}

function sweep(folder: string, kept: readonly ManifestEntry[]): void {
  const names = new Set([manifestName, ...kept.map(({ segment }) => `${segment}.json`)]);
  for (const name of listStateFiles(folder)) {
    if (/^[0-9a-f]{64}\.json$/.test(name) && !names.has(name)) deleteStateFile(folder, name);
  }
}
