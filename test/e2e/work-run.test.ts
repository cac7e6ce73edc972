import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { change, requirement, spec } from "../support/specs.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

async function project() {
  const root = await temporaryTree({
    "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
    ...change("openspec/changes/add-reset", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
    "specs/001-export/spec.md":
      "# Feature Specification: Export\n\n## Requirements\n\n- **FR-001**: The system MUST export the table\n",
    ".specman/scratchpad/tidy/scratch.md":
      "---\ntarget: spec/auth/spec.md\nbranch: main/scratch/tidy\nwork_type:\n  refactor:\n    refactored_headings: []\n---\n\n# Tidy\n",
  });
  const home = await temporaryFolder();
  return (...words: string[]) => run(hewto, words, { cwd: root, env: { HOME: home } });
}

test("work run runs a step of a change and of a feature, and says which step comes next where none is named", async () => {
  const call = await project();
  const design = await call("work", "run", "add-reset", "plan");
  expect({ code: design.code, errors: design.errors }).toMatchObject({ code: 0 });
  expect(design.errors + design.output).toContain("openspec/changes/add-reset/design.md");
  const planned = await call("work", "run", "1");
  expect({ code: planned.code, errors: planned.errors }).toMatchObject({ code: 0 });
  expect(planned.output).toContain("specs/001-export/plan.md");
});

test("work run of a scratch pad, of finished work and of unknown work says what can be done instead", async () => {
  const call = await project();
  const pad = await call("work", "run", "tidy", "plan");
  expect(pad.code).toBe(2);
  expect(pad.errors).toContain("`tidy` is a SpecMan scratch pad, which has no steps to run");
  const done = await call("work", "run", "add-reset");
  expect(done.errors).toContain("All tasks of `add-reset` are done. Run `hewto work archive add-reset`");
  expect((await call("work", "run", "gone", "plan")).errors).toContain("No work has the id `gone`.");
  expect((await call("work", "run")).errors).toContain("`hewto work run` needs a work item.");
});
