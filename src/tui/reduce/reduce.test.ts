import { expect, test } from "vitest";
import { appWith, feature, page } from "../../../test/support/tui.ts";

// covers spec-tui: overview, list-of-specs
test("j, k, g and G move in the list and load the selected spec", () => {
  const app = appWith(["001-a", "002-b", "003-c"].map((folder) => feature(folder)));
  app.type("j");
  expect(app.state.selected).toBe("002-b");
  expect(app.takeEffects()).toMatchObject([{ do: "load-page", row: { name: "002-b" } }]);
  expect(app.type("G").state.selected).toBe("003-c");
  expect(app.type("j").state.selected).toBe("003-c");
  expect(app.type("g").state.selected).toBe("001-a");
  expect(app.type("k").state.selected).toBe("001-a");
});

test("Space ticks exactly the selected task", () => {
  const app = appWith([feature("001-a", { phase: "implement" })]);
  app.type("\r", "l", "l");
  const text = "# Tasks\n- [ ] T001 one\n- [x] T002 two";
  const tasks = [
    { line: 2, done: false, text: "- [ ] T001 one" },
    { line: 3, done: true, text: "- [x] T002 two" },
  ];
  app.send({ type: "page", key: "001-a:tasks", page: page(text, { tasks }) });
  app.takeEffects();
  app.type("j", " ");
  expect(app.takeEffects()).toMatchObject([{ do: "toggle", line: 3, done: false, text: "- [x] T002 two" }]);
});

// covers spec-tui: arrows-and-hjkl
test("arrows and hjkl do the same, in lists, tabs and documents", () => {
  const walk = (keys: readonly string[]) => {
    const app = appWith(["001-a", "002-b"].map((folder) => feature(folder)));
    return keys.map((key) => {
      app.type(key);
      return [app.state.selected, app.state.tab];
    });
  };
  expect(walk(["j", "l", "l", "h", "k"])).toEqual(
    walk(["\u001b[B", "\u001b[C", "\u001bOC", "\u001b[D", "\u001bOA"]),
  );
});

// covers spec-tui: explicit-save, unsaved-text
test("with unsaved text Esc asks to stay, discard or save; q types a letter, and no key quits", () => {
  const open = () =>
    appWith([feature("001-a")])
      .send({ type: "editor-opened", file: { root: "/p", path: "a.md" }, text: "a\n", sha256: "s" })
      .type("q?:");
  const stay = open().type("\u001b");
  expect(stay.text()).toContain("The text is not saved");
  expect(stay.type("\u001b").text()).toContain("q?:a");
  expect(stay.takeEffects().some((effect) => effect.do === "quit")).toBe(false);
  expect(open().type("\u001b", "x").state.editor).toBeUndefined();
  const save = open().type("\u001b", "s");
  expect(save.takeEffects()).toContainEqual(expect.objectContaining({ do: "save", text: "q?:a\n" }));
  save.send({ type: "saved", text: "q?:a\n", sha256: "t" });
  expect(save.state.editor).toBeUndefined();
});
