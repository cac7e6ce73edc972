import { expect, test } from "vitest";
import { feature, listed, page } from "../../../test/support/tui.ts";

test("j and k, g and G move in the list and load what is selected", () => {
  const app = listed(["001-a", "002-b", "003-c"].map((folder) => feature(folder)));
  app.type("j");
  expect(app.state.selected).toBe("002-b");
  expect(app.taken()).toMatchObject([{ do: "load-page", folder: "002-b", tab: "spec" }]);
  expect(app.type("G").state.selected).toBe("003-c");
  expect(app.type("j").state.selected).toBe("003-c");
  expect(app.type("g").state.selected).toBe("001-a");
  expect(app.type("k").state.selected).toBe("001-a");
});

test("Space asks to tick exactly the selected task", () => {
  const app = listed([feature("001-a", { phase: "implement" })]);
  app.type("\r", "l", "l");
  const text = "# Tasks\n- [ ] T001 one\n- [x] T002 two";
  const tasks = [
    { line: 2, done: false, text: "- [ ] T001 one" },
    { line: 3, done: true, text: "- [x] T002 two" },
  ];
  app.send({ type: "page", key: "001-a:tasks", page: page(text, { tasks }) });
  app.taken();
  app.type("j", " ");
  expect(app.taken()).toMatchObject([{ do: "toggle", line: 3, done: false, text: "- [x] T002 two" }]);
});
