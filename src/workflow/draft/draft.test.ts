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
  newFolders: [],
};

test("a user story in the first person becomes scenarios in the third person with its benefit as the outcome", () => {
  const [story] = draftSpec("As a commuter, I want to scan my pass so that I board at once.").stories;
  expect(story).toMatchObject({ title: "Scan their pass" });
  expect(story?.scenarios[0]).toEqual({
    given: "a commuter",
    when: "they scan their pass",
    outcome: "they board at once",
  });
});

test("what people can do becomes a story and a requirement; a sentence with must becomes a requirement", () => {
  const { stories, requirements } = draftSpec(
    "Operators can cancel a crossing. The system must refuse expired passes.",
  );
  expect(stories.map(({ title }) => title)).toEqual(["Cancel a crossing"]);
  expect(stories[0]?.scenarios[0]?.outcome).toBe("the crossing is canceled and they see a confirmation");
  expect(requirements).toEqual([
    "The system MUST let operators cancel a crossing",
    "The system MUST refuse expired passes",
  ]);
});

const passes =
  "As a commuter, I want to buy a season pass so that I do not queue. Commuters can pause a pass for up to 30 days. The harbor office must see how many passes are active. A pass expires after 12 months. Payments are refunded within 14 days when a pass is cancelled. The check-in API should answer quickly.";

test("limits, times and conditions become scenarios of the story that they belong to", () => {
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
    outcome: "the request is rejected and the message names the limit of 30 days",
  });
  expect(all).toContainEqual({ given: "a pass", when: "12 months have passed", outcome: "it expires" });
  expect(all).toContainEqual({
    given: "the feature is in use",
    when: "a pass is cancelled",
    outcome: "payments are refunded within 14 days",
  });
  expect(all).toContainEqual({
    given: "the harbor office and no matching data",
    when: "they ask to see how many passes are active",
    outcome: "a message says that there is nothing to show",
  });
});

test("each statement is one requirement with MUST; `how many` is not a vague number", () => {
  expect(draftSpec(passes).requirements).toEqual([
    "The system MUST let a commuter buy a season pass",
    "The system MUST let commuters pause a pass for up to 30 days",
    "The system MUST let the harbor office see how many passes are active",
    "The system MUST ensure that a pass expires after 12 months",
    "The system MUST ensure that payments are refunded within 14 days when a pass is cancelled",
    'The check-in API MUST answer quickly [NEEDS CLARIFICATION: What response time counts as "quickly"?]',
  ]);
  expect(draftSpec("Guests cannot see prices. Build a CLI that syncs notes.").requirements).toEqual([
    "Guests MUST NOT see prices",
    "The system MUST provide a CLI that syncs notes",
  ]);
});

test("entities are the things that are handled, with the states that the verbs give them", () => {
  expect(draftSpec(passes).entities).toEqual([
    {
      name: "Pass",
      text: "see FR-001, FR-002, FR-003, FR-004, FR-005; states: active, paused, cancelled, expired",
    },
    { name: "Payment", text: "see FR-005; states: new, refunded" },
  ]);
});

test.each([
  ["Let members invite friends by e-mail", "member", "invite friends by e-mail"],
  ["The system allows the night manager to close a room", "the night manager", "close a room"],
  ["Export bookings as CSV", "user", "export bookings as CSV"],
  ["Each driver may swap a shift", "driver", "swap a shift"],
])("%j is an action of %s", (text, actor, action) => {
  const [story] = draftSpec(text).stories;
  expect(story?.scenarios[0]).toMatchObject({
    given: actor.startsWith("the ") ? actor : `a ${actor}`,
    when: `they ${action}`,
  });
});

test("a spec has at most three open questions, however vague the description is", () => {
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
])("the specification of any description passes its own check: %j", (description) => {
  expect(checkSpec(write(description))).toEqual([]);
});

test("a second description only adds: every old line stays, in order", () => {
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

test("CRLF files keep their line endings when text is added", () => {
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

test("the caller's own questions are asked instead, even ten of them, but not empty ones", () => {
  const own = Array.from({ length: 10 }, (_, index) => `Question ${index}?`);
  expect(questionsFor("# x", [...own, "", "  "])).toEqual(own);
  expect(questionsFor(write("The system must be fast."), []).length).toBeLessThanOrEqual(5);
  // Speed is asked about once, and not again after the answer.
  const quick = write("Users can export bookings as CSV quickly.");
  const aboutSpeed = (text: string) =>
    questionsFor(text, []).filter((each) => /how fast|response time/i.test(each));
  expect(aboutSpeed(quick)).toEqual(['What response time counts as "quickly"?']);
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

test("an existing task list only gets phases for new stories, with the next ids", () => {
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
  ["- [ ] T001", "has no description"],
])("a task list with %j is rejected", (line, problem) => {
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

test("a condition that comes first stays a condition of the requirement", () => {
  const { requirements, stories } = draftSpec(
    "If a label cannot be read, the clerk enters the number by hand. When a delivery fails, retry it for up to 24 hours, then mark it as dead. If the name, email, or phone is missing, then show an error.",
  );
  expect(requirements).toEqual([
    "If a label cannot be read, the system MUST ensure that the clerk enters the number by hand",
    "When a delivery fails, the system MUST retry it for up to 24 hours, then mark it as dead",
    "If the name, email, or phone is missing, the system MUST show an error",
  ]);
  expect(stories[0]?.scenarios[0]).toEqual({
    given: "the feature is in use",
    when: "a label cannot be read",
    outcome: "the clerk enters the number by hand",
  });
});

test.each([
  ["Works offline; syncs once the connection is back", ["work offline", "sync once the connection is back"]],
  ["Integrate with the payroll API for timesheets", ["integrate with the payroll API for timesheets"]],
  ["It is fast", ["be fast"]],
  ["It reads a folder and writes one file", ["work as follows: it reads a folder and writes one file"]],
  ["No personal data may leave the EU", ["ensure that no personal data can leave the EU"]],
  ["Users want to be notified by email", ["ensure that users are notified by email"]],
  ["Returns come later", ["support the following: Returns come later"]],
  ["Updates are sent weekly", ["ensure that updates are sent weekly"]],
  ["rate limiting", ["support rate limiting"]],
  ["We need a tool for the warehouse team", ["provide a tool for the warehouse team"]],
  ["Add dark mode to the settings page", ["provide dark mode on the settings page"]],
])("%j reads as a requirement in plain English", (text, rest) => {
  const plain = draftSpec(text).requirements.map((each) => each.replace(/ \[NEEDS.*/, ""));
  expect(plain).toEqual(rest.map((each) => `The system MUST ${each}`));
});

test("a heading is the title and not a requirement, and a lead-in is the subject of its bullets", () => {
  const { title, requirements } = draftSpec(
    "# Warehouse receiving\n\nSupervisors can:\n\n- approve a delivery\n- Reject a delivery\n\nRules:\n- Photos must not be larger than 10 MB",
  );
  expect(title).toBe("Warehouse receiving");
  expect(requirements).toEqual([
    "The system MUST let supervisors approve a delivery",
    "The system MUST let supervisors reject a delivery",
    "Photos MUST NOT be larger than 10 MB",
  ]);
});

test("a description in another language is quoted as it is and has no entities", () => {
  const { title, requirements, entities, stories } = draftSpec(
    "Mitglieder können ein Lastenrad für bis zu 5 Stunden reservieren. Der Vorstand muss sehen, welche Räder gerade unterwegs sind.",
  );
  expect(title).toBe("Mitglieder können ein Lastenrad für bis zu 5 Stunden reservieren");
  expect(requirements[1]).toBe(
    "The system MUST support the following: Der Vorstand muss sehen, welche Räder gerade unterwegs sind",
  );
  expect(entities).toEqual([]);
  expect(stories[0]?.scenarios[0]?.outcome).toBe(
    'this holds: "Mitglieder können ein Lastenrad für bis zu 5 Stunden reservieren"',
  );
});

test("an action without input fails with a reason, one with input says what to correct", () => {
  const failure = (text: string) => draftSpec(text).stories[0]?.scenarios[1];
  expect(failure("Supervisors can approve a delivery")).toMatchObject({
    when: "the delivery cannot be approved",
    outcome: "nothing changes and an error message says why",
  });
  expect(failure("Guests can book a room")).toMatchObject({
    when: "their input is missing or invalid",
    outcome: "nothing changes and an error message says what to correct",
  });
});

test("a number with a unit becomes a success criterion, a number in a name does not", () => {
  expect(draftSpec("Support EAN-13, Code 128, QR. Photos must not be larger than 10 MB.").criteria).toEqual([
    "FR-002 holds in every test case: Photos must not be larger than 10 MB",
    "At least 9 of 10 new users can use the feature without help",
  ]);
});

test("a role is distinguished from users in general, and several roles from each other", () => {
  const one = write("Librarians can lend books.");
  expect(one).toContain("The system can tell who is a librarian.");
  const two = write("Librarians can lend books. Members can return books.");
  expect(two).toContain("The system can tell these roles apart: librarian, member.");
});
