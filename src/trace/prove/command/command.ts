import { posix } from "node:path";
import type { DiscoveredTest } from "../../tests/model.ts";

/** How to run some tests of one file, with places to fill in. */
export interface TestCommand {
  /** `{file}`, `{folder}`, `{name}`, `{title}`, `{tests}`, `{report}` and `{coverage}` are filled in. */
  readonly words: readonly string[];
  /** The folder to start it in, relative to the root; empty for the root. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where it comes from: `vitest`, `[trace.run]`. */
  readonly source: string;
  /** Each run builds first, so few changes are tried. */
  readonly isCompiled: boolean;
  /** What makes the runner measure the lines that it executes. Absent where it cannot. */
  readonly coverage?: CoverageWords;
}

/** `{coverage}` is a folder, in which the runner writes `file`. */
export interface CoverageWords {
  readonly file: string;
  readonly add: readonly string[];
  /** Words of the usual command that say the opposite. */
  readonly drop?: readonly string[];
}

export interface FilledCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the report is a file; otherwise it is what the command prints. */
  readonly writesReport: boolean;
}

/** More tests than this are not named: all of the file run, and the report says what the linked ones did. */
const maxNamed = 30;

/** The same command, measuring what it executes; undefined for runners whose option is unknown. */
export function withCoverage(command: TestCommand): TestCommand | undefined {
  const { coverage, words } = command;
  if (coverage === undefined) return undefined;
  const kept = words.filter((word) => !coverage.drop?.includes(word));
  return { ...command, words: [...kept, ...coverage.add] };
}

/** The same command with a selection that no test has: what it executes is the loading of the file. */
export function selectingNothing(command: TestCommand): TestCommand {
  const words = command.words.flatMap((word) =>
    word === "{tests}" ? ["{file}", "-k", noTest] : [word.replace(/\{(?:name|title)\}/, `^${noTest}$`)],
  );
  return { ...command, words };
}

const noTest = "hewto_selects_no_test";

/** Where the command writes: the report of its tests, and a folder for coverage. */
export interface CommandOutputs {
  readonly report: string;
  readonly coverage?: string;
}

/** The command line for these tests of one file. */
export function fillCommand(
  { words, cwd }: TestCommand,
  tests: readonly DiscoveredTest[],
  { report, coverage = "" }: CommandOutputs,
): FilledCommand {
  const file = posix.relative(cwd, tests[0]?.file ?? "");
  const folder = posix.dirname(file);
  const named = tests.length > maxNamed ? [] : tests;
  const values: Readonly<Record<string, string>> = {
    file,
    folder,
    report,
    coverage,
    title: `(?:^| )(?:${named.map(({ titles }) => escaped(titles.at(-1) ?? "")).join("|")})$`,
    name: patternOf(file, named),
  };
  const [command = "", ...args] = words.flatMap((word) =>
    word === "{tests}"
      ? namesOf(file, named)
      : [
          word.replace(
            /\{(file|folder|report|name|title|coverage)\}/g,
            (_, key: string) => values[key] ?? "",
          ),
        ],
  );
  return { command, args, writesReport: words.some((word) => word.includes("{report}")) };
}

/** A pattern that selects the tests, in the words of the runners of the language. */
function patternOf(file: string, tests: readonly DiscoveredTest[]): string {
  if (/\.[cm]?[jt]sx?$/.test(file)) {
    const titles = tests.map((test) => test.titles.map(escaped).join(" "));
    return tests.length === 0 ? "" : `^(?:${titles.join("|")})$`;
  }
  if (file.endsWith(".go")) {
    const names = [...new Set(tests.map(({ titles }) => titles[0] ?? ""))];
    return `^(?:${names.join("|")})$`;
  }
  return tests.map(({ names, titles }) => (names ?? titles).at(-1) ?? "").join("|");
}

/** The tests one by one, for runners that take a list. */
function namesOf(file: string, tests: readonly DiscoveredTest[]): string[] {
  if (!file.endsWith(".py")) return tests.map(({ names, titles }) => (names ?? titles).at(-1) ?? "");
  if (tests.length === 0) return [file];
  return tests.map(({ names, titles }) => [file, ...(names ?? titles)].join("::"));
}

/** A title as a regular expression. What `%s` and `${…}` stand for can be anything. */
function escaped(title: string): string {
  return title
    .split(/(%[sdifjoOp#$%]|\$\{[^}]*\}|\$\w+)/)
    .map((part, index) => (index % 2 === 1 ? ".*" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")))
    .join("");
}
