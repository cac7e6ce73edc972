import { fault } from "../../../kernel/fault.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { hasBit, toBits } from "../../../store/bits.ts";
import type { ManifestSegment, Store } from "../../../store/store.ts";
import type { TreeFile } from "../../../workspace/git/mirror.ts";
import { mergeSegments } from "../../store/merge.ts";
import { type LiveSegment, memorySegment } from "../../store/snapshot.ts";
import { fileKey } from "../analysis-key.ts";
import { checkSegment } from "../check-segment.ts";

/** Each segment costs a query 0.3 ms, and each push adds one. */
const maxSegments = 16;
const segmentsAfter = 8;
const maxMergedChunks = 150_000;

interface CompactOptions {
  readonly analysis: string;
  readonly files: readonly TreeFile[];
  readonly worker: string;
}

/** The same files in fewer segments, when there are too many: the smallest become one. */
export async function compactManifest(
  store: Store,
  segments: readonly ManifestSegment[],
  { analysis, files, worker }: CompactOptions,
): Promise<Result<readonly ManifestSegment[]>> {
  if (segments.length <= maxSegments) return ok(segments);
  const sizes = await store.segments.sizes(segments.map(({ id }) => id));
  if (!sizes.ok) return sizes;
  const chunksOf = ({ id }: ManifestSegment) => sizes.value.get(id)?.chunks ?? 0;
  let chunks = 0;
  const smallest = segments
    .toSorted((a, b) => chunksOf(a) - chunksOf(b))
    .slice(0, segments.length - segmentsAfter + 1)
    .filter((segment) => {
      chunks += chunksOf(segment);
      return chunks <= maxMergedChunks;
    });
  if (smallest.length < 2) return ok(segments);
  const inputs: LiveSegment[] = [];
  for (const segment of smallest) {
    const live = await load(store, segment);
    if (!live.ok) return live;
    inputs.push(live.value);
  }
  const merged = mergeSegments(inputs, () => undefined);
  const blobs = new Map(files.map(({ path, blob }) => [path, blob]));
  const paths = inputs.flatMap(({ segment, dropped }) =>
    segment.paths.filter((_, file) => !dropped.has(file)),
  );
  const keys = paths.map((path) => fileKey(blobs.get(path) ?? "", path));
  const { search, texts } = merged;
  const id = await store.segments.put({
    search,
    texts,
    analysis,
    chunks: merged.chunks,
    files: keys,
    madeBy: worker,
  });
  if (!id.ok) return id;
  const living = toBits(keys.keys(), keys.length);
  const others = segments.filter((segment) => !smallest.includes(segment));
  return ok([...others, { id: id.value, files: keys.length, living }]);
}

async function load(store: Store, { id, files, living }: ManifestSegment): Promise<Result<LiveSegment>> {
  const bytes = await store.segments.get(id);
  if (!bytes.ok) return bytes;
  const segment = bytes.value && checkSegment(bytes.value);
  if (!bytes.value || segment?.fileCount !== files)
    return fail(fault("store_damaged", `Segment ${id.slice(0, 12)} is damaged.`, ""));
  const dropped = new Set([...segment.paths.keys()].filter((file) => !hasBit(living, file)));
  return ok({ ...memorySegment(bytes.value, id), dropped });
}
