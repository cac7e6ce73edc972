import { expect, test } from "vitest";
import { appWith, feature, type TestApp } from "../../../test/support/tui.ts";
import type { Event } from "../state/events.ts";

const rows = [feature("001-auth"), feature("002-booking")];
const approve: Event = {
  type: "question",
  id: 7,
  question: {
    kind: "approve",
    title: "plan of 001-auth",
    text: "It wants to run rm -rf",
    offers: { forRun: true, edit: false },
  },
};

function editing(text = "one\ntwo\n"): TestApp {
  const app = appWith(rows);
  app.send({
    type: "editor-opened",
    file: { root: "/project", path: "specs/001-auth/spec.md" },
    text,
    sha256: "s",
  });
  app.takeEffects();
  return app;
}

test("an agent's question waits while the user types: no typed letter answers it", () => {
  const app = editing().send(approve).type("yar");
  expect(app.takeEffects()).toEqual([]);
  expect(app.text()).toContain("yarone");
  expect(app.text()).toContain("1 waiting for you");
  app.type("\u001b", "x");
  expect(app.text()).toContain("It wants to run rm -rf");
  app.takeEffects();
  expect(app.type("r").takeEffects()).toEqual([
    { do: "answer", questionId: 7, answer: { kind: "yes", forRun: true } },
  ]);
});

test("questions wait for open dialogs and open one by one; a withdrawn question never opens", () => {
  for (const key of ["n", ":", "s", "/", "?", "r"]) {
    const app = appWith(rows).type(key).send(approve);
    app.takeEffects();
    expect(app.state.modals).toHaveLength(1);
    expect(app.text()).not.toContain("rm -rf");
    expect(app.type("\u001b").text()).toContain("rm -rf");
  }
  const app = appWith(rows).send(approve, { ...approve, id: 8 });
  expect(app.state.modals).toHaveLength(1);
  expect(app.type("y").takeEffects()).toMatchObject([{ questionId: 7 }]);
  expect(app.type("n").takeEffects()).toMatchObject([{ questionId: 8, answer: { kind: "no" } }]);
  const gone = editing().send(approve, { type: "question-withdrawn", id: 7 }).type("\u001b");
  expect([gone.state.modals, gone.state.queuedModals]).toEqual([[], []]);
});

test("an error in the background waits too; an error while saving opens at once and the text stays", () => {
  const card = { title: "The specs could not be read", message: "Why", hint: "Do", details: "" };
  const app = editing().send({ type: "card", card }).type("more ");
  expect(app.text()).toContain("more one");
  expect(app.text()).not.toContain("could not be read");
  app.send({ type: "card", card: { ...card, title: "The text was not saved" }, isAnswer: true });
  expect(app.text()).toContain("The text was not saved");
  expect(app.type("\r", "x").text()).toContain("more xone");
});

// covers spec-tui: ctrl-c-in-the-editor
test("Ctrl-C in the editor copies and says so; it cancels no run and closes nothing", () => {
  const app = editing();
  app.type("new ", "\u0003", "\u0003");
  expect(app.text()).toContain("Copied the line: Ctrl-V pastes it, Esc leaves the editor.");
  expect(app.takeEffects().filter((effect) => effect.do !== "after")).toEqual([]);
  app.type("\u0016");
  expect(app.text()).toMatch(/new new one/);
  const busy = appWith(rows).type("r", "p");
  busy.send({ type: "editor-opened", file: { root: "/p", path: "a.md" }, text: "a", sha256: "s" });
  busy.takeEffects();
  busy.type("\u0003");
  expect(busy.takeEffects().some((effect) => effect.do === "cancel-run")).toBe(false);
});

// covers spec-tui: run-ends-behind-help
test("a run that ends while help is open does not close the help and shows its result afterwards", () => {
  const app = appWith(rows).type("r", "p", "?");
  const id = app.state.currentRunId ?? 0;
  app.send({ type: "run-ended", id, state: "done", error: undefined, log: "", changes: [] });
  expect(app.text()).toContain("┌ Keys");
  expect(app.type("\u001b").text()).toContain("plan · 001-auth · done");
});

test("a long message is shown completely, and a dialog's keys replace older messages", () => {
  const app = appWith(rows, { size: { cols: 80, rows: 24 } });
  const text = `Created it without a worktree: ${"because of this ".repeat(5)}Make a first commit, then try again.`;
  app.send({ type: "notice", text, bad: false });
  expect(app.text()).toContain("then try again.");
  app.now += 100;
  app.type("r");
  expect(app.text().split("\n").at(-1)).toContain("s specify");
  app.type("\u001b");
  app.send({ type: "notice", text: "first", bad: true }, { type: "notice", text: "second", bad: true });
  expect(app.text()).toContain("second (1 more: L)");
});

test("with a single pane, messages report the start and the end of a run; r Enter runs the next step", () => {
  const app = appWith(rows, { size: { cols: 50, rows: 15 } }).type("r", "\r");
  expect(app.takeEffects()).toContainEqual(
    expect.objectContaining({ do: "start-run", run: expect.objectContaining({ step: "plan" }) }),
  );
  expect(app.text()).toContain("plan of 001-auth is running; 4 shows its output.");
  expect(app.text().split("\n")[0]).toContain("▶ plan 0:00");
  const id = app.state.currentRunId ?? 0;
  const error = { message: "It broke.", hint: "Fix it.", retryable: true };
  app.send({ type: "run-ended", id, state: "tool-failed", error, log: "", changes: [] });
  expect(app.text()).toContain("plan of 001-auth failed; 4 shows its output.");
  const wide = appWith(rows).type("r", "p");
  expect(wide.text()).not.toContain("shows its output");
});

test("a run whose time is up says so and which key ends it at once; late output changes nothing", () => {
  const app = appWith(rows).type("r", "p");
  const id = app.state.currentRunId ?? 0;
  const progress = { progress: 1, message: "thinking" };
  app.send({ type: "run-output", id, running: true, progress, lines: [] }, { type: "run-overdue", id });
  app.send({ type: "run-output", id, running: true, progress, lines: [] });
  expect(app.text()).toContain("plan · 001-auth · out of time, stopping…");
  expect(app.text()).toContain("time is up; c ends the agent at once");
  expect(app.text()).not.toContain("waits longer");
  expect(app.type("R").text()).toContain("is still running");
  app.takeEffects();
  expect(app.type("c").takeEffects()).toEqual([{ do: "cancel-run", id, force: true }]);
  expect(app.text()).toContain("out of time, stopping…");
  app.send({ type: "run-ended", id, state: "timed-out", error: undefined, log: "", changes: [] });
  expect(app.send({ type: "run-overdue", id }).text()).toContain("plan · 001-auth · timed out");
});

test("a run that is being cancelled stays so when its time runs out", () => {
  const app = appWith(rows).type("r", "p");
  const id = app.state.currentRunId ?? 0;
  app.send({ type: "run-output", id, running: true, progress: undefined, lines: [] });
  app.type("c").takeEffects();
  expect(app.send({ type: "run-overdue", id }).text()).toContain("c again ends the agent at once");
  expect(app.text()).toContain("plan · 001-auth · canceling…");
  expect(app.type("c").takeEffects()).toEqual([{ do: "cancel-run", id, force: true }]);
});
