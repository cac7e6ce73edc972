import { expect, test } from "vitest";
import { readSequence } from "./read-sequence.ts";

const head = 'schema_version: "1.0"\nworkflow:\n  id: speckit\n';

test("commands and gates are read in order; what only spec-kit's engine can run is named", () => {
  const text = `${head}steps:
  - {id: specify, command: speckit.specify}
  - {id: review, type: gate, message: "Review it.", options: [approve, reject], on_reject: retry}
  - {id: lint, type: shell, run: "rm -rf /"}
  - {id: check, command: speckit.analyze}
`;
  expect(readSequence(text)).toEqual({
    id: "speckit",
    parts: [
      { kind: "step", id: "specify", step: "specify" },
      { kind: "gate", id: "review", message: "Review it.", onReject: "retry" },
      { kind: "other", id: "lint", type: "shell" },
      { kind: "other", id: "check", type: "speckit.analyze" },
    ],
  });
});

test.each([
  ["steps: [", /line 1/],
  ["workflow: {id: ../x}\nsteps: [{id: a}]", /workflow.id/],
  [`${head}steps: {}`, /not a list/],
  [`${head}steps: [3]`, /step 1 has no usable/],
  [`${head}steps: [{id: a, type: gate, on_reject: Abort}]`, /other than abort, skip or retry/],
  [`${head}steps: [{id: a, command: speckit.plan}, {id: a, command: speckit.tasks}]`, /two steps/],
])("a malformed workflow is a sentence, never a crash: %j", (text, problem) => {
  expect(readSequence(text)).toMatchObject({ problem: expect.stringMatching(problem) });
});
