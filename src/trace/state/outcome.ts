import type { RestsOn, TestStatus } from "../evidence/model.ts";
import type { DiscoveredTest } from "../tests/model.ts";

/** How much a passing result shows: it ran; it executed the code of the requirement; it noticed a change of that code. */
export const evidenceLevels = ["passed", "exercised", "sensitive"] as const;
export type EvidenceLevel = (typeof evidenceLevels)[number];

/** The newest result of a test that the evidence has, compared with the sources as they are now. */
export interface TestOutcome {
  readonly status: TestStatus;
  /** The test and everything that the result rests on have the same hashes now. */
  readonly isFresh: boolean;
  /** What moved since, where it is not fresh: `src/booking.ts changed (known by imports)`. */
  readonly because?: string;
  readonly level: EvidenceLevel;
  /** Why it failed, was skipped, or does not count. */
  readonly message?: string;
  /** The report that it came with. */
  readonly report?: string;
  /** What the result rests on. */
  readonly rests?: RestsOn;
  /** How many changes of the code were tried on it, and how many it noticed. */
  readonly mutants?: { readonly tried: number; readonly noticed: number };
}

/** Answers about test results. An empty one stands for a project without evidence. */
export interface Evidence {
  readonly outcomeOf: (test: DiscoveredTest) => TestOutcome | undefined;
  /** Requirements that reports name for a test: JUnit properties, labels, tags. */
  readonly requirementsOf: (test: DiscoveredTest) => readonly string[];
  /** All of them, where somebody keeps them: lets links of other tests stay as they are. */
  readonly requirements?: ReadonlyMap<DiscoveredTest, readonly string[]>;
  /** All results, where somebody keeps them: lets states of other leaves stay as they are. */
  readonly outcomes?: ReadonlyMap<DiscoveredTest, TestOutcome>;
  /** The best that fresh passing tests show of a symbol, `file#name`: they executed it, or noticed a change of it. */
  readonly levelOfCode: (item: string) => EvidenceLevel | undefined;
  /** Symbols (`file#name`) that a run of all tests measured and did not execute. */
  readonly unexecuted: ReadonlySet<string>;
  readonly reports: number;
  readonly results: { readonly total: number; readonly matched: number; readonly ambiguous: number };
}

export const noEvidence: Evidence = {
  outcomeOf: () => undefined,
  requirementsOf: () => [],
  levelOfCode: () => undefined,
  unexecuted: new Set(),
  reports: 0,
  results: { total: 0, matched: 0, ambiguous: 0 },
};
