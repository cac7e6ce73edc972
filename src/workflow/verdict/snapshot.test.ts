import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryRepository } from "../../../test/support/repository.ts";
import { writeTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { openFeature } from "../feature.ts";
import { changesBetween, takeSnapshot } from "./snapshot.ts";

test("a document that a step wrote counts even where git ignores it", async () => {
  const { feature, root } = await featureWith({});
  const before = await takeSnapshot("plan", feature);
  await writeFile(join(root, "specs/001-x/plan.md"), "# Plan\n");
  expect(changesBetween(before, await takeSnapshot("plan", feature, before))).toEqual([
    { path: "specs/001-x/plan.md", change: "created" },
  ]);
});

test("code that a step wrote counts even if it keeps its size and sets the modification time back", async () => {
  const { feature, root } = await featureWith({ "src/lamp.ts": "on\n" });
  const file = join(root, "src/lamp.ts");
  const lastYear = new Date("2025-01-01");
  await utimes(file, lastYear, lastYear);
  await new Promise((resolve) => setTimeout(resolve, 80)); // so that the file is not compared by content
  const before = await takeSnapshot("implement", feature);
  await writeFile(file, "of\n");
  await utimes(file, lastYear, lastYear);
  expect(changesBetween(before, await takeSnapshot("implement", feature, before))).toEqual([
    { path: "src/lamp.ts", change: "changed" },
  ]);
});

test("code that was written just before the run and only read by it has not changed", async () => {
  const { feature, root } = await featureWith({ "src/lamp.ts": "on\n" });
  await writeFile(join(root, "src/lamp.ts"), "off\n");
  const before = await takeSnapshot("implement", feature);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(changesBetween(before, await takeSnapshot("implement", feature, before))).toEqual([]);
});

async function featureWith(files: Readonly<Record<string, string>>) {
  const root = await temporaryRepository({ ".gitignore": "plan.md\n" });
  await writeTree(root, { "specs/001-x/spec.md": "# X\n", ...files });
  const workspace = await openWorkspace(root);
  const feature = workspace.ok ? await openFeature(workspace.value, join(root, "specs/001-x")) : workspace;
  if (!feature.ok) throw new Error(feature.fault.message);
  return { root, feature: feature.value };
}
