import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { snapshot } from "../../../test/support/snapshot.ts";
import { isRecord } from "../../kernel/json.ts";

const healthy = {
  "spec/a/spec.md": specText("", "### Concept: A\n\n!concept-a.one:\n- MUST\n"),
  "impl/a-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src\n"),
  ".specman/scratchpad/pad/scratch.md": padText("impl/a-ts/impl.md"),
  "src/a.ts": "// [ENSURES: concept-a.one]\n",
};

test("a healthy workspace passes, and checking it changes nothing", async () => {
  const bench = await benchWith(healthy);
  const before = await snapshot(bench.root);
  const { value, text } = await bench.call("workspace_status");
  expect(value).toMatchObject({
    global_status: "Pass",
    spec_impl_status: "Pass",
    scratchpad_status: "Pass",
    artifact_count: 3,
    cycle_errors: [],
    structure_errors: [],
  });
  expect(Object.keys(value["artifacts"] ?? {})).toEqual(["spec://a", "impl://a-ts", "scratch://pad"]);
  expect(text).toMatch(/^Global Status: PASS \(3 artifacts\)/);
  expect(await snapshot(bench.root)).toEqual(before);
});

test("all problems are collected, each with its heading, and scratch pads never fail the global status", async () => {
  const bench = await benchWith({
    ...healthy,
    ".specman/scratchpad/bad/scratch.md": "---\ntarget: nowhere.md\n---\n\n# X\n",
  });
  const { value } = await bench.call("workspace_status");
  expect(value).toMatchObject({ global_status: "Pass", scratchpad_status: "Fail" });
  const without = await bench.call("workspace_status", { scratchpads: false });
  expect(without.value).toMatchObject({ scratchpad_status: "Pass", artifact_count: 2 });
});

// [ENSURES: requirement-coverage-as-a-verdict.rules:TEST]
// [VERIFIES: traceability/coverage-as-a-verdict#a-group-without-a-tag]
test("missing coverage fails, orphaned tags do not, and each part can be turned off", async () => {
  const bench = await benchWith({ ...healthy, "src/a.ts": "// [ENSURES: other.thing]\n" });
  const { value } = await bench.call("workspace_status");
  expect(value).toMatchObject({
    global_status: "Fail",
    artifacts: {
      "impl://a-ts": {
        ok: false,
        compliance_missing: ["concept-a.one"],
        compliance_orphans: [{ identifier: "other.thing" }],
        compliance_scan_root: "src",
      },
    },
  });
  expect((await bench.call("workspace_status", { compliance: false })).value["global_status"]).toBe("Pass");
  await bench.write({ "src/a.ts": "// [ENSURES: other.thing] [ENSURES: concept-a.one]\n" });
  expect((await bench.call("workspace_status")).value["global_status"]).toBe("Pass");
});

test("cycles and nested artifacts are errors of the workspace", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText("dependencies:\n  - ../b/spec.md\n"),
    "spec/b/spec.md": specText("dependencies:\n  - ../a/spec.md\n"),
    "spec/a/inner/spec.md": specText(),
    "spec/spec.md": specText(),
  });
  const { value } = await bench.call("workspace_status");
  expect(value).toMatchObject({
    global_status: "Fail",
    artifact_count: 2,
    cycle_errors: [
      { cycle: ["spec://a", "spec://b", "spec://a"], data_model_heading: "Dependency Graph Integrity" },
    ],
    structure_errors: [
      { path: "spec/a/inner/spec.md", data_model_heading: "Specification Layout" },
      { path: "spec/spec.md", data_model_heading: "Specification Layout" },
    ],
  });
  expect(
    (await bench.call("workspace_status", { cycles: false, structure: false })).value["global_status"],
  ).toBe("Pass");
});

/** One file that breaks one rule, and the heading that the status must cite for it. */
const invariants: readonly (readonly [
  string,
  string,
  Record<string, string | Uint8Array>,
  string,
  string,
])[] = [
  [
    "a handle in front matter",
    "impl://x-ts",
    { "impl/x-ts/impl.md": implText("spec://a") },
    "Locator Schemes",
    "concept-implementations.locator-schemes.resolution",
  ],
  [
    "a handle in the text",
    "spec://x",
    { "spec/x/spec.md": specText("", "### Concept: X\n\nSee spec://a for more.\n") },
    "Locator Schemes",
    "concept-implementations.locator-schemes.resolution",
  ],
  [
    "a heading twice",
    "spec://x",
    { "spec/x/spec.md": specText("", "### Concept: X\n\n### Concept: X\n") },
    "Specification Headings",
    "concept-specifications.headings.structure",
  ],
  [
    "a constraint group twice",
    "spec://x",
    { "spec/x/spec.md": specText("", "### Concept: X\n\n!a.b:\n- x\n\n!a.b:\n- y\n") },
    "Constraint Identifier Lines",
    "concept-constraints.identifiers.formatting",
  ],
  [
    "a spec that depends on an impl",
    "spec://x",
    { "spec/x/spec.md": specText("dependencies:\n  - ../../impl/a-ts/impl.md\n") },
    "Dependencies",
    "concept-specifications.dependencies",
  ],
  [
    "no governing spec",
    "impl://x-ts",
    { "impl/x-ts/impl.md": "---\nversion: 1.0.0\n---\n# X\n" },
    "Specification Coverage",
    "concept-implementations.specification-coverage.requirements",
  ],
  [
    "code outside",
    "impl://x-ts",
    { "impl/x-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../../x\n") },
    "Implementation Locators",
    "concept-implementations.locators.model",
  ],
  [
    "a pad that depends on a spec",
    "scratch://x",
    {
      ".specman/scratchpad/x/scratch.md": padText(
        "impl/a-ts/impl.md",
        "feat: {}",
        "dependencies:\n  - spec/a/spec.md\n",
      ),
    },
    "Scratch Pad Dependencies",
    "concept-scratch-pads.dependencies",
  ],
  [
    "two work types",
    "scratch://x",
    { ".specman/scratchpad/x/scratch.md": padText("impl/a-ts/impl.md", "feat: {}\n  fix: {}") },
    "Work Type",
    "concept-scratch-pads.work-type",
  ],
  [
    "a target of the wrong kind",
    "scratch://x",
    { ".specman/scratchpad/x/scratch.md": padText("spec/a/spec.md") },
    "Work Type",
    "concept-scratch-pads.work-type",
  ],
  [
    "a heading that is not there",
    "scratch://x",
    {
      ".specman/scratchpad/x/scratch.md": padText(
        "spec/a/spec.md",
        "revision: {revised_headings: ['#gone']}",
      ),
    },
    "Work Type",
    "concept-scratch-pads.work-type",
  ],
  ["a verb", "spec://add-x", { "spec/add-x/spec.md": specText() }, "Specification Name", ""],
  [
    "the name of a spec",
    "impl://a",
    { "impl/a/impl.md": implText("../../spec/a/spec.md") },
    "Implementation Name",
    "",
  ],
  [
    "no semantic version",
    "spec://x",
    { "spec/x/spec.md": "---\nversion: v1\n---\n# X\n" },
    "Specification Version",
    "",
  ],
  [
    "a reference without type",
    "impl://x-ts",
    { "impl/x-ts/impl.md": implText("../../spec/a/spec.md", "references:\n  - ../../spec/a/spec.md\n") },
    "References",
    "concept-implementations.references.model",
  ],
  [
    "a heading without letters",
    "spec://x",
    { "spec/x/spec.md": specText("", "### Concept: X\n\n## 🚀\n") },
    "Concept: Markdown Slugs",
    "concept-markdown-slugs.formatting",
  ],
  [
    "a pad without notes",
    "scratch://x",
    {
      ".specman/scratchpad/x/scratch.md": "---\ntarget: impl/a-ts/impl.md\nwork_type: {feat: {}}\n---\n# X\n",
    },
    "Scratch Pad Content",
    "concept-scratch-pads.content",
  ],
  [
    "a branch that does not fit",
    "scratch://x",
    { ".specman/scratchpad/x/scratch.md": padText("impl/a-ts/impl.md", "feat: {}", "branch: main\n") },
    "Git Branches",
    "concept-scratch-pads.git-branches",
  ],
  [
    "a stray key",
    "spec://x",
    { "spec/x/spec.md": specText("target: x\n") },
    "Specification Metadata",
    "concept-specifications.metadata.frontmatter",
  ],
  [
    "front matter that is a list",
    "spec://x",
    { "spec/x/spec.md": "---\n- a\n---\n# X\n" },
    "Specification Metadata",
    "concept-specifications.metadata.frontmatter",
  ],
  [
    "a duplicate key",
    "spec://x",
    { "spec/x/spec.md": "---\nname: x\nname: x\n---\n# X\n" },
    "Specification Metadata",
    "concept-specifications.metadata.frontmatter",
  ],
  [
    "an unclosed block",
    "spec://x",
    { "spec/x/spec.md": "---\nname: x\n" },
    "Specification Metadata",
    "concept-specifications.metadata.frontmatter",
  ],
  [
    "a version that is a number",
    "spec://x",
    { "spec/x/spec.md": "---\nversion: 1\n---\n# X\n" },
    "Specification Version",
    "",
  ],
  [
    "no front matter on an impl",
    "impl://x-ts",
    { "impl/x-ts/impl.md": "# X\n" },
    "Implementation Metadata",
    "concept-implementations.metadata.frontmatter",
  ],
  [
    "an empty block on a pad",
    "scratch://x",
    { ".specman/scratchpad/x/scratch.md": "---\n---\n# Notes\n" },
    "Target Artifact",
    "concept-scratch-pads.target-artifact",
  ],
];

test.each(invariants)(
  "the status cites the data model for %s",
  async (_name, handle, files, heading, group) => {
    const bench = await benchWith({ ...healthy, ...files });
    const { value } = await bench.call("workspace_status");
    const statuses = isRecord(value["artifacts"]) ? value["artifacts"] : {};
    const status = statuses[handle];
    expect(status).toMatchObject({
      ok: false,
      structure_errors: expect.arrayContaining([
        expect.objectContaining({
          data_model_heading: heading,
          ...(group === "" ? {} : { constraint_group: group }),
          remedy: expect.stringMatching(/./),
        }),
      ]),
    });
    // The others are what they were: one file's fault stays its own.
    for (const other of ["spec://a", "impl://a-ts", "scratch://pad"])
      expect(statuses[other]).toMatchObject({ ok: true });
  },
);

// [ENSURES: requirement-refusals-with-a-fix.rules:TEST]
// [VERIFIES: artifact-workspace/refusals-with-a-fix#a-broken-field]
test("every op list in the status fixes its problem", async () => {
  const broken: Record<string, string> = {
    "spec/x/spec.md":
      "---\nname: y\nversion: v1\ndependencies:\n  - ../../impl/a-ts/impl.md\n  - ../gone/spec.md\n  - spec://a\n  - ftp://x\n---\n\n# X\n\n## Terminology & References\n\n### Concept: X\n",
    "spec/w/spec.md": "---\nname: w\n---\n\n# W\n\n## Terminology & References\n\n### Concept: W\n",
    "impl/x-ts/impl.md": implText(
      "spec://a",
      "references:\n  - ref: ../../spec/a/spec.md\n    type: implementation\n",
    ),
    ".specman/scratchpad/x/scratch.md": padText(
      "impl/a-ts/impl.md",
      "ref: {}",
      "branch: main\ndependencies:\n  - spec/a/spec.md\n",
    ),
  };
  const bench = await benchWith({ ...healthy, ...broken });
  for (let round = 0; round < 16; round++) {
    const { value } = await bench.call("workspace_status", { compliance: false });
    const statuses = isRecord(value["artifacts"]) ? Object.entries(value["artifacts"]) : [];
    const offers = statuses.flatMap(([handle, status]) =>
      isRecord(status) && Array.isArray(status.structure_errors) && Array.isArray(status.warnings)
        ? [...status.structure_errors, ...status.warnings].flatMap((each) =>
            isRecord(each) && each.ops ? [{ locator: handle, ops: each.ops }] : [],
          )
        : [],
    );
    const [first] = offers;
    if (first === undefined) {
      expect(value).toMatchObject({ global_status: "Pass", scratchpad_status: "Pass" });
      expect(round).toBeGreaterThan(8);
      return;
    }
    const mended = await bench.call("update_artifact", first);
    expect(mended.ok && mended.value["persisted"], JSON.stringify(first)).toBe(true);
  }
  throw new Error("the op lists do not come to an end");
});

test("the prefixes of concept and entity headings can be set for another language", async () => {
  const body = "### Konzept: Anmeldung\n\n### Größe: Konto\n";
  const bench = await benchWith({ "spec/x/spec.md": specText("", body) });
  expect((await bench.call("workspace_status")).value["artifacts"]).toMatchObject({
    "spec://x": { warnings: [{ data_model_heading: "Concept: Concept & Entity Headings" }] },
  });
  await bench.write({ "hewto.toml": '[artifacts]\nconcept_prefix = "Konzept:"\nentity_prefix = "Größe:"\n' });
  expect((await bench.call("workspace_status")).value["artifacts"]).toMatchObject({
    "spec://x": { warnings: [] },
  });
  expect((await bench.call("list_headings", { locator: "x" })).value["headings"]).toMatchObject([
    {},
    {},
    { role: "concept" },
    { role: "entity" },
  ]);
  await bench.write({ "hewto.toml": "[artifacts]\nconcept_prefix = 7\n" });
  expect((await bench.call("workspace_status")).fault).toMatchObject({ code: "invalid_config" });
});

test("unknown keys are ignored", async () => {
  const bench = await benchWith({ "spec/x/spec.md": specText("custom: 7\nowner: {team: a}\n") });
  expect((await bench.call("workspace_status")).value["artifacts"]).toMatchObject({
    "spec://x": { ok: true, warnings: [] },
  });
});

test("a byte order mark, CRLF and a block scalar with dashes are read correctly", async () => {
  const bench = await benchWith({
    "spec/x/spec.md": `\uFEFF${specText("description: |\n  one\n  ---\n  two\n").replaceAll("\n", "\r\n")}`,
  });
  const { value } = await bench.call("describe_specification", { locator: "x" });
  expect(value["artifact"]).toMatchObject({
    version: "1.0.0",
    front_matter: { description: "one\n---\ntwo\n" },
  });
  expect((await bench.call("workspace_status")).value["global_status"]).toBe("Pass");
});

test("a file that changed between two calls is checked again", async () => {
  const bench = await benchWith(healthy);
  expect((await bench.call("workspace_status")).value["global_status"]).toBe("Pass");
  await bench.write({
    "spec/a/spec.md": (await readFile(join(bench.root, "spec/a/spec.md"), "utf8")).replace("1.0.0", "1.x.0"),
  });
  expect((await bench.call("workspace_status")).value["global_status"]).toBe("Fail");
  await bench.write({ "spec/a/spec.md": (await bench.read("spec/a/spec.md")).replace("1.x.0", "1.1.0") });
  expect((await bench.call("workspace_status")).value["global_status"]).toBe("Pass");
});

test("the reason why code could not be scanned is reported once, and no tag is reported as missing", async () => {
  const bench = await benchWith({
    ...healthy,
    "impl/file-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src/a.ts\n"),
    "impl/none-ts/impl.md": implText("../../spec/a/spec.md"),
    "impl/spec-ts/impl.md": implText("../../spec/a/spec.md").replace(/^spec:.*\n/m, ""),
  });
  const { text } = await bench.call("workspace_status");
  expect(text.match(/is a file; it must be the root folder/g)).toHaveLength(1);
  expect(text.match(/no governing specification/g)).toHaveLength(1);
  expect(text).toContain(
    "impl://none-ts has no `location`, so the location of its code is unknown. Set the folder of the code with the op set_location.",
  );
  expect(text).not.toContain("without a validation tag");
});
