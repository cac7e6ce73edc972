import { describe, expect, it } from "vitest";
import { readMarkdown } from "../markdown/document.ts";
import { readTasks } from "../markdown/tasks.ts";
import { missingFor, openQuestions, phaseOf } from "./phase.ts";
import { filterTasks } from "./task-filter.ts";

const tasks = readTasks(
  readMarkdown(`# Tasks

## Phase 1: Setup

- [x] T001 Create the package
- [ ] T002 [P] Configure the linter in biome.json

## Phase 3: User Story 1 - Book

- [ ] T010 [P] [US1] Model in Sources/Booking.swift
- [ ] T011 [US1] Service in Sources/Service.swift

## Phase 10: Polish

- [ ] T020 Write the guide
`),
);
const ids = (filter?: string) => {
  const chosen = filterTasks(tasks, filter);
  return chosen.ok ? chosen.value.map((task) => task.id) : chosen.fault.message;
};

describe("task_filter", () => {
  it("accepts every form, alone and in lists", () => {
    expect(ids()).toEqual(["T001", "T002", "T010", "T011", "T020"]);
    expect(ids("T011")).toEqual(["T011"]);
    expect(ids("T002-T010")).toEqual(["T002", "T010"]);
    expect(ids("us1")).toEqual(["T010", "T011"]);
    expect(ids("phase:1")).toEqual(["T001", "T002"]);
    expect(ids("P")).toEqual(["T002", "T010"]);
    expect(ids("linter")).toEqual(["T002"]);
    expect(ids("T011, phase:1")).toEqual(["T001", "T002", "T011"]);
  });

  it("rejects an item that matches nothing and lists what there is", () => {
    expect(ids("T999")).toBe("No task matches `T999`.");
    const refused = filterTasks(tasks, "US7");
    expect(refused.ok ? "" : refused.fault.remedy).toContain("T001-T020, US1");
  });
});

describe("phases", () => {
  const none = { spec: undefined, plan: undefined, tasks: undefined, progress: { completed: 0, total: 0 } };
  it("are the next step", () => {
    expect(phaseOf(none)).toBe("specify");
    expect(phaseOf({ ...none, spec: "x [NEEDS CLARIFICATION: how many?]" })).toBe("clarify");
    expect(phaseOf({ ...none, spec: "x" })).toBe("plan");
    expect(phaseOf({ ...none, spec: "x", plan: "y" })).toBe("tasks");
    expect(phaseOf({ spec: "x", plan: "y", tasks: "z", progress: { completed: 1, total: 2 } })).toBe(
      "implement",
    );
    expect(phaseOf({ spec: "x", plan: "y", tasks: "z", progress: { completed: 2, total: 2 } })).toBe("done");
    // A list without checkboxes has no tasks that could be done.
    expect(phaseOf({ spec: "x", plan: "y", tasks: "z", progress: { completed: 0, total: 0 } })).toBe(
      "implement",
    );
  });

  it("name the missing file and the step that writes it", () => {
    expect(missingFor("specify", none)).toBeUndefined();
    expect(missingFor("plan", none)).toEqual({ file: "spec.md", step: "specify" });
    expect(missingFor("implement", { ...none, spec: "x", plan: "y" })).toEqual({
      file: "tasks.md",
      step: "tasks",
    });
    expect(openQuestions("[NEEDS CLARIFICATION] [NEEDS CLARIFICATION: why?]")).toEqual(["", "why?"]);
  });
});
