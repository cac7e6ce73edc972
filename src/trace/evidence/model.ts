import * as z from "zod";

/**
 * What a report says about one run of one test. Only `passed` and `flaky` (passed after a failed attempt) count as a
 * pass. `error` is a failure outside the test itself (set-up, build). `xfail` failed as expected, `xpass` passed
 * although a failure was expected. `unknown` is a status that the reader does not know.
 */
export const TestStatus = z.enum([
  "passed",
  "failed",
  "error",
  "skipped",
  "todo",
  "xfail",
  "xpass",
  "flaky",
  "cancelled",
  "unknown",
]);
export type TestStatus = z.infer<typeof TestStatus>;

/** One test case of a report, as the report words it. Paths and titles are untrusted text. */
export interface TestResult {
  readonly status: TestStatus;
  /** The file of the test as the report names it: absolute, from a container or relative to a package. */
  readonly file?: string | undefined;
  /** The line of the test in that file, from 1. */
  readonly line?: number | undefined;
  /** Suites first, the test last. One title where the report joins all of them into one text. */
  readonly titles: readonly string[];
  /** The class, module or package as the report names it: `Ferry.Tests.BookingTests`, `test_booking.TestReserve`. */
  readonly class?: string | undefined;
  /** The name in the code, where the report gives it besides a display name. */
  readonly method?: string | undefined;
  /** Metadata that can name requirements: JUnit properties, traits, labels, tags. In the order of the report. */
  readonly properties: readonly Property[];
  /** How often it ran; 1 unless the report says otherwise. */
  readonly attempts: number;
  readonly ms?: number | undefined;
  /** Why it failed, had an error or was skipped: the first lines only. */
  readonly message?: string | undefined;
}

export interface Property {
  readonly name: string;
  readonly value: string;
}

export const reportKinds = [
  "junit",
  "vitest-json",
  "jest-json",
  "mocha-json",
  "ctrf",
  "go-test-json",
  "cargo-text",
  "cargo-json",
  "tap",
  "trx",
  "nunit",
  "xunit",
  "cucumber-json",
] as const;
export const coverageKinds = [
  "lcov",
  "cobertura",
  "istanbul",
  "v8",
  "go-cover",
  "coverage-py",
  "jacoco",
  "llvm-cov",
] as const;
export const ReportKind = z.enum([...reportKinds, ...coverageKinds, "stryker", "prove"]);
export type ReportKind = z.infer<typeof ReportKind>;

/** Something about a report that a person should know; it never stops the reading of the rest. */
export interface ReportNote {
  readonly rule:
    | "report-incomplete" // the file ends in the middle; what was whole is read
    | "report-limit" // a limit was reached; the rest is left out
    | "report-format" // a part of the file is not what its format allows
    | "coverage-dropped"; // the coverage of a file does not fit that file
  readonly message: string;
}

/** The test cases of one report. */
export interface TestReport {
  readonly kind: ReportKind;
  readonly results: readonly TestResult[];
  /** When the run began, in ms since 1970, if the report says so. */
  readonly startedAt?: number | undefined;
  readonly notes: readonly ReportNote[];
}

/** Which lines a run executed. The files themselves are given to a visitor one by one: reports can be very large. */
export interface Coverage {
  readonly kind: ReportKind;
  /** How many files it names. */
  readonly files: number;
  readonly startedAt?: number | undefined;
  readonly notes: readonly ReportNote[];
}

export type VisitCoverage = (file: FileCoverage) => void;

export interface FileCoverage {
  /** As the report names it. A report can have several records of one file. */
  readonly file: string;
  /** Each line that can be executed, with its hits. */
  readonly lines: ReadonlyMap<number, number>;
  /** Where the report knows it: for each test the lines that it executed itself, not those of import time. */
  readonly byTest?: readonly TestLines[] | undefined;
  /** The base64 MD5 of lines, where the report has it: it shows whether the report fits the file. */
  readonly lineDigests?: ReadonlyMap<number, string> | undefined;
  /** Offsets in the executed text instead of lines (V8); turned into lines when the file is at hand. */
  readonly ranges?: readonly CoveredRange[] | undefined;
}

export interface TestLines {
  /** Only what finds the test: file, titles, class, method. */
  readonly test: TestReference;
  readonly lines: readonly number[];
}

export type TestReference = Pick<TestResult, "file" | "line" | "titles" | "class" | "method">;

/** A part of the executed text with its hits; an inner range overrides the outer one. */
export interface CoveredRange {
  readonly from: number;
  readonly to: number;
  readonly hits: number;
}

/** What a mutation tool reports: which tests executed and which noticed a changed piece of code. */
export interface MutationReport {
  readonly kind: "stryker";
  readonly mutants: readonly Mutant[];
  /** The tests by the id that the mutants use. */
  readonly tests: ReadonlyMap<string, MutationTest>;
  readonly notes: readonly ReportNote[];
}

export interface Mutant {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly operator: string;
  readonly replacement?: string | undefined;
  readonly status: "killed" | "survived" | "no-coverage" | "timeout" | "invalid" | "ignored" | "pending";
  /** Ids of tests. */
  readonly coveredBy: readonly string[];
  readonly killedBy: readonly string[];
}

export interface MutationTest {
  /** As the report names it; absent where the tool does not know the file. */
  readonly file?: string | undefined;
  readonly name: string;
  readonly line?: number | undefined;
}

/** How finely it is known what a result rests on. `imports`: what the test reaches by imports; `tree`: everything. */
export const Grain = z.enum(["symbol", "file", "imports", "tree"]);
export type Grain = z.infer<typeof Grain>;

/** What a result rests on: it holds wherever every item has the same hash. */
export const RestsOn = z.object({
  grain: Grain,
  /** `src/tags.ts#readTags` (symbol) or `src/tags.ts` (file) to the hash of its tokens, `c1:88d2…`. */
  items: z.record(z.string(), z.string()),
});
export type RestsOn = Readonly<z.infer<typeof RestsOn>>;

/** A mutation of code that a test rests on, and whether the test noticed it. */
export const MutantRecord = z.object({
  /** `m1:6f0c…`, the same wherever the code is the same; absent in reports of other tools. */
  id: z.string().optional(),
  file: z.string(),
  line: z.number().int(),
  operator: z.string(),
  noticed: z.boolean(),
});

/** One test of the workspace with its result. */
export const TestEvidence = z.object({
  /** `file#suite > title`, see `testId`. */
  test: z.string(),
  status: TestStatus,
  attempts: z.number().int(),
  ms: z.number().optional(),
  /** Of the test's tokens, `t1:6f0c…`. */
  hash: z.string(),
  rests_on: RestsOn,
  /** Requirements that the report names: values of `requirement` properties, tags, labels. */
  requirements: z.array(z.string()).optional(),
  /** Why the result does not count although it is here: sources are younger than the report. */
  unsure: z.string().optional(),
  /** Why it failed or was skipped, shortened. */
  message: z.string().optional(),
  /** The inputs (by index) that have a result of this test, if there are several. */
  inputs: z.array(z.number().int()).optional(),
  mutants: z.array(MutantRecord).optional(),
  /** What the test did with the code of a branch taken back, `b1:0c77…`, whose tests and code are as they were. */
  reverted: z.object({ code: z.string(), passed: z.boolean() }).optional(),
});
export type TestEvidence = Readonly<z.infer<typeof TestEvidence>>;

/** One file that was added. */
export const EvidenceInput = z.object({
  kind: ReportKind,
  name: z.string(),
  digest: z.string(),
  tests: z.number().int(),
  matched: z.number().int(),
  ambiguous: z.number().int(),
  unmatched: z.number().int(),
  /** Skipped in the report, not marked in the source: the run was filtered and says nothing about them. */
  not_run: z.number().int().optional(),
});
export type EvidenceInput = Readonly<z.infer<typeof EvidenceInput>>;

/** Whole-run coverage of one file: which symbols have a line with a hit, and which have none. */
export const SymbolHits = z.object({
  file: z.string(),
  /** Symbol to the hash of its tokens. */
  hit: z.record(z.string(), z.string()),
  missed: z.record(z.string(), z.string()),
});

/** One call of `evidence add`, addressed by its content. Valid on any branch where the hashes agree. */
export const EvidenceSegment = z.object({
  format: z.literal("hewto-evidence/1"),
  commit: z.string().optional(),
  tree: z.string().optional(),
  dirty: z.boolean(),
  at: z.string(),
  /** `local` was added by hand on this machine; `export` came in a file of another one. */
  source: z.enum(["local", "export"]),
  inputs: z.array(EvidenceInput),
  tests: z.array(TestEvidence),
  /** Of the whole text of each file that a result rests on: files that are the same need not be parsed. */
  files: z.record(z.string(), z.string()).optional(),
  /** Present where a whole run was measured; `filtered` runs conclude nothing about symbols without hits. */
  coverage: z.object({ filtered: z.boolean(), files: z.array(SymbolHits) }).optional(),
});
export type EvidenceSegment = Readonly<z.infer<typeof EvidenceSegment>>;
