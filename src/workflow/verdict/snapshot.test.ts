import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryRepository } from "../../../test/support/repository.ts";
import { writeTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { openFeature } from "../feature.ts";
import { changesBetween, takeSnapshot } from "./snapshot.ts";

test("a document that a step wrote counts even where git ignores it", async () => {
  const root = await temporaryRepository({ ".gitignore": "plan.md\n" });
  const directory = join(root, "specs/001-x");
  await writeTree(root, { "specs/001-x/spec.md": "# X\n" });
  const workspace = await openWorkspace(root);
  const feature = workspace.ok ? await openFeature(workspace.value, directory) : workspace;
  if (!feature.ok) throw new Error(feature.fault.message);
  const before = await takeSnapshot("plan", feature.value);
  await writeFile(join(directory, "plan.md"), "# Plan\n");
  expect(changesBetween(before, await takeSnapshot("plan", feature.value))).toEqual([
    { path: "specs/001-x/plan.md", change: "created" },
  ]);
});
