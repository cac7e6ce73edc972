import type { EvidenceName } from "./evidence.ts";

/** What each evidence counts in prose; made by model/fit-ranking.mjs (model/README.md). */
type Weights = Readonly<Partial<Record<EvidenceName, number>>>;

export const withMeaning: Weights = {
  lexical: 0.366,
  coverage: 3.48,
  in_path: 0.327,
  density: 0,
  path_share: 0.205,
  meaning: 2.29,
  file_meaning: 0.976,
  known_meaning: 0.556,
  length: 0.263,
  is_type: 0.5,
  is_member: -0.285,
  is_loose: -0.583,
  is_section: -4,
  is_test: -4,
  is_example: -3.16,
  is_docs: -4,
  is_other: -4,
};

export const withoutMeaning: Weights = {
  lexical: 3.07,
  coverage: 4,
  in_path: 2.1,
  density: 4.83,
  path_share: 2.22,
  length: 0.207,
  is_type: 0.318,
  is_member: -0.332,
  is_loose: -0.828,
  is_section: -3.94,
  is_test: -4,
  is_example: -4,
  is_docs: -4,
  is_other: -4,
};
