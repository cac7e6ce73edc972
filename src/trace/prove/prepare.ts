import { counts } from "../links/model.ts";
import type { LeafState } from "../state/state.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import type { TestCommand } from "./command/command.ts";
import type { TestGroup } from "./run.ts";

/** The linked tests of a leaf that run: not skipped, and not only holding others. */
export function runnableTests({ links }: Pick<LeafState, "links">): DiscoveredTest[] {
  const tests = links.filter(({ link }) => counts(link)).flatMap(({ link }) => link.test ?? []);
  const isRun = ({ modifiers }: DiscoveredTest) =>
    !modifiers.some((modifier) => modifier === "skip" || modifier === "todo" || modifier === "fails");
  return [...new Set(tests)].filter(isRun);
}

/** The tests by file, each with its command. Files without a command are left out. */
export function groupsOf(
  tests: readonly DiscoveredTest[],
  all: readonly DiscoveredTest[],
  commands: ReadonlyMap<string, TestCommand>,
): TestGroup[] {
  const files = [...new Set(tests.map(({ file }) => file))].sort();
  return files.flatMap((file) => {
    const command = commands.get(file);
    const isOfFile = (test: DiscoveredTest) => test.file === file;
    return command === undefined
      ? []
      : [{ command, file, tests: tests.filter(isOfFile), siblings: all.filter(isOfFile) }];
  });
}
