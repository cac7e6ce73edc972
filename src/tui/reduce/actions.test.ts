import { expect, test } from "vitest";
import { appWith, feature, page, tree } from "../../../test/support/tui.ts";
import type { Event } from "../state/events.ts";

const rows = [feature("001-auth"), feature("002-booking"), feature("010-ten")];

// covers spec-tui: workflow-steps
test("every step is two keys away from the list, and specify asks for a missing description", () => {
  for (const [key, step] of [
    ["c", "clarify"],
    ["p", "plan"],
  ] as const) {
    const app = appWith(rows);
    app.type("r", key);
    expect(app.takeEffects()).toContainEqual(
      expect.objectContaining({ do: "start-run", run: expect.objectContaining({ step }) }),
    );
  }
  const app = appWith([feature("001-auth", { phase: "specify" })]);
  app.type("r", "s", "Sign in with a key", "\r");
  const args = { feature_description: "Sign in with a key" };
  expect(app.takeEffects()).toContainEqual(
    expect.objectContaining({ do: "start-run", run: expect.objectContaining({ args }) }),
  );
});

// covers spec-tui: bracketed-paste
test("ten kilobytes pasted into the new-spec prompt become one line, and Enter sends it once", () => {
  const app = appWith(rows);
  const text = "first line\nsecond\n".repeat(600);
  app.type("n", `\u001b[200~${text}\u001b[201~`, "\r");
  const made = app.takeEffects().filter((effect) => effect.do === "new-work");
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ description: text.replace(/\n/g, " ").trim(), worktree: true });
});

// covers spec-tui: ctrl-c-idle, ctrl-c-running, ctrl-c-in-a-dialog
test("Ctrl-C cancels a run, ends the agent the second time, closes a dialog, and twice quits", () => {
  const app = appWith(rows);
  app.type("\u0003");
  expect(app.text()).toContain("Press Ctrl-C again to quit.");
  expect(app.type("\u0003").takeEffects()).toContainEqual({ do: "quit" });
  const busy = appWith(rows);
  busy.type("r", "p", "\u0003", "\u0003");
  const cancels = busy.takeEffects().filter((effect) => effect.do === "cancel-run");
  expect(cancels).toMatchObject([{ force: false }, { force: true }]);
  expect(appWith(rows).type("?", "\u0003").state.modals).toEqual([]);
});

// covers spec-tui: quit-during-a-run
test("q goes back to the list and quits there; with an active run it asks first", () => {
  const app = appWith(rows);
  app.type("\r");
  expect(app.type("q").state.pane).toBe("list");
  app.type("r", "p");
  app.takeEffects();
  app.type("q");
  expect(app.text()).toContain("Quit while a run is active?");
  expect(app.takeEffects()).toEqual([]);
  expect(app.type("y").takeEffects()).toEqual([{ do: "quit" }]);
});

test("/ filters while typing, ! inverts, Esc clears; in the document / searches and n goes to the next match", () => {
  const app = appWith(rows);
  app.type("/", "book");
  expect(app.text()).toContain("1 of 3");
  app.type("\r");
  expect(app.state.selected).toBe("002-booking");
  app.type("\u001b");
  expect(app.state.filter).toBe("");
  app.type("/", "!book", "\r");
  expect(app.text()).not.toContain("002-booking plan");
  const found = appWith([feature("001-auth")], { size: { cols: 120, rows: 30 } });
  const lines = Array.from({ length: 200 }, (_, index) => (index % 50 === 49 ? "needle" : "hay"));
  found.send({ type: "page", key: "001-auth:spec", page: page("", { lines }) });
  found.type("\r", "/", "needle", "\r");
  const first = found.state.positions["001-auth:spec"]?.top ?? 0;
  found.type("n");
  expect(found.state.positions["001-auth:spec"]?.top ?? 0).toBeGreaterThan(first);
});

test("the palette runs an action by its name and goes to a spec by its number", () => {
  const app = appWith(rows);
  app.type(":", "zoom", "\r");
  expect(app.state.zoom).toBe(true);
  app.type(":", "10", "\r");
  expect(app.state.selected).toBe("010-ten");
});

// covers spec-tui: delete-after-confirmation, delete-current-worktree
test("deleting a worktree in use is refused with the reason; D requires typing the branch", () => {
  const app = appWith(rows);
  app.send({ type: "trees", rows: [tree("/project", { main: true }), tree("/project/.worktrees/001-auth")] });
  app.type("2", "d");
  expect(app.text()).toContain("it is the main checkout");
  app.type("j", "D", "wrong", "\r");
  expect(app.takeEffects().some((effect) => effect.do === "remove-tree")).toBe(false);
  app.type("\u0015", "001-auth", "\r");
  expect(app.takeEffects()).toContainEqual({
    do: "remove-tree",
    path: "/project/.worktrees/001-auth",
    force: true,
  });
});

test("a form reports invalid answers, arrows select choices, Esc cancels, Ctrl-X declines, and withdrawing closes it", () => {
  const common = { required: true, rule: {} };
  const fields = [
    { name: "n", label: "How many?", kind: "integer" as const, choices: [], ...common },
    {
      name: "c",
      label: "Which?",
      kind: "choice" as const,
      choices: [
        { value: "a", title: "A" },
        { value: "b", title: "B" },
      ],
      ...common,
    },
  ];
  const ask: Event = { type: "question", id: 7, question: { kind: "form", message: "Tell me", fields } };
  const app = appWith(rows).send(ask);
  app.type("x", "\r");
  expect(app.text()).toContain("Enter a whole number.");
  app.type("\u007f", "3", "\r", "\u001b[B", "\u001b[B", "\r");
  expect(app.takeEffects()).toEqual([
    { do: "answer", questionId: 7, answer: { kind: "values", values: { n: 3, c: "b" } } },
  ]);
  expect(appWith(rows).send(ask).type("\u0018").takeEffects()).toMatchObject([{ answer: { kind: "no" } }]);
  expect(appWith(rows).send(ask).type("\u001b").takeEffects()).toMatchObject([
    { answer: { kind: "cancel" } },
  ]);
  expect(appWith(rows).send(ask, { type: "question-withdrawn", id: 7 }).state.modals).toEqual([]);
});

test("runs beyond the maximum are queued and start later; a spec has one run at a time", () => {
  const app = appWith(rows);
  app.type("r", "p", "j", "r", "p");
  expect(app.text()).toContain("1 queued");
  const [first, second] = app.state.runs;
  app.takeEffects();
  app.send({ type: "run-ended", id: first?.id ?? 0, state: "done", error: undefined, log: "", changes: [] });
  expect(app.takeEffects()).toContainEqual(
    expect.objectContaining({ do: "start-run", run: expect.objectContaining({ id: second?.id }) }),
  );
  app.type("r", "p");
  expect(app.text()).toContain("a step of this spec is running");
});
