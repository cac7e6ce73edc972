import { expect, test } from "vitest";
import { testTerminal } from "../../test/support/cli.ts";
import type { Outcome } from "../client/run/outcome.ts";
import { tellRun } from "./run-report.ts";

function told(outcome: Outcome, json = false) {
  const { terminal, said } = testTerminal();
  return { code: tellRun({ outcome, log: "/x.log" }, "plan", "/x", terminal, json), ...said };
}

const failed = (text: string): Outcome => ({
  state: "tool-failed",
  isError: true,
  content: [{ type: "text", text }],
  error: { message: "It broke.", hint: "Mend it.", retryable: true },
});

test.each([
  ["nothing of it", "half a plan", "half a plan\nhewto: It broke. Mend it.\nlog: /x.log\n"],
  ["what broke", "It broke.", "It broke.\nhewto: The step failed. Mend it.\nlog: /x.log\n"],
  ["both", "It broke.\nMend it.", "It broke.\nMend it.\nhewto: The step failed.\nlog: /x.log\n"],
])("a step whose output says %s is told without saying it twice", (_, text, err) => {
  expect(told(failed(text))).toEqual({ code: 1, out: "", err });
});

test("with --json the error is told whole on stderr, for the output is not shown there", () => {
  const { out, err } = told(failed("It broke.\nMend it."), true);
  expect(JSON.parse(out)).toMatchObject({ state: "tool-failed", error: { hint: "Mend it." } });
  expect(err).toBe("hewto: It broke. Mend it.\nlog: /x.log\n");
});

test("what an agent wrote cannot move the cursor, and of a step that is done only the text is on stdout", () => {
  const content = [{ type: "text", text: "plan\u001b[2J" }];
  expect(told({ state: "done", content })).toEqual({ code: 0, out: "plan\u241b[2J\n", err: "" });
});
