import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchAt, benchWith, specText } from "../../../test/support/artifacts.ts";
import { snapshot } from "../../../test/support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { inputSchema } from "../../operation/schema.ts";
import { artifactResources } from "../operations/resources.ts";
import { artifactsToolset } from "../operations/toolset.ts";

test("the nearest .specman folder upward is the workspace, and the next call notices if it is gone", async () => {
  const root = await temporaryTree({
    ".specman/": "",
    "spec/outer/spec.md": specText(),
    "a/.specman/": "",
    "a/spec/inner/spec.md": specText(),
    "a/b/": "",
  });
  const bench = await benchAt(join(root, "a/b"), { pinned: false });
  expect((await bench.call("workspace_info")).value["root"]).toBe(join(root, "a"));
  await rm(join(root, "a/.specman"), { recursive: true });
  expect((await bench.call("workspace_info")).value["root"]).toBe(root);
  await rm(join(root, ".specman"), { recursive: true });
  expect((await bench.call("workspace_info")).fault).toMatchObject({
    code: "workspace_not_found",
    subject: { searched_from: join(root, "a/b") },
  });
});

test("a file named .specman is ignored, and inside .specman the folder above is the workspace", async () => {
  const root = await temporaryTree({ ".specman/scratchpad/": "", "a/.specman": "a file" });
  expect(
    (await (await benchAt(join(root, "a"), { pinned: false })).call("workspace_info")).value["root"],
  ).toBe(root);
  expect(
    (await (await benchAt(join(root, ".specman/scratchpad"), { pinned: false })).call("workspace_info"))
      .value["root"],
  ).toBe(root);
});

// covers specman: workspace-flag, unavailable-capability-names-the-concept,
//   unavailable-capability-has-a-remedy
test("a pinned folder without .specman is an error for every tool; folders above are not searched", async () => {
  const bench = await benchWith({ "sub/": "" }, { at: "sub" });
  const samples: Record<string, object> = {
    locator: { locator: "spec://x" },
    kind: { kind: "specification", name: "x" },
  };
  for (const operation of Object.values<AnyOperation>(artifactsToolset.operations)) {
    if (["init", "describe_capabilities", "list_authoring_prompts"].includes(operation.name)) continue;
    const needed = inputSchema(operation).required ?? [];
    const args = Object.fromEntries(
      needed.map((name) => [
        name,
        {
          ...samples.locator,
          ...samples.kind,
          ops: [{ op: "clear_title" }],
          slug: "x",
          constraint_id: "a.b",
        }[name] ?? "spec",
      ]),
    );
    const { fault } = await bench.call(operation.name, args);
    expect(fault, operation.name).toMatchObject({
      code: "workspace_not_found",
      concept: "specman.core.workspace_discovery",
      data_model_heading: "SpecMan Dot Folder",
      remedy: expect.stringContaining("hewto init"),
    });
  }
  expect(await artifactResources.read(bench.context, "spec://x")).toMatchObject({
    ok: false,
    fault: { code: "workspace_not_found" },
  });
  expect(await artifactResources.list(bench.context)).toEqual({ ok: true, value: [] });
});

test("init creates a workspace, and running it again changes nothing", async () => {
  const root = await temporaryFolder();
  const bench = await benchAt(root);
  expect((await bench.call("init", { dry_run: true })).value).toMatchObject({
    dry_run: true,
    created: false,
    paths: [".specman", ".specman/scratchpad", ".specman/cache", ".specman/.gitignore"],
  });
  expect(await readdir(root)).toEqual([]);
  expect((await bench.call("init")).value).toMatchObject({
    root,
    dot_specman: `${root}/.specman`,
    created: true,
  });
  const before = await snapshot(root);
  expect((await bench.call("init")).value).toMatchObject({ created: false, paths: [] });
  expect(await snapshot(root)).toEqual(before);
  expect((await bench.call("workspace_info")).ok).toBe(true);
});

test("init accepts the .specman folder itself, and refuses relative paths, nesting and a file named .specman", async () => {
  const root = await temporaryFolder();
  const bench = await benchAt(root, { pinned: false });
  expect((await bench.call("init", { path: "sub" })).fault).toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining("relative"),
  });
  await bench.call("init", { path: root });
  expect((await bench.call("init", { path: join(root, ".specman") })).value["root"]).toBe(root);
  await mkdir(join(root, "sub/deep"), { recursive: true });
  const nested = await bench.call("init", { path: join(root, "sub/deep") });
  expect(nested.fault).toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining(root),
    details: { existing: root },
  });
  const other = await temporaryFolder();
  await writeFile(join(other, ".specman"), "");
  expect((await bench.call("init", { path: other })).fault.message).toContain("not a folder");
  expect((await bench.call("init", { path: join(other, "none") })).ok).toBe(false);
});
