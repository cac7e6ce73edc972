import { expect, test } from "vitest";
import { feature, listed, page, TestApp, tree } from "../../../test/support/tui.ts";
import { defaultKeys, makeKeymap } from "../keys/keymap.ts";
import type { Event } from "../state/events.ts";
import { holdKeys } from "../terminal/hold.ts";
import { isEarly } from "./type-ahead.ts";

const rows = [feature("001-auth"), feature("002-booking"), feature("010-ten")];

// covers spec-tui: workflow-steps
test("SC-002 every step is two keys from the list, and specify asks what it is for when nobody has said", () => {
  for (const [key, step] of [
    ["c", "clarify"],
    ["p", "plan"],
  ] as const) {
    const app = listed(rows);
    app.type("r", key);
    expect(app.taken()).toContainEqual(
      expect.objectContaining({ do: "start-run", run: expect.objectContaining({ step }) }),
    );
  }
  const app = listed([feature("001-auth", { phase: "specify" })]);
  app.type("r", "s", "Sign in with a key", "\r");
  const args = { feature_description: "Sign in with a key" };
  expect(app.taken()).toContainEqual(
    expect.objectContaining({ do: "start-run", run: expect.objectContaining({ args }) }),
  );
});

// covers spec-tui: bracketed-paste
test("ten kilobytes pasted into the line of a new spec are one line, and Enter sends them once", () => {
  const app = listed(rows);
  const text = "first line\nsecond\n".repeat(600);
  app.type("n", `\u001b[200~${text}\u001b[201~`, "\r");
  const made = app.taken().filter((effect) => effect.do === "new-feature");
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ description: text.replace(/\n/g, " ").trim(), worktree: true });
});

// covers spec-tui: ctrl-c-idle, ctrl-c-running, ctrl-c-in-a-dialog
test("Ctrl-C: idle twice quits, running cancels, a second time ends the agent, in a dialog closes it", () => {
  const app = listed(rows);
  app.type("\u0003");
  expect(app.text()).toContain("Press Ctrl-C again to quit.");
  expect(app.type("\u0003").taken()).toContainEqual({ do: "quit" });
  const busy = listed(rows);
  busy.type("r", "p", "\u0003", "\u0003");
  const cancels = busy.taken().filter((effect) => effect.do === "cancel-run");
  expect(cancels).toMatchObject([{ force: false }, { force: true }]);
  expect(listed(rows).type("?", "\u0003").state.modals).toEqual([]);
});

// covers spec-tui: quit-during-a-run
test("q goes back pane by pane and quits at the list; with a run it asks first", () => {
  const app = listed(rows);
  app.type("\r");
  expect(app.type("q").state.pane).toBe("specs");
  app.type("r", "p");
  app.taken();
  app.type("q");
  expect(app.text()).toContain("Quit while a run is active?");
  expect(app.taken()).toEqual([]);
  expect(app.type("y").taken()).toEqual([{ do: "quit" }]);
});

test("/ filters while typing, ! inverts, Esc clears; in the document it finds and n goes on", () => {
  const app = listed(rows);
  app.type("/", "book");
  expect(app.text()).toContain("1 of 3");
  app.type("\r");
  expect(app.state.selected).toBe("002-booking");
  app.type("\u001b");
  expect(app.state.filter).toBe("");
  app.type("/", "!book", "\r");
  expect(app.text()).not.toContain("002-booking plan");
  const found = listed([feature("001-auth")], { size: { cols: 120, rows: 30 } });
  const lines = Array.from({ length: 200 }, (_, index) => (index % 50 === 49 ? "needle" : "hay"));
  found.send({ type: "page", key: "001-auth:spec", page: page("", { lines }) });
  found.type("\r", "/", "needle", "\r");
  const first = found.state.positions["001-auth:spec"]?.top ?? 0;
  found.type("n");
  expect(found.state.positions["001-auth:spec"]?.top ?? 0).toBeGreaterThan(first);
});

test("the palette runs an action by its name and goes to a spec by its number", () => {
  const app = listed(rows);
  app.type(":", "zoom", "\r");
  expect(app.state.zoom).toBe(true);
  app.type(":", "10", "\r");
  expect(app.state.selected).toBe("010-ten");
});

// covers spec-tui: delete-after-confirmation, delete-current-worktree
test("a worktree in use is refused with the reason; D wants the branch typed", () => {
  const app = listed(rows);
  app.send({ type: "trees", rows: [tree("/project", { main: true }), tree("/project/.worktrees/001-auth")] });
  app.type("2", "d");
  expect(app.text()).toContain("it is the main checkout");
  app.type("j", "D", "wrong", "\r");
  expect(app.taken().some((effect) => effect.do === "remove-tree")).toBe(false);
  app.type("\u0015", "001-auth", "\r");
  expect(app.taken()).toContainEqual({
    do: "remove-tree",
    path: "/project/.worktrees/001-auth",
    force: true,
  });
});

test("a form: a wrong answer is told, choices go by arrows, Esc ends and Ctrl-X declines; withdrawn it leaves", () => {
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
  const ask: Event = { type: "ask", ask: 7, question: { kind: "form", message: "Tell me", fields } };
  const app = listed(rows).send(ask);
  app.type("x", "\r");
  expect(app.text()).toContain("A whole number is needed.");
  app.type("\u007f", "3", "\r", "\u001b[B", "\u001b[B", "\r");
  expect(app.taken()).toEqual([
    { do: "answer", ask: 7, answer: { kind: "values", values: { n: 3, c: "b" } } },
  ]);
  expect(listed(rows).send(ask).type("\u0018").taken()).toMatchObject([{ answer: { kind: "no" } }]);
  expect(listed(rows).send(ask).type("\u001b").taken()).toMatchObject([{ answer: { kind: "cancel" } }]);
  expect(listed(rows).send(ask, { type: "withdraw", ask: 7 }).state.modals).toEqual([]);
});

test("only so many runs at once: the next waits and begins when there is room; one for each spec", () => {
  const app = listed(rows);
  app.type("r", "p", "j", "r", "p");
  expect(app.text()).toContain("1 queued");
  const [first, second] = app.state.runs;
  app.taken();
  app.send({ type: "run-ended", id: first?.id ?? 0, state: "done", error: undefined, log: "", changes: [] });
  expect(app.taken()).toContainEqual(
    expect.objectContaining({ do: "start-run", run: expect.objectContaining({ id: second?.id }) }),
  );
  app.type("r", "p");
  expect(app.text()).toContain("a step of this spec is running");
});

test("[keys] gives an action other keys; what has no effect is told; vim keys can be freed", () => {
  const keymap = makeKeymap({
    keys: { "run-menu": "x", zoom: "none", refresh: ["F5", "C-g"], runmenu: "y", retry: "x" },
    vim: false,
  });
  expect(keymap.find(["main"], "x")).toBe("run-menu");
  expect(keymap.find(["main"], "r")).toBeUndefined();
  expect(keymap.find(["main"], "z")).toBeUndefined();
  expect(keymap.find(["main"], "ctrl-g")).toBe("refresh");
  expect(keymap.find(["main"], "j")).toBeUndefined();
  expect(keymap.find(["main"], "down")).toBe("down");
  expect(keymap.warnings).toContainEqual(expect.stringMatching(/`runmenu`.*run-menu/));
  expect(keymap.warnings).toContainEqual(expect.stringContaining("x is used twice"));
  expect(makeKeymap(defaultKeys).warnings).toEqual([]);
});

test("keys that come too early wait and keep their order, also those behind them", () => {
  const seen: string[] = [];
  const key = (name: string) => ({ type: "key", key: { name, text: name } }) as const;
  let unread = "";
  const hold = holdKeys(
    (event) => void seen.push(event.type === "key" ? event.key.name : ""),
    (event) => event.type === "key" && event.key.name === unread,
  );
  const end = hold.begin();
  expect(["a", "b"].map((name) => hold.keep(key(name)))).toEqual([true, true]);
  expect(seen).toEqual([]);
  end();
  expect(seen).toEqual(["a", "b"]);
  expect(hold.keep(key("c"))).toBe(false);
  unread = "G";
  expect(["G", "l"].map((name) => hold.keep(key(name)))).toEqual([true, true]);
  hold.look();
  expect(seen).toEqual(["a", "b"]);
  unread = "";
  hold.look();
  expect(seen).toEqual(["a", "b", "G", "l"]);
});

test("a key about a page that is still being read is early; one that leads elsewhere, or about what is there, is not", () => {
  const app = listed(rows).type("\r");
  const early = (name: string) => isEarly(app.state, { name, text: "" });
  expect(["G", "space", "e", "l", "q", "?"].map(early)).toEqual([true, true, true, false, false, false]);
  app.send({ type: "page", key: "001-auth:spec", page: page("text") });
  expect(early("G")).toBe(false);
  const started = new TestApp();
  expect(isEarly(started.state, { name: "j", text: "j" })).toBe(true);
  expect(isEarly(started.state, { name: "n", text: "n" })).toBe(false);
});
