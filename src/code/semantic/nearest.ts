import type { Corpus } from "../rank/corpus.ts";
import { byScore, placeIn } from "../rank/places.ts";
import { minNearness } from "../rank/prose.ts";
import type { Query } from "../rank/query.ts";
import type { NearCandidate } from "../rank/rounds/messages.ts";
import { weights } from "../rank/weights.ts";
import { fileRoles } from "../store/records.ts";
import { nearestCount } from "./blend.ts";

/** The nearest chunks of a shard, best first; tests, documents and the like must be nearer than sources. */
export function nearestChunks(
  { parts }: Corpus,
  query: Query,
  cosines: readonly Float32Array[],
  roles: boolean,
  shard: number,
): NearCandidate[] {
  // Half as strict as for words: nearness is spread over a narrow range.
  const factors = fileRoles.map((role) =>
    roles && !query.wants.has(role) ? (1 + weights.role[role]) / 2 : 1,
  );
  const nearest: NearCandidate[] = [];
  let least = minNearness;
  for (const [part, scores] of cosines.entries()) {
    const live = parts[part]?.live;
    if (!live) continue;
    const { segment } = live;
    for (let chunk = 0; chunk < scores.length; chunk++) {
      const cosine = scores[chunk] ?? Number.NaN;
      // A chunk without a vector is not a number, and fails this too. Roles only make a cosine smaller.
      if (!(cosine > minNearness && cosine >= least)) continue;
      const score = cosine * (factors[segment.roleOf(segment.fileOf(chunk))] ?? 1);
      if (score <= minNearness || score < least) continue;
      nearest.push({ shard, part, chunk, place: placeIn(live, chunk), score });
      if (nearest.length >= nearestCount * 8) least = keepBest(nearest);
    }
  }
  keepBest(nearest);
  return nearest;
}

/** Keeps the nearest, and returns the score of the last of them: what is as near may still come before it. */
function keepBest(chunks: NearCandidate[]): number {
  chunks.sort(byScore);
  chunks.length = Math.min(chunks.length, nearestCount);
  return chunks.length < nearestCount ? minNearness : (chunks.at(-1)?.score ?? minNearness);
}
