import type { EvidenceSegment, TestStatus } from "./model.ts";

const warned: readonly TestStatus[] = ["flaky", "skipped", "todo", "xfail", "xpass", "cancelled", "unknown"];

/** An in-toto statement about one run, for the signing step of a CI. Nothing is signed here. */
export function testResultStatement(segment: EvidenceSegment, commit: string) {
  const named = (isWanted: (status: TestStatus) => boolean) =>
    segment.tests.filter(({ status }) => isWanted(status)).map(({ test }) => test);
  const failedTests = named((status) => status === "failed" || status === "error");
  const warnedTests = named((status) => warned.includes(status));
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: "git+commit", digest: { gitCommit: commit } }],
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: {
      result: failedTests.length > 0 ? "FAILED" : warnedTests.length > 0 ? "WARNED" : "PASSED",
      configuration: segment.inputs.map(({ name, digest }) => {
        return { name, digest: { sha256: digest.replace(/^sha256:/, "") } };
      }),
      passedTests: named((status) => status === "passed"),
      warnedTests,
      failedTests,
    },
  };
}
