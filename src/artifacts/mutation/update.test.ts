import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, specText, unusualSpec, updateFiles } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";

// covers specman: updates-specs, update-keeps-the-body, persist-writes
test("only the lines of the changed fields differ: comments, quotes, line endings, unknown keys and the body stay", async () => {
  const bench = await benchWith(updateFiles);
  const { value } = await bench.call("update_artifact", {
    locator: "spec://auth",
    ops: [{ op: "add_tag", tag: "three" }],
  });
  expect(value).toMatchObject({
    persisted: true,
    changed: true,
    mutations: [{ action: "update", path: "spec/auth/spec.md" }],
  });
  const after = await bench.read("spec/auth/spec.md");
  expect(after).toBe(unusualSpec.replace("[ 'one', two ]", "[ 'one', two, three ]"));
  expect(value["updated_document"]).toBe(after);
});

// covers specman: preview-shows-the-document, previews-are-marked
test("a preview returns the whole document with changes only in the front matter, and does not change the file", async () => {
  const bench = await benchWith(updateFiles);
  const file = join(bench.root, "spec/auth/spec.md");
  const before = await stat(file);
  const answer = await bench.call("update_artifact", {
    locator: "spec/auth/spec.md",
    mode: "preview",
    ops: [{ op: "set_version", version: "2.0.0" }],
  });
  expect(answer.value).toMatchObject({ mode: "preview", persisted: false, changed: true });
  expect(answer.text).toContain("nothing was written");
  const shown = String(answer.value["updated_document"]);
  expect(splitFrontMatter(shown).body).toBe(splitFrontMatter(unusualSpec).body);
  expect(shown).toContain('version: "2.0.0"');
  expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
  expect(await bench.read("spec/auth/spec.md")).toBe(unusualSpec);
});

test("a dependency whose file is gone can be removed", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText("dependencies:\n  - ../gone/spec.md\n") });
  const { value } = await bench.call("update_artifact", {
    locator: "spec://a",
    ops: [{ op: "remove_dependency", ref: "spec://gone" }],
  });
  expect(value["persisted"]).toBe(true);
});

test("the op list in the status replaces a handle that is stored in a file", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText("dependencies:\n  - spec://b\n"),
    "spec/b/spec.md": specText(),
  });
  const { value } = await bench.call("workspace_status");
  expect(value["artifacts"]).toMatchObject({
    "spec://a": {
      structure_errors: [
        { data_model_heading: "Locator Schemes", ops: [{ op: "add_dependency", ref: "spec://b" }] },
      ],
    },
  });
  await bench.call("update_artifact", {
    locator: "spec://a",
    ops: [{ op: "add_dependency", ref: "spec://b" }],
  });
  expect(await bench.read("spec/a/spec.md")).toContain("  - ../b/spec.md\n");
  expect((await bench.call("workspace_status")).value["global_status"]).toBe("Pass");
});

// covers specman: dependencies-cannot-be-changed, constraints-cannot-be-changed, constraints-are-read-only,
//   dependencies-are-derived, constraints-are-derived
test("a mutation through a view is refused, because views are read-only", async () => {
  const bench = await benchWith(updateFiles);
  for (const locator of [
    "spec://auth/dependencies",
    "spec://auth/constraints",
    "spec://auth/constraints/a.b",
    "impl://auth-ts/compliance",
  ]) {
    for (const [tool, more] of [
      ["update_artifact", { ops: [{ op: "clear_title" }] }],
      ["delete_artifact", {}],
    ] as const) {
      const { fault } = await bench.call(tool, { locator, ...more });
      expect(fault, `${tool} ${locator}`).toMatchObject({
        code: "read_only_locator",
        message: expect.stringContaining("only query operations"),
      });
    }
  }
  expect(await bench.read("spec/auth/spec.md")).toBe(unusualSpec);
});

// [ENSURES: requirement-checks-before-the-first-byte.rules:TEST]
// [VERIFIES: artifact-workspace/checks-before-the-first-byte#a-cycle]
test("an update that would create a cycle is refused and nothing is written", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText(),
    "spec/b/spec.md": specText("dependencies:\n  - ../a/spec.md\n"),
  });
  const before = await bench.read("spec/a/spec.md");
  const { fault } = await bench.call("update_artifact", {
    locator: "spec://a",
    ops: [{ op: "add_dependency", ref: "spec://b" }],
  });
  expect(fault).toMatchObject({ code: "dependency_cycle", data_model_heading: "Dependency Graph Integrity" });
  const self = await bench.call("update_artifact", {
    locator: "spec://a",
    ops: [{ op: "add_dependency", ref: "spec://a" }],
  });
  expect(self.fault.code).toBe("dependency_cycle");
  expect(await bench.read("spec/a/spec.md")).toBe(before);
});

test("of two updates that would together create a cycle, exactly one is written", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText(), "spec/b/spec.md": specText() });
  const answers = await Promise.all([
    bench.call("update_artifact", { locator: "spec://a", ops: [{ op: "add_dependency", ref: "spec://b" }] }),
    bench.call("update_artifact", { locator: "spec://b", ops: [{ op: "add_dependency", ref: "spec://a" }] }),
  ]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
});

test("an update that would break the data model is refused with the heading of the rule", async () => {
  const bench = await benchWith(updateFiles);
  const cases = [
    ["spec://auth", { op: "set_version", version: "1.0" }, "Specification Version"],
    ["impl://auth-ts", { op: "set_version", version: "v2" }, "Implementation Version"],
    ["spec://auth", { op: "set_name", name: "other" }, "Specification Metadata"],
    ["impl://auth-ts", { op: "clear_spec" }, "Specification Coverage"],
    ["impl://auth-ts", { op: "set_spec", ref: "impl://auth-ts" }, "Specification Coverage"],
    ["impl://auth-ts", { op: "set_location", location: "../../../x" }, "Implementation Locators"],
    ["impl://auth-ts", { op: "add_reference", ref: "spec://base", type: "implementation" }, "References"],
    ["scratch://pad", { op: "clear_work_type" }, "Work Type"],
    [
      "scratch://pad",
      { op: "set_work_type", work_type: { revision: { revised_headings: [] } } },
      "Work Type",
    ],
    ["scratch://pad", { op: "add_dependency", ref: "spec/auth/spec.md" }, "Scratch Pad Dependencies"],
    ["scratch://pad", { op: "set_branch", branch: "main" }, "Git Branches"],
    ["spec://auth", { op: "add_dependency", ref: "impl://auth-ts" }, "Dependencies"],
  ] as const;
  for (const [locator, op, heading] of cases) {
    const { fault } = await bench.call("update_artifact", { locator, ops: [op] });
    expect(fault, JSON.stringify(op)).toMatchObject({ data_model_heading: heading });
  }
});

test("an artifact with problems can still be updated, so that they can be fixed one at a time", async () => {
  const bench = await benchWith({ "spec/foo/spec.md": "---\nname: bar\nversion: 1\n---\n\n# X\n" });
  const update = (op: object) => bench.call("update_artifact", { locator: "spec://foo", ops: [op] });
  expect((await update({ op: "add_tag", tag: "t" })).value["persisted"]).toBe(true);
  expect((await update({ op: "set_name", name: "foo" })).value["persisted"]).toBe(true);
  expect((await update({ op: "set_version", version: "1.0.0" })).value["persisted"]).toBe(true);
  expect(await bench.read("spec/foo/spec.md")).toBe(
    "---\nname: foo\nversion: 1.0.0\ntags:\n  - t\n---\n\n# X\n",
  );
});

async function frontMatter(bench: Awaited<ReturnType<typeof benchWith>>): Promise<unknown> {
  const { value } = await bench.call("describe_scratch_pad", { locator: "scratch://pad" });
  return isRecord(value["artifact"]) ? value["artifact"]["front_matter"] : undefined;
}

// covers specman: updates-scratch-pads
test("every field of a scratch pad but its target can be changed", async () => {
  const bench = await benchWith(updateFiles);
  const ops = [
    { op: "set_title", title: "T" },
    { op: "set_branch", branch: "auth-ts/ref/pad" },
    { op: "set_work_type", work_type: { ref: { refactored_headings: ["Body"] } } },
    { op: "add_tag", tag: "x" },
  ];
  await bench.call("update_artifact", { locator: "scratch://pad", ops });
  expect(await frontMatter(bench)).toEqual({
    target: "impl/auth-ts/impl.md",
    work_type: { ref: { refactored_headings: ["#body"] } },
    title: "T",
    branch: "auth-ts/ref/pad",
    tags: ["x"],
  });
  const more = [
    { op: "clear_title" },
    { op: "set_description", description: "D" },
    { op: "set_version", version: "2.0.0" },
    { op: "clear_branch" },
    { op: "remove_tag", tag: "x" },
    { op: "set_name", name: "pad" },
  ];
  await bench.call("update_artifact", { locator: "scratch://pad", ops: more });
  expect(await frontMatter(bench)).toEqual({
    target: "impl/auth-ts/impl.md",
    work_type: { ref: { refactored_headings: ["#body"] } },
    tags: [],
    description: "D",
    version: "2.0.0",
    name: "pad",
  });
});

test("a document without front matter gets a block with its name", async () => {
  const bench = await benchWith({ "spec/bare/spec.md": "# Bare\r\n" });
  await bench.call("update_artifact", {
    locator: "spec://bare",
    ops: [{ op: "set_version", version: "1.0.0" }],
  });
  expect(await bench.read("spec/bare/spec.md")).toBe(
    "---\r\nname: bare\r\nversion: 1.0.0\r\n---\r\n# Bare\r\n",
  );
});

test("front matter that cannot be parsed is not changed, and the error says where the problem is", async () => {
  const broken = "---\nname: [a\n---\n\n# X\n";
  const bench = await benchWith({ "spec/x/spec.md": broken });
  const { fault } = await bench.call("update_artifact", {
    locator: "spec://x",
    ops: [{ op: "add_tag", tag: "t" }],
  });
  expect(fault).toMatchObject({ code: "invalid_metadata", data_model_heading: "Specification Metadata" });
  expect(await bench.read("spec/x/spec.md")).toBe(broken);
});

test("folder foo with name bar is spec://foo, and an update of spec://foo edits spec/foo", async () => {
  const bench = await benchWith({
    "spec/foo/spec.md": specText("name: bar\n"),
    "spec/bar/spec.md": specText(),
  });
  const { value } = await bench.call("list_specifications");
  expect(value["artifacts"]).toMatchObject([
    { handle: "spec://bar" },
    { handle: "spec://foo", problems: [expect.stringContaining("name mismatch")] },
  ]);
  const updated = await bench.call("update_artifact", {
    locator: "spec://foo",
    ops: [{ op: "add_tag", tag: "t" }],
  });
  expect(updated.value["path"]).toBe("spec/foo/spec.md");
});

// covers specman: update-takes-a-locator, update-normalizes-handles
test("an artifact can be given by handle, path or name", async () => {
  const bench = await benchWith(updateFiles);
  const locators = ["spec://auth", "spec://AUTH", "spec/auth/spec.md", "spec/auth", "auth"];
  for (const [index, locator] of [...locators, join(bench.root, "spec/auth/spec.md")].entries()) {
    const ops = [{ op: "set_version", version: `1.0.${index + 1}` }];
    const { value } = await bench.call("update_artifact", { locator, ops });
    expect(value, locator).toMatchObject({
      handle: "spec://auth",
      path: "spec/auth/spec.md",
      persisted: true,
    });
    const text = await bench.read("spec/auth/spec.md");
    expect(text).toBe(unusualSpec.replace("1.0.0", `1.0.${index + 1}`));
  }
});

test("no concurrent update is lost", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText() });
  const tags = Array.from({ length: 20 }, (_, index) => `t${String(index).padStart(2, "0")}`);
  const answers = await Promise.all(
    tags.map((tag) => bench.call("update_artifact", { locator: "spec://a", ops: [{ op: "add_tag", tag }] })),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  const text = await bench.read("spec/a/spec.md");
  for (const tag of tags) expect(text).toContain(`  - ${tag}\n`);
});
