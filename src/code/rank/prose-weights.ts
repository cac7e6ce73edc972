import type { EvidenceName } from "./evidence.ts";

/** What each evidence counts in prose; made by model/fit-ranking.mjs (model/README.md). */
type Weights = Readonly<Partial<Record<EvidenceName, number>>>;

export const withMeaning: Weights = {
  lexical: 0.794,
  coverage: 3.65,
  in_path: 1.73,
  density: 1.58,
  meaning: 1.9,
  file_meaning: 0.325,
  length: 0.24,
  is_type: 0.822,
  is_member: -0.36,
  is_loose: -1.64,
  is_section: -4,
  is_test: -4,
  is_example: -4,
  is_docs: -4,
  is_other: -4,
  known_meaning: 0.392,
};

export const withoutMeaning: Weights = {
  lexical: 3.14,
  coverage: 3.4,
  in_path: 2.75,
  density: 4.87,
  path_share: 1.63,
  length: 0.212,
  is_type: 0.633,
  is_member: -0.369,
  is_loose: -1.61,
  is_section: -3.52,
  is_test: -4,
  is_example: -4,
  is_docs: -3.94,
  is_other: -4,
};
