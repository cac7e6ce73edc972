import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";
import { ok } from "../../kernel/result.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";
import { inputSchema } from "../../operation/schema.ts";
import { opNames } from "../mutation/ops.ts";
import { updateArtifact } from "../mutation/update.ts";
import { openSession } from "./open-session.ts";
import { artifactsToolset } from "./toolset.ts";

const odd =
  '\uFEFF---\r\n# kept\r\nname: auth   # the folder\r\nversion: "1.0.0"\r\ntags: [ \'one\', two ]   # flow\r\ndependencies:\r\n    - ../base/spec.md # why\r\n    - {ref: "../other/spec.md", optional: true}\r\ncustom: 7\r\n---\r\n\r\n# Body\r\n\r\ntext  \r\n';

const base = {
  "spec/auth/spec.md": odd,
  "spec/base/spec.md": specText(),
  "spec/other/spec.md": specText(),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md"),
  ".specman/scratchpad/pad/scratch.md": padText("impl/auth-ts/impl.md"),
};

// covers specman: updates-specs, update-keeps-the-body, persist-writes
test("only the lines of the changed fields differ: comments, quotes, line endings, unknown keys and the body stay", async () => {
  const bench = await benchWith(base);
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
  expect(after).toBe(odd.replace("[ 'one', two ]", "[ 'one', two, three ]"));
  expect(value["updated_document"]).toBe(after);
});

// covers specman: preview-shows-the-document, previews-are-marked
test("a preview gives the whole document with differences in the front matter only, and leaves the file alone", async () => {
  const bench = await benchWith(base);
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
  expect(splitFrontMatter(shown).body).toBe(splitFrontMatter(odd).body);
  expect(shown).toContain('version: "2.0.0"');
  expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
  expect(await bench.read("spec/auth/spec.md")).toBe(odd);
});

// [ENSURES: requirement-small-edits.rules:TEST]
// covers specman: additions-are-idempotent
test("adding what is there writes nothing, however it is spelled", async () => {
  const bench = await benchWith(base);
  const file = join(bench.root, "spec/auth/spec.md");
  await utimes(file, new Date(1e12), new Date(1e12));
  for (const ops of [
    [{ op: "add_dependency", ref: "spec://base" }],
    [{ op: "add_dependency", ref: "../base/spec.md" }],
    [{ op: "add_dependency", ref: "spec/other/spec.md", optional: true }],
    [{ op: "add_tag", tag: "one" }],
    [{ op: "set_version", version: "1.0.0" }],
  ]) {
    const { value } = await bench.call("update_artifact", { locator: "spec://auth", ops });
    expect(value).toMatchObject({ persisted: false, changed: false, mutations: [] });
  }
  expect((await stat(file)).mtimeMs).toBe(1e12);
});

// covers specman: handles-are-not-stored, explicit-removals
test("handles are stored as paths, and entries are removed by handle, by path or by their text", async () => {
  const bench = await benchWith({ ...base, "spec/new/spec.md": specText() });
  const update = (...ops: object[]) => bench.call("update_artifact", { locator: "spec://auth", ops });
  await update({ op: "add_dependency", ref: "spec://new" });
  expect(await bench.read("spec/auth/spec.md")).toContain("    - ../new/spec.md\r\n");
  await update({ op: "remove_dependency", ref: "spec://base" });
  await update(
    { op: "remove_dependency", ref: "../other/spec.md" },
    { op: "remove_dependency", ref: "spec/new/spec.md" },
  );
  const text = await bench.read("spec/auth/spec.md");
  expect(text).toContain("dependencies: []\r\n");
  expect(text).not.toContain("://");
});

test("a dependency whose file is gone can be removed", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText("dependencies:\n  - ../gone/spec.md\n") });
  const { value } = await bench.call("update_artifact", {
    locator: "spec://a",
    ops: [{ op: "remove_dependency", ref: "spec://gone" }],
  });
  expect(value["persisted"]).toBe(true);
});

test("a handle that got into a file is mended by the op list that the status gives", async () => {
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

// covers specman: update-takes-operations
test("ops say what shall hold: contradictions are refused and the order does not matter", async () => {
  const bench = await benchWith(base);
  const conflicts = [
    [{ op: "set_version", version: "1.1.0" }, { op: "clear_version" }],
    [
      { op: "add_tag", tag: "x" },
      { op: "remove_tag", tag: "x" },
    ],
    [
      { op: "add_dependency", ref: "spec://base" },
      { op: "remove_dependency", ref: "../base/spec.md" },
    ],
    [
      { op: "add_tag", tag: "x" },
      { op: "add_tag", tag: "x" },
    ],
  ];
  for (const ops of conflicts) {
    expect((await bench.call("update_artifact", { locator: "spec://auth", ops })).fault.code).toBe(
      "conflicting_ops",
    );
  }
  expect(await bench.read("spec/auth/spec.md")).toBe(odd);
});

test("however a list of ops is shuffled, it gives the same bytes", async () => {
  const bench = await benchWith(base);
  const ops = [
    { op: "set_title", title: "Auth: the title" },
    { op: "set_version", version: "1.2.0" },
    { op: "add_tag", tag: "a" },
    { op: "add_tag", tag: "b" },
    { op: "remove_tag", tag: "one" },
    { op: "remove_dependency", ref: "spec://base" },
    { op: "set_requires_implementation", requires: false },
  ];
  const preview = async (list: object[]) =>
    (await bench.call("update_artifact", { locator: "spec://auth", mode: "preview", ops: list })).value[
      "updated_document"
    ];
  const expected = await preview(ops);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(ops, { minLength: ops.length }), async (list) => {
      expect(await preview(list)).toBe(expected);
    }),
    { numRuns: 15 },
  );
});

// covers specman: target-cannot-change
test("the target of a scratch pad cannot be changed", async () => {
  const bench = await benchWith(base);
  for (const op of [{ op: "set_target", target: "spec/auth/spec.md" }, { op: "clear_target" }]) {
    const { fault } = await bench.call("update_artifact", { locator: "scratch://pad", ops: [op] });
    expect(fault).toMatchObject({
      code: "target_immutable",
      data_model_heading: "Scratch Pad Metadata",
      concept: "specman.core.metadata_mutation",
    });
  }
});

// covers specman: update-matches-the-core, no-replace-list, no-mutations-beyond-the-core
test("there are exactly the ops of the core, none of them replaces a list, and each fits its kinds only", async () => {
  const bench = await benchWith(base);
  const pairs = (verbs: readonly string[], fields: readonly string[]) =>
    fields.flatMap((field) => verbs.map((verb) => `${verb}_${field}`));
  const surface = [
    ...pairs(["set", "clear"], ["name", "title", "description", "version", "requires_implementation"]),
    ...pairs(["set", "clear"], ["spec", "location", "primary_language", "branch", "work_type", "target"]),
    ...pairs(["add", "remove"], ["tag", "dependency", "reference", "secondary_language"]),
  ].sort();
  expect([...opNames].sort()).toEqual(surface);
  const ops = inputSchema(artifactsToolset.operations.update_artifact).properties?.["ops"]?.items?.properties;
  expect([...(ops?.["op"]?.enum ?? [])].sort()).toEqual(surface);
  expect(opNames.filter((name) => /replace|set_(tags|dependencies|references)/.test(name))).toEqual([]);
  for (const [locator, op] of [
    ["spec://auth", { op: "set_branch", branch: "x" }],
    ["scratch://pad", { op: "set_spec", ref: "spec://auth" }],
    ["impl://auth-ts", { op: "set_requires_implementation", requires: true }],
    ["spec://auth", { op: "set_target", target: "x" }],
  ] as const) {
    const { fault } = await bench.call("update_artifact", { locator, ops: [op] });
    expect(fault.code).toBe("unsupported_op");
  }
  const unknown = await bench.call("update_artifact", {
    locator: "spec://auth",
    ops: [{ op: "replace_tags", tags: [] }],
  });
  expect(unknown.fault.code).toBe("invalid_argument");
  const empty = await bench.call("update_artifact", { locator: "spec://auth", ops: [] });
  expect(empty.fault.code).toBe("invalid_argument");
  const incomplete = await bench.call("update_artifact", {
    locator: "spec://auth",
    ops: [{ op: "set_version" }],
  });
  expect(incomplete.fault.message).toContain("needs `version`");
  const toomuch = await bench.call("update_artifact", {
    locator: "spec://auth",
    ops: [{ op: "clear_title", title: "x" }],
  });
  expect(toomuch.fault.message).toContain("does not take `title`");
});

// covers specman: dependencies-cannot-be-changed, constraints-cannot-be-changed, constraints-are-read-only,
//   dependencies-are-derived, constraints-are-derived
test("derived handles only answer: a mutation through them says that only queries are supported", async () => {
  const bench = await benchWith(base);
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
  expect(await bench.read("spec/auth/spec.md")).toBe(odd);
});

// [ENSURES: requirement-checks-before-the-first-byte.rules:TEST]
test("an update that closes a circle is refused and nothing is written", async () => {
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

test("of two updates that would close a circle together exactly one is written", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText(), "spec/b/spec.md": specText() });
  const answers = await Promise.all([
    bench.call("update_artifact", { locator: "spec://a", ops: [{ op: "add_dependency", ref: "spec://b" }] }),
    bench.call("update_artifact", { locator: "spec://b", ops: [{ op: "add_dependency", ref: "spec://a" }] }),
  ]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
});

test("what would break the data model is refused with its heading", async () => {
  const bench = await benchWith(base);
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

test("an artifact with old faults can still be updated, and mended one fault at a time", async () => {
  const bench = await benchWith({ "spec/foo/spec.md": "---\nname: bar\nversion: 1\n---\n\n# X\n" });
  const update = (op: object) => bench.call("update_artifact", { locator: "spec://foo", ops: [op] });
  expect((await update({ op: "add_tag", tag: "t" })).value["persisted"]).toBe(true);
  expect((await update({ op: "set_name", name: "foo" })).value["persisted"]).toBe(true);
  expect((await update({ op: "set_version", version: "1.0.0" })).value["persisted"]).toBe(true);
  expect(await bench.read("spec/foo/spec.md")).toBe(
    "---\nname: foo\nversion: 1.0.0\ntags:\n  - t\n---\n\n# X\n",
  );
});

// covers specman: updates-implementations, modify-flows
test("an implementation's references and languages are added, changed and removed by ops", async () => {
  const bench = await benchWith(base);
  const update = (...ops: object[]) => bench.call("update_artifact", { locator: "impl://auth-ts", ops });
  await update(
    { op: "add_reference", ref: "spec://base" },
    { op: "set_primary_language", language: "ts@5" },
    { op: "add_secondary_language", language: "sh" },
  );
  await update({ op: "add_reference", ref: "spec://base", optional: true });
  expect(await bench.read("impl/auth-ts/impl.md")).toContain(
    "references:\n  - ref: ../../spec/base/spec.md\n    type: specification\n    optional: true\nprimary_language: ts@5\nsecondary_languages:\n  - sh\n",
  );
  await update(
    { op: "remove_reference", ref: "spec://base" },
    { op: "clear_primary_language" },
    { op: "remove_secondary_language", language: "sh" },
  );
  const text = await bench.read("impl/auth-ts/impl.md");
  expect(text).toContain("references: []");
  expect(text).not.toContain("primary_language");
});

test("a location is stored relative to the implementation, however it was given", async () => {
  const bench = await benchWith({ ...base, "src/": "", "impl/auth-ts/code/": "" });
  const stored = async (location: string) => {
    const ops = [{ op: "set_location", location }];
    const { value } = await bench.call("update_artifact", { locator: "impl/auth-ts", ops, mode: "preview" });
    return /location: (.*)/.exec(String(value["updated_document"]))?.[1];
  };
  expect(await stored("src")).toBe("../../src");
  expect(await stored("../../src")).toBe("../../src");
  expect(await stored("code")).toBe("code");
  expect(await stored(join(bench.root, "src"))).toBe("../../src");
  expect(await stored("not/yet")).toBe("../../not/yet");
});

async function frontMatter(bench: Awaited<ReturnType<typeof benchWith>>): Promise<unknown> {
  const { value } = await bench.call("describe_scratch_pad", { locator: "scratch://pad" });
  return isRecord(value["artifact"]) ? value["artifact"]["front_matter"] : undefined;
}

// covers specman: updates-scratch-pads
test("every field of a scratch pad but its target can be changed", async () => {
  const bench = await benchWith(base);
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

test("a document without front matter gets a block that names it", async () => {
  const bench = await benchWith({ "spec/bare/spec.md": "# Bare\r\n" });
  await bench.call("update_artifact", {
    locator: "spec://bare",
    ops: [{ op: "set_version", version: "1.0.0" }],
  });
  expect(await bench.read("spec/bare/spec.md")).toBe(
    "---\r\nname: bare\r\nversion: 1.0.0\r\n---\r\n# Bare\r\n",
  );
});

test("front matter that cannot be read is not touched, and the refusal says where it is broken", async () => {
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
test("the artifact is named by handle, path or name, and the handle becomes its path before anything is done", async () => {
  const bench = await benchWith(base);
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
    expect(text).toBe(odd.replace("1.0.0", `1.0.${index + 1}`));
  }
});

// covers specman: update-locator-forms
test("a document on the web can be previewed and never written; a scratch pad there is refused", async () => {
  const bench = await benchWith({});
  const session = await openSession(bench.context, "update_artifact");
  if (!session.ok) throw new Error(session.fault.message);
  const answering = (text: string) => ({
    ...session.value,
    fetch: async () => ok({ changed: true as const, text }),
  });
  const url = "https://example.com/spec/far/spec.md";
  const ops = [{ op: "set_version" as const, version: "2.0.0" }];
  const preview = await updateArtifact(answering(specText()), url, ops, "preview");
  expect(preview).toMatchObject({
    ok: true,
    value: { persisted: false, updated_document: expect.stringContaining("version: 2.0.0") },
  });
  const persist = await updateArtifact(answering(specText()), url, ops, "persist");
  expect(persist).toMatchObject({ ok: false, fault: { code: "read_only_locator" } });
  for (const ref of ["../base/spec.md", "spec://base", "http://example.com/spec.md"]) {
    const local = [{ op: "add_dependency" as const, ref }];
    const refused = await updateArtifact(answering(specText()), url, local, "preview");
    expect(refused, ref).toMatchObject({ ok: false, fault: { code: "read_only_locator" } });
  }
  const pad = await updateArtifact(answering(padText("x")), url, ops, "preview");
  expect(pad).toMatchObject({ ok: false, fault: { message: expect.stringContaining("scratch pad") } });
});

test("every update of many at once is in the file at the end", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText() });
  const tags = Array.from({ length: 20 }, (_, index) => `t${String(index).padStart(2, "0")}`);
  const answers = await Promise.all(
    tags.map((tag) => bench.call("update_artifact", { locator: "spec://a", ops: [{ op: "add_tag", tag }] })),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  const text = await bench.read("spec/a/spec.md");
  for (const tag of tags) expect(text).toContain(`  - ${tag}\n`);
});

test("several entries of one list are removed at once, and the others stay", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText("tags:\n  - a\n  - b\n  - c\n  - d\n") });
  const ops = ["a", "d", "c"].map((tag) => ({ op: "remove_tag", tag }));
  await bench.call("update_artifact", { locator: "spec://a", ops });
  expect(await bench.read("spec/a/spec.md")).toContain("tags:\n  - b\n---");
});
