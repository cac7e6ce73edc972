import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Prints, after everything else, which tests were skipped and why. A skip without a reason fails the run. */
export class SkipSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]);
    if (skipped.length === 0) return;
    const byReason = new Map<string, TestCase[]>();
    for (const test of skipped) {
      const reason = reasonOf(test);
      byReason.set(reason, [...(byReason.get(reason) ?? []), test]);
    }
    process.stdout.write(`\n${skipped.length} tests skipped:\n`);
    for (const [reason, tests] of byReason) {
      process.stdout.write(`  ${reason} (${tests.length})\n`);
      for (const test of tests)
        process.stdout.write(`    ${test.module.relativeModuleId} > ${test.fullName}\n`);
    }
    if (byReason.has(NO_REASON) && !isFiltered()) process.exitCode = 1;
  }
}

const NO_REASON = "no reason given: end such a test with skipTest(reason)";

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === "skipped" && result.note) || NO_REASON;
}

/** `vitest run -t NAME` skips every other test on purpose. */
function isFiltered(): boolean {
  return process.argv.some((word) => word === "-t" || word.startsWith("--testNamePattern"));
}
