import { expect, test } from "vitest";
import { checkPlan } from "../read/check-plan.ts";
import { checkSpec } from "../read/check-spec.ts";
import { checkTasks } from "../read/check-tasks.ts";
import { readSpec } from "../read/spec-document.ts";
import { ownTemplates } from "../templates/texts.ts";
import { questionsFor, withAnswers } from "./clarify.ts";
import { draftSpec } from "./draft.ts";
import { extendSpec } from "./extend-spec.ts";
import { planText } from "./plan-text.ts";
import { specText } from "./spec-text.ts";
import { extendTasks, tasksText } from "./tasks-text.ts";

const head = { folder: "001-x", date: "2026-11-15", input: "" };
const write = (description: string) =>
  specText(ownTemplates["spec-template"], draftSpec(description), { ...head, input: description });
const stack = {
  language: "TypeScript 5",
  dependencies: "none",
  testing: "vitest",
  platform: "Node",
  source: "src",
  tests: "tests",
  extension: ".ts",
  evidence: "package.json",
};

test("a story told as a wish becomes a story of a third person with its outcome", () => {
  const [story] = draftSpec("As a commuter, I want to scan my pass so that I board at once.").stories;
  expect(story).toMatchObject({
    title: "Scan their pass",
    given: "a commuter",
    when: "they scan their pass",
    outcome: "they board at once",
  });
});

test("sentences with must keep their words; what people can do becomes a story and a requirement", () => {
  const { stories, requirements } = draftSpec(
    "Operators can cancel a crossing. The system must refuse expired passes.",
  );
  expect(stories.map(({ title }) => title)).toEqual(["Cancel a crossing"]);
  expect(requirements).toEqual([
    "The system MUST let operators cancel a crossing",
    "The system MUST refuse expired passes",
  ]);
});

test("at most three open questions are left, however vague the description is", () => {
  const vague = "It is fast. It is secure. It is easy. It holds many things. It is modern. It is robust.";
  expect(readSpec(write(vague)).questions).toHaveLength(3);
});

test.each([
  "x",
  "予約システムを作る。利用者は予約できる。",
  "- one\n- two\n\n1. three\n2) four",
  '# Title\n\nSome *emphasis* and `code` [link](x) <!-- comment --> $& $1 \\ "quoted"',
  "[NEEDS CLARIFICATION: me]. [NEEDS CLARIFICATION: b]. [NEEDS CLARIFICATION: c]. [NEEDS CLARIFICATION]. [FEATURE NAME] [DATE] $ARGUMENTS",
  `${"very long sentence without an end ".repeat(400)}`,
  "Users can delete everything etc. and so on",
])("whatever the description, the specification passes its own check: %j", (description) => {
  expect(checkSpec(write(description))).toEqual([]);
});

test("a second description only adds: every old line is still there, in order", () => {
  const old = write("Users can book a place.").replace(
    "they book a place",
    "they book a place (edited by hand)",
  );
  const { text, stories, requirements } = extendSpec(old, draftSpec("Operators can cancel a crossing."));
  expect({ stories, requirements }).toEqual({ stories: 1, requirements: 1 });
  const lines = text.split("\n");
  let at = 0;
  for (const line of old.split("\n")) {
    at = lines.indexOf(line, at);
    expect(at, line).toBeGreaterThanOrEqual(0);
    at++;
  }
  expect(readSpec(text).stories.map(({ number }) => number)).toEqual([1, 2]);
  expect(checkSpec(text)).toEqual([]);
  expect(extendSpec(text, draftSpec("Operators can cancel a crossing.")).text).toBe(text);
});

test("CRLF files keep their line ends when they grow", () => {
  const old = write("Users can book a place.").replaceAll("\n", "\r\n");
  const { text } = extendSpec(old, draftSpec("Operators can cancel a crossing."));
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
});

test("an answer goes under Clarifications and replaces its marker; a second session joins the first of the day", () => {
  const spec = write("The system must be fast.");
  const [question = ""] = questionsFor(spec, []);
  const answered = withAnswers(
    spec,
    [{ question, answer: "under one second\n# not a heading" }],
    "2026-11-15",
  );
  expect(answered).toContain(
    `## Clarifications\n\n### Session 2026-11-15\n\n- Q: ${question} → A: under one second # not a heading`,
  );
  expect(readSpec(answered).questions).toEqual([]);
  expect(answered).toContain("(clarified: under one second # not a heading)");
  const again = withAnswers(answered, [{ question: "Who?", answer: "All" }], "2026-11-15");
  expect(again.match(/### Session/g)).toHaveLength(1);
  expect(again).toContain("- Q: Who? → A: All");
  expect(checkSpec(again)).toEqual([]);
  expect(questionsFor(again, [])).not.toContain(question);
});

test("the caller's own questions are asked instead, ten of them too, and blank ones are not", () => {
  const own = Array.from({ length: 10 }, (_, index) => `Question ${index}?`);
  expect(questionsFor("# x", [...own, "", "  "])).toEqual(own);
  expect(questionsFor(write("The system must be fast."), []).length).toBeLessThanOrEqual(5);
});

test("plan and tasks of any description pass their own checks, and the tasks cover every story", () => {
  const spec = readSpec(
    write("As a user, I want to add notes. Users can search notes via an API. It must work offline."),
  );
  const input = { spec, stack, principles: ["Keep it small"], head, path: "specs/001-x" };
  expect(checkPlan(planText(ownTemplates["plan-template"], input))).toEqual([]);
  const tasks = tasksText(ownTemplates["tasks-template"], { spec, stack, head, hasContracts: true });
  expect(
    checkTasks(
      tasks,
      spec.stories.map(({ number }) => number),
    ),
  ).toEqual([]);
});

test("a task list that exists only gets phases for new stories, with the next ids", () => {
  const first = readSpec(write("Users can add notes."));
  const tasks = tasksText(ownTemplates["tasks-template"], { spec: first, stack, head, hasContracts: false });
  const ticked = tasks.replace("[ ] T001", "[x] T001");
  const more = readSpec(extendSpec(write("Users can add notes."), draftSpec("Users can delete notes.")).text);
  const extended = extendTasks(ticked, { spec: more, stack, head, hasContracts: false }) ?? "";
  expect(extended).toContain("[x] T001");
  expect(extended).toMatch(/## Phase 5: User Story 2/);
  expect(checkTasks(extended, [1, 2])).toEqual([]);
  expect(extendTasks(extended, { spec: more, stack, head, hasContracts: false })).toBeUndefined();
});

test.each([
  ["- [ ] Do it", "needs an id"],
  ["- [ ] T001 a\n- [ ] T001 b", "more than once"],
  ["- [ ] T002 a\n- [ ] T001 b", "after a higher number"],
  ["- [ ] T001 [US1] a", "outside the phase"],
  ["- [ ] T001", "says nothing"],
])("a task list with %j is refused", (line, problem) => {
  const text = `# Tasks: x\n\n## Phase 1: Setup\n\n${line}\n`;
  expect(checkTasks(text, []).join(" ")).toContain(problem);
});
