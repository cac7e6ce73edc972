import type { WorkspacePath } from "../../workspace/paths/paths.ts";

/**
 * Why a test does not run as its title says. `skip` also stands for `@Disabled`, `#[ignore]` and the like; `conditional`
 * for a skip that depends on the machine (`skipIf`, `skipif`, build conditions); `fails` for a test that is expected to
 * fail (`it.fails`, `xfail`, `should_panic` is not one).
 */
export const testModifiers = ["skip", "todo", "fails", "only", "conditional", "concurrent"] as const;
export type TestModifier = (typeof testModifiers)[number];

/** Lines count from 1, both ends included; offsets count UTF-16 units, `to` is exclusive. */
export interface TestRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly from: number;
  readonly to: number;
}

/** A test that the source declares, found without running it. All instances of a parametrized test are one test. */
export interface DiscoveredTest {
  readonly file: WorkspacePath;
  readonly range: TestRange;
  /**
   * What a report calls it, suites first, the test last: `["Reserve a place", "The crossing is full"]`. A display name
   * takes the place of the name in the code. Holes stay as they are written: `%s is refused`, `${minutes} before`.
   */
  readonly titles: readonly string[];
  /**
   * What the code calls it, types first, where the code has a name for it: `["BookingTests", "full"]`. Absent where
   * the title is the only name. As many as `titles` only by chance.
   */
  readonly names?: readonly string[];
  readonly modifiers: readonly TestModifier[];
  /** Tags that the test and its suites have in the source, which can be ids of requirements: `FR-002`. */
  readonly labels?: readonly string[];
  /** It runs once for each of several values: `it.each`, `parametrize`, `@ParameterizedTest`, `[Theory]`, `rstest`. */
  readonly parametrized: boolean;
  /** It only holds other tests that a report lists on their own: a Go test with `t.Run`. */
  readonly holdsTests?: boolean;
  /** Of its tokens without comments, white space and its own name: `t1:6f0c2a91d3be`. */
  readonly hash: string;
}

/** The name of a test in records and evidence. Unique unless a file has the same chain of titles twice. */
export function testId({ file, titles }: Pick<DiscoveredTest, "file" | "titles">): string {
  return `${file}#${titles.join(" > ")}`;
}

/** What holds tests: a `describe`, a class. A tag above it counts for every test inside. */
export interface DiscoveredSuite {
  readonly titles: readonly string[];
  readonly range: TestRange;
}
