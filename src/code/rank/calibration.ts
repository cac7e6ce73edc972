import type { Clues, Table } from "./clues.ts";

type Tables = Readonly<Record<Clues["rankedBy"], Table>>;

/** What each clue counts for the relevance of a hit; made by `npm run bench calibration -- --write`. */
export const tables: Readonly<Record<"withMeaning" | "withoutMeaning", Tables>> = {
  withMeaning: {
    evidence: { base: -5.03, first: 0, cosine: 7.29, coverage: 1.86, name: 0.1, margin: 0.42, fall: 0 },
    words: { base: -4.47, first: 0.29, cosine: 4.57, coverage: 1.88, name: 0.13, margin: 2.26, fall: 0 },
    name: { base: -7.16, first: 0.42, cosine: 3.58, coverage: 2.16, name: 7.03, margin: 1.12, fall: 0.3 },
  },
  withoutMeaning: {
    evidence: { base: -3.22, first: 0, cosine: 0, coverage: 4.24, name: 1.72, margin: 0.48, fall: 0 },
    words: { base: -3.09, first: 0.35, cosine: 0, coverage: 3.11, name: 0.99, margin: 2.02, fall: 0 },
    name: { base: -3.63, first: 0.62, cosine: 0, coverage: 0.01, name: 7.86, margin: 1.07, fall: 0.17 },
  },
};
