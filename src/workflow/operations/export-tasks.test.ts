import { expect, test } from "vitest";
import { specPlace } from "../../../test/support/specs.ts";
import { exportTasks } from "./export-tasks.ts";

const tasks = `# Tasks: Export

## Phase 1: Setup

- [x] T001 Create the project
- [ ] T002 [P] [US1] Export in \`src/export.ts\` (FR-001)
      and keep the order
- [ ] T1000 Measure SC-001
`;

test("open tasks become issues with spec-kit's titles, their phase, story and requirements", async () => {
  const place = await specPlace({ "specs/001-export/tasks.md": tasks, "specs/001-export/spec.md": "# E\n" });
  const { value } = await place.call(exportTasks, { work: "1" });
  expect(value.issues.map(({ title }: { title: string }) => title)).toEqual([
    "T002: Export in `src/export.ts` (FR-001)",
    "T1000: Measure SC-001",
  ]);
  expect(value.issues[0].body).toBe(
    "Export in `src/export.ts` (FR-001)\n\nand keep the order\n\n- Work: 001-export (`specs/001-export/tasks.md`, line 6)\n- Phase: Tasks: Export / Phase 1: Setup\n- Story: US1\n- Requirements: FR-001\n- Can be done in parallel with its neighbors",
  );
});

test("a task whose id is in the title of an existing issue is skipped, and T100 is not T1000", async () => {
  const issues = [{ title: "[T002] Export" }, { title: "T100: other" }, { name: "no title" }];
  const place = await specPlace({
    "specs/001-export/tasks.md": tasks,
    "specs/001-export/spec.md": "# E\n",
    "issues.json": JSON.stringify(issues),
    "broken.json": "{",
  });
  const { value } = await place.call(exportTasks, { work: "1", existing: "issues.json", all: true });
  expect(value.skipped).toEqual(["T002"]);
  expect(value.issues.map(({ task }: { task: string }) => task)).toEqual(["T001", "T1000"]);
  const broken = await place.call(exportTasks, { work: "1", existing: "broken.json" });
  expect(broken.message).toContain("broken.json is not a JSON list of issues.");
});

test("the tasks of a change are exported by their numbers", async () => {
  const place = await specPlace({
    "openspec/changes/add-x/proposal.md": "# X\n",
    "openspec/changes/add-x/tasks.md": "## 1. Do\n\n- [ ] 1.1 Write it\n",
  });
  const { value } = await place.call(exportTasks, { work: "add-x" });
  expect(value.issues).toMatchObject([{ task: "1.1", title: "1.1: Write it" }]);
});
