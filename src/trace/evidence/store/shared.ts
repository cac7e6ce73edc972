import { ok, type Result } from "../../../kernel/result.ts";
import type { Store } from "../../../store/store.ts";
import type { Workspace } from "../../../workspace/paths/root.ts";
import type { EvidenceSegment } from "../model.ts";
import { limits } from "../read/limits.ts";
import { readExport } from "./export.ts";
import { storeSegments } from "./store.ts";

export const evidenceKind = "evidence";
/** As many runs as anybody asks about; older ones stay in the store. */
const maxPulled = 100;

export interface PulledEvidence {
  readonly runs: number;
  readonly isNew: boolean;
  /** Documents that are not evidence. */
  readonly damaged: number;
  /** Older runs. */
  readonly leftOut: number;
}

/** Takes the newest runs of a repository from the shared store into a workspace. */
export async function takeEvidence(
  store: Store,
  repo: string,
  workspace: Workspace,
  now: Date,
): Promise<Result<PulledEvidence>> {
  const ids = await store.documents.ids(evidenceKind, repo);
  if (!ids.ok) return ids;
  const segments: EvidenceSegment[] = [];
  let damaged = 0;
  for (const id of ids.value.slice(0, maxPulled)) {
    const bytes = await store.documents.get(evidenceKind, repo, id);
    if (!bytes.ok) return bytes;
    const isReadable = bytes.value !== undefined && bytes.value.length <= limits.parsedBytes;
    const read = isReadable ? readExport(new TextDecoder().decode(bytes.value)) : undefined;
    if (read) segments.push(...read);
    else damaged++;
  }
  const leftOut = Math.max(0, ids.value.length - maxPulled);
  if (segments.length === 0) return ok({ runs: 0, isNew: false, damaged, leftOut });
  const stored = await storeSegments(workspace, segments, now);
  return stored.ok ? ok({ runs: segments.length, isNew: stored.value.isNew, damaged, leftOut }) : stored;
}
