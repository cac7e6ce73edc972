import { calibratedPercents, weakPercent } from "../rank/calibrate.ts";
import type { Hit } from "../search.ts";

/** What `relevance_percent` means in an answer, and what the answer says if all of it is low. */
export interface Relevance {
  readonly of: (hits: readonly Hit[]) => readonly Hit[];
  readonly notices: (hits: readonly Hit[]) => readonly string[];
}

/** How likely each hit is right; the order stays. */
export const calibrated: Relevance = {
  of: (hits) => {
    const percents = calibratedPercents(hits.map(({ clues }) => clues));
    return hits.map((hit, index) => ({ ...hit, relevance: percents[index] ?? 1 }));
  },
  notices: (hits) => {
    const best = hits.reduce((max, { relevance }) => Math.max(max, relevance), 0);
    if (hits.length === 0 || best >= weakPercent) return [];
    return [
      `All matches are weak (relevance below ${weakPercent} %): what you look for might not be here. Try a name or other words.`,
    ];
  },
};

/** The share of the query that the first hit holds, and of its score for the others. */
export const byCoverage: Relevance = { of: (hits) => hits, notices: () => [] };
