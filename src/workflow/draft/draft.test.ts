import { expect, test } from "vitest";
import { checkPlan } from "../read/check-plan.ts";
import { checkSpec } from "../read/check-spec.ts";
import { checkTasks } from "../read/check-tasks.ts";
import { readSpec } from "../read/spec-document.ts";
import { ownTemplates } from "../templates/texts.ts";
import { questionsFor, withAnswers } from "../write/clarify.ts";
import { extendSpec } from "../write/extend-spec.ts";
import { planText } from "../write/plan-text.ts";
import { specText } from "../write/spec-text.ts";
import { extendTasks, tasksText } from "../write/tasks-text.ts";
import { draftSpec } from "./draft.ts";

const head = { folder: "001-x", date: "2026-11-15", input: "" };
const write = (description: string) =>
  specText(ownTemplates["spec-template"], draftSpec(description), { ...head, input: description });
const stack = {
  language: "TypeScript 5",
  dependencies: "none",
  testing: "vitest",
  testCommand: "npx vitest run",
  platform: "Node",
  projectType: "library",
  storage: ["SQLite (better-sqlite3)"],
  source: "src",
  tests: "tests",
  extension: ".ts",
  testName: "{name}.test.ts",
  evidence: "package.json",
};

test("a story told as a wish becomes a story of a third person with its outcome", () => {
  const [story] = draftSpec("As a commuter, I want to scan my pass so that I board at once.").stories;
  expect(story).toMatchObject({ title: "Scan their pass" });
  expect(story?.scenarios[0]).toEqual({
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
  expect(stories[0]?.scenarios[0]?.outcome).toBe("the crossing is cancelled and they can see it");
  expect(requirements).toEqual([
    "The system MUST let operators cancel a crossing",
    "The system MUST refuse expired passes",
  ]);
});

const passes =
  "As a commuter, I want to buy a season pass so that I do not queue. Commuters can pause a pass for up to 30 days. The harbour office must see how many passes are active. A pass expires after 12 months. Payments are refunded within 14 days when a pass is cancelled. The check-in API should answer quickly.";

test("limits, times and conditions become scenarios of the story that they speak of", () => {
  const { stories } = draftSpec(passes);
  expect(stories.map(({ title }) => title)).toEqual([
    "Buy a season pass",
    "Pause a pass for up to 30 days",
    "See how many passes are active",
  ]);
  const all = stories.flatMap(({ scenarios }) => scenarios);
  expect(all).toContainEqual({
    given: "a commuter",
    when: "they try to pause a pass for more than 30 days",
    outcome: "it is refused and the limit of 30 days is named",
  });
  expect(all).toContainEqual({ given: "a pass", when: "12 months have passed", outcome: "it expires" });
  expect(all).toContainEqual({
    given: "the feature in use",
    when: "a pass is cancelled",
    outcome: "payments are refunded within 14 days",
  });
  expect(all).toContainEqual({
    given: "the harbour office and nothing to show",
    when: "they see how many passes are active",
    outcome: "they are told that there is nothing yet",
  });
});

test("each statement is one requirement with MUST; `how many` is no vague number", () => {
  expect(draftSpec(passes).requirements).toEqual([
    "The system MUST let a commuter buy a season pass",
    "The system MUST let commuters pause a pass for up to 30 days",
    "The system MUST let the harbour office see how many passes are active",
    "The system MUST ensure that a pass expires after 12 months",
    "The system MUST ensure that payments are refunded within 14 days when a pass is cancelled",
    'The check-in API MUST answer quickly [NEEDS CLARIFICATION: "quickly": how long may it take at most?]',
  ]);
  expect(draftSpec("Guests cannot see prices. Build a CLI that syncs notes.").requirements).toEqual([
    "Guests MUST NOT see prices",
    "The system MUST provide a CLI that syncs notes",
  ]);
});

test("entities are the things that are acted on, with the states that the words give them", () => {
  expect(draftSpec(passes).entities).toEqual([
    {
      name: "Pass",
      text: "what FR-001, FR-002, FR-003, FR-004, FR-005 are about; states: active, paused, cancelled, expired",
    },
    { name: "Payment", text: "what FR-005 is about; states: new, refunded" },
  ]);
});

test.each([
  ["Let members invite friends by e-mail", "member", "invite friends by e-mail"],
  ["The system allows the night manager to close a room", "the night manager", "close a room"],
  ["Export bookings as CSV", "user", "export bookings as CSV"],
  ["Each driver may swap a shift", "driver", "swap a shift"],
])("%j is a deed of %s", (text, actor, deed) => {
  const [story] = draftSpec(text).stories;
  expect(story?.scenarios[0]).toMatchObject({
    given: actor.startsWith("the ") ? actor : `a ${actor}`,
    when: `they ${deed}`,
  });
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
  // Speed is asked about once, before the answer and after it.
  const quick = write("Users can export bookings as CSV quickly.");
  const aboutSpeed = (text: string) => questionsFor(text, []).filter((each) => /how (fast|long)/i.test(each));
  expect(aboutSpeed(quick)).toEqual(['"quickly": how long may it take at most?']);
  const [question = ""] = aboutSpeed(quick);
  expect(aboutSpeed(withAnswers(quick, [{ question, answer: "a moment" }], "2026-11-15"))).toEqual([]);
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

test("a title is not cut in the middle of a phrase", () => {
  const title = (text: string) => draftSpec(text).title;
  expect(title("Users can see the export history of the last 30 days.")).toBe(
    "See the export history of the last 30 days",
  );
  expect(title("Users can export the module list as CSV within 2 seconds.")).toBe(
    "Export the module list as CSV within 2 seconds",
  );
  expect(
    title(
      "Users can send a summary of every booking that they made in the last twelve months to the accountant of their company.",
    ),
  ).toBe("Send a summary of every booking that they made");
});
