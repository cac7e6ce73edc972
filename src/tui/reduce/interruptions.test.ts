import { expect, test } from "vitest";
import { feature, listed, type TestApp } from "../../../test/support/tui.ts";
import type { Event } from "../state/events.ts";

const rows = [feature("001-auth"), feature("002-booking")];
const approve: Event = {
  type: "ask",
  ask: 7,
  question: {
    kind: "approve",
    title: "plan of 001-auth",
    text: "It wants to run rm -rf",
    offers: { forRun: true, edit: false },
  },
};

function editing(text = "one\ntwo\n"): TestApp {
  const app = listed(rows);
  app.send({
    type: "editor-opened",
    place: { root: "/project", path: "specs/001-auth/spec.md" },
    text,
    sha256: "s",
  });
  app.taken();
  return app;
}

test("an agent's question waits while one writes: no letter of the text is a yes to it", () => {
  const app = editing().send(approve).type("yar");
  expect(app.taken()).toEqual([]);
  expect(app.text()).toContain("yarone");
  expect(app.text()).toContain("1 waiting for you");
  app.type("\u001b", "x");
  expect(app.text()).toContain("It wants to run rm -rf");
  app.taken();
  expect(app.type("r").taken()).toEqual([{ do: "answer", ask: 7, answer: { kind: "yes", forRun: true } }]);
});

test("a question waits for every dialog that is open, they come one by one, and a withdrawn one never comes", () => {
  for (const key of ["n", ":", "s", "/", "?", "r"]) {
    const app = listed(rows).type(key).send(approve);
    app.taken();
    expect(app.state.modals).toHaveLength(1);
    expect(app.text()).not.toContain("rm -rf");
    expect(app.type("\u001b").text()).toContain("rm -rf");
  }
  const app = listed(rows).send(approve, { ...approve, ask: 8 });
  expect(app.state.modals).toHaveLength(1);
  expect(app.type("y").taken()).toMatchObject([{ ask: 7 }]);
  expect(app.type("n").taken()).toMatchObject([{ ask: 8, answer: { kind: "no" } }]);
  const gone = editing().send(approve, { type: "withdraw", ask: 7 }).type("\u001b");
  expect([gone.state.modals, gone.state.waiting]).toEqual([[], []]);
});

test("an error that nobody waits for waits too; one about saving comes at once and the text stays", () => {
  const card = { title: "The specs could not be read", message: "Why", hint: "Do", details: "" };
  const app = editing().send({ type: "card", card }).type("more ");
  expect(app.text()).toContain("more one");
  expect(app.text()).not.toContain("could not be read");
  app.send({ type: "card", card: { ...card, title: "The text was not saved" }, isAnswer: true });
  expect(app.text()).toContain("The text was not saved");
  expect(app.type("\r", "x").text()).toContain("more xone");
});

// covers spec-tui: ctrl-c-in-the-editor
test("Ctrl-C in the editor copies and says so; nothing is interrupted, closed or lost", () => {
  const app = editing();
  app.type("new ", "\u0003", "\u0003");
  expect(app.text()).toContain("Copied the line: Ctrl-V pastes it, Esc leaves the editor.");
  expect(app.taken().filter((effect) => effect.do !== "after")).toEqual([]);
  app.type("\u0016");
  expect(app.text()).toMatch(/new new one/);
  const busy = listed(rows).type("r", "p");
  busy.send({ type: "editor-opened", place: { root: "/p", path: "a.md" }, text: "a", sha256: "s" });
  busy.taken();
  busy.type("\u0003");
  expect(busy.taken().some((effect) => effect.do === "cancel-run")).toBe(false);
});

// covers spec-tui: run-ends-behind-help
test("a run that ends while help is open leaves the help alone and shows its end afterwards", () => {
  const app = listed(rows).type("r", "p", "?");
  const id = app.state.shownRun ?? 0;
  app.send({ type: "run-ended", id, state: "done", error: undefined, log: "", changes: [] });
  expect(app.text()).toContain("┌ Keys");
  expect(app.type("\u001b").text()).toContain("plan · 001-auth · done");
});

test("a message that is longer than the footer is shown to its end, and a dialog's keys come before older messages", () => {
  const app = listed(rows, { size: { cols: 80, rows: 24 } });
  const text = `Made it without a worktree: ${"because of this ".repeat(5)}Make a first commit, then try again.`;
  app.send({ type: "notice", text, bad: false });
  expect(app.text()).toContain("then try again.");
  app.now += 100;
  app.type("r");
  expect(app.text().split("\n").at(-1)).toContain("s specify");
  app.type("\u001b");
  app.send({ type: "notice", text: "first", bad: true }, { type: "notice", text: "second", bad: true });
  expect(app.text()).toContain("second (1 more: L)");
});

test("where one pane is all there is, a message says that a run begins and how it ended; r Enter runs the next step", () => {
  const app = listed(rows, { size: { cols: 50, rows: 15 } }).type("r", "\r");
  expect(app.taken()).toContainEqual(
    expect.objectContaining({ do: "start-run", run: expect.objectContaining({ step: "plan" }) }),
  );
  expect(app.text()).toContain("plan of 001-auth runs; 4 shows its output.");
  expect(app.text().split("\n")[0]).toContain("▶ plan 0:00");
  const id = app.state.shownRun ?? 0;
  const error = { message: "It broke.", hint: "Mend it.", retryable: true };
  app.send({ type: "run-ended", id, state: "tool-failed", error, log: "", changes: [] });
  expect(app.text()).toContain("plan of 001-auth failed; 4 shows its output.");
  const wide = listed(rows).type("r", "p");
  expect(wide.text()).not.toContain("shows its output");
});

test("a run whose time is up says so and which key ends it at once; what comes later changes nothing", () => {
  const app = listed(rows).type("r", "p");
  const id = app.state.shownRun ?? 0;
  const progress = { progress: 1, message: "thinking" };
  app.send({ type: "run-heard", id, running: true, progress, lines: [] }, { type: "run-overdue", id });
  app.send({ type: "run-heard", id, running: true, progress, lines: [] });
  expect(app.text()).toContain("plan · 001-auth · out of time, stopping…");
  expect(app.text()).toContain("time is up; c ends the agent at once");
  expect(app.text()).not.toContain("waits longer");
  expect(app.type("R").text()).toContain("is still running");
  app.taken();
  expect(app.type("c").taken()).toEqual([{ do: "cancel-run", id, force: true }]);
  expect(app.text()).toContain("out of time, stopping…");
  app.send({ type: "run-ended", id, state: "timed-out", error: undefined, log: "", changes: [] });
  expect(app.send({ type: "run-overdue", id }).text()).toContain("plan · 001-auth · timed out");
});

test("a run that is being cancelled stays so when its time runs out meanwhile", () => {
  const app = listed(rows).type("r", "p");
  const id = app.state.shownRun ?? 0;
  app.send({ type: "run-heard", id, running: true, progress: undefined, lines: [] });
  app.type("c").taken();
  expect(app.send({ type: "run-overdue", id }).text()).toContain("c once more ends the agent at once");
  expect(app.text()).toContain("plan · 001-auth · cancelling…");
  expect(app.type("c").taken()).toEqual([{ do: "cancel-run", id, force: true }]);
});
