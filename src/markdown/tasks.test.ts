import { describe, expect, it } from "vitest";
import { readMarkdown } from "./document.ts";
import { readTasks, taskProgress, toggleTask } from "./tasks.ts";

function tasks(text: string) {
  return readTasks(readMarkdown(text));
}

function toggled(text: string, line: number, done?: boolean): string {
  const result = toggleTask(text, line, done);
  if (!result.ok) throw new Error(result.fault.message);
  return result.value;
}

describe("readTasks", () => {
  it("counts every list marker at any indentation", () => {
    const text = "- [ ] a\n* [x] b\n+ [X] c\n1. [ ] d\n2) [x] e\n      - [ ] deep\n\t- [ ] tab\n";
    expect(tasks(text).map((task) => [task.marker, task.done, task.indent])).toEqual([
      ["-", false, 0],
      ["*", true, 0],
      ["+", true, 0],
      ["1.", false, 0],
      ["2)", true, 0],
      ["-", false, 6],
      ["-", false, 4],
    ]);
  });

  it("never loses open work: other marks, padded and empty boxes are open tasks", () => {
    const text = "- [~] a\n- [-] b\n- []c\n- [ x ] d\n- [x]e\n-  [ ] f\n- [ ]\n- [ ](g)\n1.[ ] h\n";
    expect(tasks(text).map((task) => `${task.done ? "x" : " "} ${task.text}`)).toEqual([
      ...["  a", "  b", "  c", "x d", "x e", "  f", "  ", "  (g)", "  h"],
    ]);
  });

  it("does not take links, emphasis, words in brackets and quoted text for boxes", () => {
    expect(
      tasks("- [A](url)\n- [1][ref]\n- [x](url)\n- [](url)\n*[x]* y\n- [WIP] z\n[ ] a\n> - [ ] q\n- [ \n"),
    ).toEqual([]);
  });

  // [ENSURES: requirement-whole-proposals.rules:TEST]
  it("ignores boxes in fences, comments, front matter and raw HTML", () => {
    const text =
      "---\n- [ ] no\n---\n```\n- [ ] no\n```\n- [ ] yes\n  ~~~\n  - [ ] no\n  ~~~\n<!--\n- [ ] no\n-->\n<!-- - [ ] no -->\n<pre>\n- [ ] no\n</pre>\n";
    expect(tasks(text).map((task) => task.line)).toEqual([7]);
  });

  it("counts boxes in what looks like indented code: indentation hides no task", () => {
    expect(tasks("Tasks:\n\n    - [ ] a\n")).toHaveLength(1);
  });

  it("reads ids, tags, wrapped lines and the headings above", () => {
    const text = [
      "# Tasks",
      "## Phase 1: *Setup*",
      "- [ ] T001 [P] [US2] Create `a.ts`",
      "  and wire it up <!-- later -->",
      "- [x] 1.2 Write tests",
      "- [ ] **T1000**: Bold",
      "- [ ] CHK003 Check",
      "- [ ] 3 little pigs",
    ].join("\r\n");
    expect(tasks(text)).toMatchObject([
      {
        id: "T001",
        parallel: true,
        story: "US2",
        text: "T001 [P] [US2] Create `a.ts`",
        description: "Create `a.ts`",
        continuation: "and wire it up",
        headings: ["Tasks", "Phase 1: Setup"],
      },
      { id: "1.2", parallel: false, description: "Write tests", continuation: "", line: 5 },
      { id: "T1000", description: "Bold" },
      { id: "CHK003", description: "Check" },
      { description: "3 little pigs" },
    ]);
    expect(tasks(text)[4]).not.toHaveProperty("id");
    expect(tasks(text)[4]).not.toHaveProperty("story");
  });
});

describe("taskProgress", () => {
  it("counts what is done and what there is", () => {
    expect(taskProgress(tasks("- [ ] a\n- [x] b\n- [~] c\n"))).toEqual({ completed: 1, total: 3 });
    expect(taskProgress([])).toEqual({ completed: 0, total: 0 });
  });
});

describe("toggleTask", () => {
  it("changes exactly one character, whatever the ending, mark and byte order mark", () => {
    const text = "\uFEFF# T\r\n- [ ] a\r- [X] b\n  * [ x ] c\n- [🔥] d";
    expect(toggled(text, 2)).toBe("\uFEFF# T\r\n- [x] a\r- [X] b\n  * [ x ] c\n- [🔥] d");
    expect(toggled(text, 3)).toBe("\uFEFF# T\r\n- [ ] a\r- [ ] b\n  * [ x ] c\n- [🔥] d");
    expect(toggled(text, 4)).toBe("\uFEFF# T\r\n- [ ] a\r- [X] b\n  * [   ] c\n- [🔥] d");
    expect(toggled(text, 5)).toBe("\uFEFF# T\r\n- [ ] a\r- [X] b\n  * [ x ] c\n- [x] d");
    expect(toggled("- [] a", 1)).toBe("- [x] a");
    expect(toggled("- [  ] a", 1)).toBe("- [x ] a");
  });

  it("comes back to the same text when done twice", () => {
    const text = "1. [ ] a\r\n   - [ ] b";
    expect(toggled(toggled(text, 2), 2)).toBe(text);
  });

  it("leaves a task alone that already is as asked", () => {
    expect(toggled("- [X] a", 1, true)).toBe("- [X] a");
    expect(toggled("- [~] a", 1, false)).toBe("- [~] a");
    expect(toggled("- [~] a", 1, true)).toBe("- [x] a");
  });

  it("says which task is near when the line has none", () => {
    expect(toggleTask("# T\n\n- [ ] a\n", 1)).toMatchObject({
      ok: false,
      fault: { code: "task_not_found", remedy: "The nearest task is on line 3: a" },
    });
    expect(toggleTask("```\n- [ ] a\n```\n", 2)).toMatchObject({
      ok: false,
      fault: { code: "task_not_found" },
    });
  });
});
