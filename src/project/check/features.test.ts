import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { contextFor, createRuntime } from "../../operation/runtime.ts";
import { fromFeatures } from "./features.ts";

async function findings(files: Record<string, string>) {
  const root = await temporaryTree(files);
  const runtime = createRuntime({ workspace: { root }, log: () => {} });
  const result = await fromFeatures(contextFor(runtime, { signal: new AbortController().signal }));
  if (!result.ok) throw new Error(result.fault.message);
  return result.value.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
}

test("a feature in progress has no findings", async () => {
  expect(await findings({ "specs/001-a/spec.md": "# A\n\n[NEEDS CLARIFICATION: which?]\n" })).toEqual([]);
});

test("a plan without a spec, tasks without boxes and open questions of a planned feature are reported", async () => {
  expect(
    await findings({
      "specs/001-a/plan.md": "# Plan\n",
      "specs/002-b/spec.md": "# B\n\n[NEEDS CLARIFICATION: which one?]\n",
      "specs/002-b/tasks.md": "# Tasks\n\nDo it.\n",
    }),
  ).toEqual([
    "feature-without-spec specs/001-a/spec.md:1",
    "tasks-without-box specs/002-b/tasks.md:1",
    "open-question specs/002-b/spec.md:3",
  ]);
});

test("markers in the instructions and check boxes of an early template are not open questions", async () => {
  const spec = [
    "# B",
    "```",
    "   → Mark with [NEEDS CLARIFICATION: specific question]",
    '   → If any [NEEDS CLARIFICATION]: WARN "Spec has uncertainties"',
    "```",
    "1. **Mark all ambiguities**: Use [NEEDS CLARIFICATION: specific question] for any assumption",
    "- [x] No [NEEDS CLARIFICATION] markers remain",
    "- **FR-001**: The system MUST sign in [NEEDS CLARIFICATION: which method?]",
  ].join("\n");
  expect(await findings({ "specs/001-b/spec.md": spec, "specs/001-b/plan.md": "# Plan\n" })).toEqual([
    "open-question specs/001-b/spec.md:8",
  ]);
});

test("two features with one number are reported at the second", async () => {
  expect(await findings({ "specs/001-a/spec.md": "# A\n", "specs/001-b/spec.md": "# B\n" })).toEqual([
    "number-taken specs/001-b/spec.md:1",
  ]);
});
