import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proposal, specPlace } from "../../../test/support/specs.ts";
import { toggle } from "./toggle.ts";

const tasks = "- [ ] T001 Dig\n";

test("without a name the only feature is used, but not if the active feature no longer exists", async () => {
  const only = await specPlace({ "specs/001-a/tasks.md": tasks });
  expect(await only.call(toggle, { id: "T001" })).toMatchObject({ ok: true, value: { done: true } });
  const gone = await specPlace({
    "specs/001-a/tasks.md": tasks,
    ".specify/feature.json": '{"feature_directory":"specs/002-b"}',
  });
  expect(await gone.call(toggle, { id: "T001" })).toMatchObject({
    code: "feature_not_found",
    message: expect.stringContaining("The active feature `specs/002-b` no longer exists."),
  });
  expect(await readFile(join(gone.root, "specs/001-a/tasks.md"), "utf8")).toBe(tasks);
});

test("a task of an OpenSpec change is toggled by its number, with and without the name of the only change", async () => {
  const path = "openspec/changes/add-modules/tasks.md";
  const place = await specPlace({
    "openspec/project.md": "# Project\n",
    "openspec/changes/add-modules/proposal.md": proposal,
    [path]: "## 1. Do\n\n- [ ] 1.1 Dig\n- [ ] 1.2 Fill\n",
  });
  expect(await place.call(toggle, { id: "1.1", spec: "add-modules" })).toMatchObject({
    ok: true,
    value: { done: true },
  });
  expect(await place.call(toggle, { id: "1.2" })).toMatchObject({ ok: true, value: { done: true } });
  expect(await readFile(join(place.root, path), "utf8")).toBe("## 1. Do\n\n- [x] 1.1 Dig\n- [x] 1.2 Fill\n");
});
