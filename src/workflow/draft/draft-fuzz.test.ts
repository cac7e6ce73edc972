import fc from "fast-check";
import { expect, test } from "vitest";
import { checkPlan } from "../read/check-plan.ts";
import { checkSpec } from "../read/check-spec.ts";
import { checkTasks } from "../read/check-tasks.ts";
import { readSpec } from "../read/spec-document.ts";
import { ownTemplates } from "../templates/texts.ts";
import { contractsText } from "../write/contracts-text.ts";
import { dataModelText } from "../write/data-model-text.ts";
import { planText } from "../write/plan-text.ts";
import { specText } from "../write/spec-text.ts";
import { tasksText } from "../write/tasks-text.ts";
import { draftSpec } from "./draft.ts";
import { statementsOf } from "./sentences.ts";

const head = { folder: "001-x", date: "2026-11-15", input: "" };
const stack = {
  language: "Go 1.24",
  dependencies: "none",
  testing: "go test",
  testCommand: "go test ./...",
  platform: "native",
  projectType: "library",
  storage: [],
  source: "internal",
  tests: "internal",
  extension: ".go",
  testName: "{name}_test.go",
  evidence: "go.mod",
  newFolders: [],
};

const word = fc.constantFrom(
  ..."users can the a an each pass passes pause cancel expires after 12 months up to 30 days when if , . then must should not let allow members to API CLI see how many [NEEDS CLARIFICATION: x] ** # - 1. \n $& ` ``` ~~~ | > <!-- --> = <b> → 予約 is are as I want so that".split(
    " ",
  ),
);
const description = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(" ")),
  fc.string({ unit: "grapheme", maxLength: 200 }),
);

test("for any description, every document passes its own check", () => {
  fc.assert(
    fc.property(description, (input) => {
      fc.pre(statementsOf(input).length > 0); // an empty description is rejected earlier
      const text = specText(ownTemplates["spec-template"], draftSpec(input), { ...head, input });
      expect(checkSpec(text)).toEqual([]);
      const spec = readSpec(text);
      const plan = { spec, stack, principles: [], head, path: "specs/001-x" };
      expect(checkPlan(planText(ownTemplates["plan-template"], plan))).toEqual([]);
      dataModelText(plan);
      const hasContracts = contractsText(plan) !== undefined;
      const tasks = tasksText(ownTemplates["tasks-template"], { spec, stack, head, hasContracts });
      const stories = spec.stories.map(({ number }) => number);
      expect(checkTasks(tasks, stories)).toEqual([]);
    }),
    { numRuns: Number(process.env.HEWTO_FUZZ ?? 150), examples: [["x] [NEEDS CLARIFICATION: users"]] },
  );
});

test("a description of a hundred thousand words is read to its end", () => {
  const long = "Users can book a place for up to 3 days when it is free. ".repeat(8000);
  const { stories, requirements } = draftSpec(long + "x ".repeat(50_000));
  expect(stories).toHaveLength(1);
  expect(requirements).toHaveLength(2);
});
