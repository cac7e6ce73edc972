import { expect, test } from "vitest";
import { testTerminal } from "../../../test/support/cli.ts";
import type { Outcome } from "../../client/run/outcome.ts";
import { tellRun } from "./run-report.ts";

function told(outcome: Outcome, json = false) {
  const { terminal, said } = testTerminal();
  return { code: tellRun({ outcome, log: "/x.log" }, "plan", "/x", terminal, json), ...said };
}

const failed = (text: string): Outcome => ({
  state: "tool-failed",
  isError: true,
  content: [{ type: "text", text }],
  error: { message: "It broke.", hint: "Fix it.", retryable: true },
});

test.each([
  ["nothing of it", "half a plan", "half a plan\nhewto: It broke. Fix it.\nlog: /x.log\n"],
  ["what broke", "It broke.", "It broke.\nhewto: The step failed. Fix it.\nlog: /x.log\n"],
  ["both", "It broke.\nFix it.", "It broke.\nFix it.\nhewto: The step failed.\nlog: /x.log\n"],
])("a step whose output says %s is reported without repeating it", (_, text, err) => {
  expect(told(failed(text))).toEqual({ code: 1, out: "", err });
});

test("with --json the whole error is on stderr, because the output is not shown there", () => {
  const { out, err } = told(failed("It broke.\nFix it."), true);
  expect(JSON.parse(out)).toMatchObject({ state: "tool-failed", error: { hint: "Fix it." } });
  expect(err).toBe("hewto: It broke. Fix it.\nlog: /x.log\n");
});

test("what an agent wrote cannot move the cursor, and of a step that is done only the text is on stdout", () => {
  const content = [{ type: "text", text: "plan\u001b[2J" }];
  expect(told({ state: "done", content })).toEqual({ code: 0, out: "plan\u241b[2J\n", err: "" });
});
