import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchAt, benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { snapshot } from "../../../test/support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { inputSchema } from "../../operation/schema.ts";
import { artifactResources } from "./resources.ts";
import { artifactsToolset } from "./toolset.ts";

test("the nearest .specman folder upward is the workspace, and one that has gone is noticed at the next call", async () => {
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

test("a file called .specman marks nothing, and inside .specman the folder above it counts", async () => {
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
test("a pinned folder without .specman is an error for every tool, without a look upward", async () => {
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

test("init makes a workspace, and making it again changes nothing", async () => {
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

test("init takes the .specman folder for the root, and refuses relative paths, nesting and a file in the way", async () => {
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

// covers specman: enumerates-specs, enumerates-implementations, enumerates-scratch-pads, list-tools,
//   handle-names-are-documented
test("the list tools give handles with titles, sorted by name, whatever the order on disk", async () => {
  const bench = await benchWith({
    "spec/b/spec.md": specText("title: The B\n"),
    "spec/a/spec.md": specText(),
    "spec/notes.txt": "x",
    "spec/no-document/readme.md": "x",
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md"),
    ".specman/scratchpad/p/scratch.md": padText("impl/a-ts/impl.md"),
  });
  expect((await bench.call("list_specifications")).value).toEqual({
    artifacts: [
      {
        handle: "spec://a",
        kind: "specification",
        name: "a",
        title: "Title",
        version: "1.0.0",
        path: "spec/a/spec.md",
      },
      {
        handle: "spec://b",
        kind: "specification",
        name: "b",
        title: "The B",
        version: "1.0.0",
        path: "spec/b/spec.md",
      },
    ],
  });
  expect((await bench.call("list_implementations")).value["artifacts"]).toMatchObject([
    { handle: "impl://a-ts" },
  ]);
  expect((await bench.call("list_scratch_pads")).value["artifacts"]).toMatchObject([
    { handle: "scratch://p", kind: "scratch_pad" },
  ]);
  expect((await bench.call("list_artifacts")).value["artifacts"]).toHaveLength(4);
});

// covers specman: describe-tools, responses-follow-the-data-model
test("the describe tools give front matter, headings and constraint groups with their lines", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText("name: a\n", "### Concept: A\n\n!concept-a.x:\n- MUST\n"),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md"),
    ".specman/scratchpad/p/scratch.md": padText("impl/a-ts/impl.md"),
  });
  expect((await bench.call("describe_specification", { locator: "spec://a" })).value["artifact"]).toEqual({
    handle: "spec://a",
    kind: "specification",
    name: "a",
    title: "Title",
    version: "1.0.0",
    path: "spec/a/spec.md",
    front_matter: { version: "1.0.0", name: "a" },
    headings: [
      { slug: "title", title: "Title", level: 1, line: 6 },
      { slug: "terminology-references", title: "Terminology & References", level: 2, line: 8 },
      { slug: "concept-a", title: "Concept: A", level: 3, line: 12 },
    ],
    constraints: [{ constraint_id: "concept-a.x", line: 14 }],
  });
  expect((await bench.call("describe_implementation", { locator: "a-ts" })).value["artifact"]).toMatchObject({
    handle: "impl://a-ts",
  });
  expect((await bench.call("describe_scratch_pad", { locator: "p" })).value["artifact"]).toMatchObject({
    front_matter: { work_type: { feat: {} } },
  });
  expect((await bench.call("describe_specification", { locator: "impl://a-ts" })).fault.code).toBe(
    "kind_mismatch",
  );
  expect((await bench.call("describe_specification", { locator: "spec://b" })).fault).toMatchObject({
    code: "artifact_not_found",
    artifact: "spec://b",
    path: "spec/b/spec.md",
  });
});

test("a scratch pad is described with the progress of the tasks beside it", async () => {
  const bench = await benchWith({
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md"),
    ".specman/scratchpad/p/scratch.md": padText("impl/a-ts/impl.md"),
    ".specman/scratchpad/p/tasks.md": "- [x] one\n- [ ] two\n\n```\n- [ ] in code\n```\n",
  });
  const answer = await bench.call("describe_scratch_pad", { locator: "p" });
  expect(answer.value["artifact"]).toMatchObject({
    tasks: { path: ".specman/scratchpad/p/tasks.md", completed: 1, total: 2 },
  });
  expect(answer.text).toContain("Tasks: 1 of 2 done");
});

test("a base handle reads the raw file, front matter included, and resources are listed by kind and name with their titles", async () => {
  const files = {
    "spec/b/spec.md": specText(),
    "spec/a/spec.md": specText("title: A title\n"),
    "impl/c-ts/impl.md": implText("../../spec/a/spec.md"),
  };
  const bench = await benchWith(files);
  expect(await artifactResources.list(bench.context)).toMatchObject({
    ok: true,
    value: [
      {
        uri: "spec://a",
        name: "a",
        title: "A title",
        mimeType: "text/markdown",
        description: "SpecMan specification spec://a",
      },
      { uri: "spec://b" },
      { uri: "impl://c-ts", title: "Impl" },
    ],
  });
  expect(await artifactResources.read(bench.context, "spec://a/")).toEqual({
    ok: true,
    value: [{ uri: "spec://a/", mimeType: "text/markdown", text: files["spec/a/spec.md"] }],
  });
  expect(await artifactResources.read(bench.context, "scratch://nothing")).toMatchObject({
    ok: false,
    fault: { code: "artifact_not_found" },
  });
});

// covers specman: constraint-templates
test("the nine resource templates are those of the contract", () => {
  expect(
    artifactResources.templates.map(({ uriTemplate, mimeType }) => `${uriTemplate} ${mimeType}`),
  ).toEqual([
    "spec://{artifact} text/markdown",
    "impl://{artifact} text/markdown",
    "scratch://{artifact} text/markdown",
    "spec://{artifact}/dependencies application/json",
    "spec://{artifact}/constraints application/json",
    "spec://{artifact}/constraints/{constraint_id} text/markdown",
    "impl://{artifact}/dependencies application/json",
    "scratch://{artifact}/dependencies application/json",
    "impl://{artifact}/compliance application/json",
  ]);
});

test("an absolute path inside the workspace names its artifact", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText() });
  const { value } = await bench.call("describe_specification", {
    locator: join(bench.root, "spec/a/spec.md"),
  });
  expect(value["artifact"]).toMatchObject({ handle: "spec://a" });
});
