import { expect, test } from "vitest";
import type { Finding } from "./finding.ts";
import { toSarif } from "./sarif.ts";

const finding = (rule: string, line: number): Finding => ({
  rule,
  severity: "error",
  file: "a.md",
  line,
  message: "It is wrong.",
});

test("a log in SARIF lists each rule once, in the same order whatever comes first in the files", () => {
  const log = toSarif([finding("b", 1), finding("a", 2), finding("b", 3), finding("C", 4)]);
  expect(log).toMatchObject({
    runs: [
      {
        tool: { driver: { rules: [{ id: "C" }, { id: "a" }, { id: "b" }] } },
        results: [{ ruleId: "b" }, { ruleId: "a" }, { ruleId: "b" }, { ruleId: "C" }],
      },
    ],
  });
});
