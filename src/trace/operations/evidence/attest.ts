import * as z from "zod";
import { fault } from "../../../kernel/fault.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import type { Context } from "../../../operation/context.ts";
import { operation, reading } from "../../../operation/operation.ts";
import { gitStatus } from "../../../workspace/git/queries.ts";
import { testResultStatement } from "../../evidence/attest.ts";
import { readSegments } from "../../evidence/store/store.ts";
import { noEvidence } from "./export.ts";

const Output = z.object({
  statement: z.record(z.string(), z.unknown()).describe("An in-toto statement with a test-result predicate"),
});

export const attestEvidence = operation({
  name: "attest_evidence",
  title: "Attest evidence",
  summary: "Prints an in-toto test-result statement about the newest run of this commit",
  icon: "check",
  effects: reading,
  served: { never: "the signing step of a CI takes the statement" },
  cli: { words: "evidence attest", examples: ["evidence attest > test-result.json"] },
  input: z.object({}),
  output: Output,
  run,
  text: ({ statement }) => `${JSON.stringify(statement, undefined, 2)}\n`,
});

/** A statement names a commit, so only a run on exactly that commit can be attested. */
async function run({ workspace }: Context): Promise<Result<z.infer<typeof Output>>> {
  const { head } = await gitStatus(workspace);
  const segments = readSegments(workspace);
  if (segments.length === 0) return noEvidence();
  const fitting = segments.find(({ commit, source }) => commit === head && source === "local");
  if (head === undefined || fitting === undefined) {
    const message = "No run was added on the commit that is checked out.";
    return fail(fault("evidence_missing", message, "Run the tests on this commit and add their report."));
  }
  // A statement about the commit would be false: other texts were tested.
  if (fitting.dirty) {
    const message =
      "The run was added while files differed from the commit, so it says nothing about the commit.";
    return fail(
      fault("evidence_missing", message, "Commit the changes, run the tests and add their report."),
    );
  }
  return ok({ statement: testResultStatement(fitting, head) });
}
