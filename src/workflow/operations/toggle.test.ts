import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { specPlace } from "../../../test/support/specs.ts";
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
