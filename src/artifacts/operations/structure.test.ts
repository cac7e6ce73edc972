import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";
import { artifactResources } from "./resources.ts";

const slugs = (value: Record<string, unknown>) =>
  Array.isArray(value["headings"])
    ? value["headings"].map((heading) => (isRecord(heading) ? heading.slug : ""))
    : [];

async function read(bench: Awaited<ReturnType<typeof benchWith>>, uri: string) {
  return artifactResources.read(bench.context, uri);
}

test("headings get the slugs of the data model, repeated ones are numbered, and one without letters is an error of its own", async () => {
  const text =
    "# Overview\n\n## Overview\n\n## Overview\n\n## Workspace & Data Governance\n\n## Café\n\n## Straße\n\n## `code` name\n\n## **b** [l](#overview-2)\n\n## 🚀\n";
  const bench = await benchWith({ "spec/a/spec.md": `---\nversion: 1.0.0\n---\n${text}` });
  const { value } = await bench.call("list_headings", { locator: "spec://a" });
  expect(slugs(value)).toEqual([
    "overview",
    "overview-1",
    "overview-2",
    "workspace-data-governance",
    "cafe",
    "strasse",
    "code-name",
    "b-l",
    "",
  ]);
  expect((await bench.call("validate_references", { locator: "spec://a" })).value["status"]).toBe("Success");
  const status = (await bench.call("workspace_status")).value["artifacts"];
  expect(JSON.stringify(status)).toContain("Concept: Markdown Slugs");
});

test("relations name the artifact, parents, constraint owners and links, and invalid links are kept with their reason", async () => {
  const body =
    "### Concept: A\n\n[to b](#concept-b) [file](../../docs/x.txt) [bad](#nope)\n\n!concept-b.rules:\n- MUST\n\n### Concept: B\n";
  const bench = await benchWith({ "spec/a/spec.md": specText("", body), "docs/x.txt": "x" });
  const { value } = await bench.call("list_headings", { locator: "spec://a", relations: true });
  expect(value["relations"]).toEqual(
    expect.arrayContaining([
      { kind: "HeadingToArtifact", from: "spec/a/spec.md#concept-a", to: "spec/a/spec.md", line: 11 },
      {
        kind: "ParentToChild",
        from: "spec/a/spec.md#terminology-references",
        to: "spec/a/spec.md#concept-a",
        line: 11,
      },
      {
        kind: "ConstraintToHeading",
        from: "spec/a/spec.md!concept-b.rules",
        to: "spec/a/spec.md#concept-b",
        line: 15,
      },
      {
        kind: "HeadingToHeading",
        from: "spec/a/spec.md#concept-a",
        to: "spec/a/spec.md#concept-b",
        line: 13,
      },
      { kind: "HeadingToFile", from: "spec/a/spec.md#concept-a", to: "docs/x.txt", line: 13 },
    ]),
  );
  expect(value["invalid"]).toMatchObject([
    { destination: "#nope", line: 13, reason: expect.stringContaining("#nope") },
  ]);
});

test("a heading is rendered with what it links to, in link order, each once, and circles end", async () => {
  const body =
    "### Concept: A\n\n[b](#concept-b) then [other](../b/spec.md#concept-far)\n\n#### Detail\n\ninside\n\n### Concept: B\n\n[c](#concept-c)\n\n### Concept: C\n\n[a](#concept-a) [detail](#detail)\n";
  const bench = await benchWith({
    "spec/a/spec.md": specText("", body),
    "spec/b/spec.md": specText("", "### Concept: Far\n\nfar away\n"),
  });
  const { value } = await bench.call("render_heading", { locator: "spec://a", slug: "#concept-a" });
  const parts = Array.isArray(value["parts"])
    ? value["parts"].map((part) => (isRecord(part) ? `${part.path}#${part.slug}` : ""))
    : [];
  expect(parts).toEqual([
    "spec/a/spec.md#concept-a",
    "spec/a/spec.md#detail",
    "spec/a/spec.md#concept-b",
    "spec/a/spec.md#concept-c",
    "spec/b/spec.md#concept-far",
  ]);
  expect(String(value["markdown"]).match(/### Concept: A/g)).toHaveLength(1);
  const unknown = await bench.call("render_heading", { locator: "spec://a", slug: "concept-aa" });
  expect(unknown.fault).toMatchObject({
    code: "heading_not_found",
    remedy: expect.stringContaining("#concept-a"),
  });
});

test("links are followed fifty deep and no further, and the rendering says so", async () => {
  const body = Array.from({ length: 60 }, (_, n) => `### S${n}\n\n[next](#s${n + 1})\n`).join("\n");
  const bench = await benchWith({ "spec/a/spec.md": specText("", `${body}\n### S60\n`) });
  const { value } = await bench.call("render_heading", { locator: "spec://a", slug: "s0" });
  expect(Array.isArray(value["parts"]) && value["parts"].length).toBe(51);
  expect(value["cut"]).toEqual(["spec/a/spec.md#s51"]);
  expect(String(value["markdown"])).toContain("deeper than 50");
});

const constrained = specText(
  "",
  "### Concept: A\n\n!concept-a.group:\n\n- It MUST be.\n  - Nested.\n\n!concept-a.group.b:\n- Other.\n\n## Next\n",
);

// covers specman: constraint-index, constraint-id-text, deterministic-constraint-index,
//   index-has-constraint-ids, index-has-identifier-lines, index-has-uris
test("the constraint index lists id, literal identifier line and canonical URI in document order", async () => {
  const bench = await benchWith({ "spec/x/spec.md": constrained, "spec/empty/spec.md": specText() });
  const expected = {
    artifact: "spec://x",
    constraints: [
      {
        constraint_id: "concept-a.group",
        identifier_line: "!concept-a.group:",
        uri: "spec://x/constraints/concept-a.group",
        path: "spec/x/spec.md",
        line: 13,
      },
      {
        constraint_id: "concept-a.group.b",
        identifier_line: "!concept-a.group.b:",
        uri: "spec://x/constraints/concept-a.group.b",
        path: "spec/x/spec.md",
        line: 18,
      },
    ],
  };
  expect((await bench.call("list_constraints", { locator: "spec://x" })).value).toEqual(expected);
  for (const uri of ["spec://x/constraints", "spec://X/constraints/"]) {
    const [one, two] = [await read(bench, uri), await read(bench, uri)];
    expect(one).toEqual(two);
    expect(one).toMatchObject({
      ok: true,
      value: [{ uri, mimeType: "application/json", text: JSON.stringify(expected, null, 2) }],
    });
  }
  expect((await bench.call("list_constraints", { locator: "spec://empty" })).value["constraints"]).toEqual(
    [],
  );
});

// covers specman: constraint-group, group-is-markdown, group-is-whole, exact-group-match
test("a constraint is read exactly: its line, its statements, and nothing of a neighbour that shares its prefix", async () => {
  const bench = await benchWith({ "spec/x/spec.md": constrained });
  const uri = "spec://x/constraints/concept-a.group";
  expect(await read(bench, uri)).toEqual({
    ok: true,
    value: [{ uri, mimeType: "text/markdown", text: "!concept-a.group:\n\n- It MUST be.\n  - Nested." }],
  });
  const { value } = await bench.call("get_constraint", {
    locator: "spec://x",
    constraint_id: "concept-a.group.b",
  });
  expect(value).toMatchObject({
    markdown: "!concept-a.group.b:\n- Other.",
    heading: "concept-a",
    line: 18,
    end_line: 19,
  });
  const around = await bench.call("get_constraint", {
    locator: "spec://x",
    constraint_id: "concept-a.group",
    context: true,
  });
  expect(around.value["context"]).toContain("### Concept: A");
});

// covers specman: missing-constraint
test("a constraint that is not there is an error with the artifact and the id, also when only the case differs", async () => {
  const bench = await benchWith({ "spec/x/spec.md": constrained });
  for (const id of ["Concept-A.group", "concept-a.grou", "concept-a"]) {
    const missing = await read(bench, `spec://x/constraints/${id}`);
    expect(missing).toMatchObject({
      ok: false,
      fault: { code: "constraint_not_found", artifact: "spec://x", message: expect.stringContaining(id) },
    });
    expect(!missing.ok && missing.fault.message).toContain("spec://x");
  }
});

test("constraints of a missing specification and of other kinds are errors", async () => {
  const bench = await benchWith({
    "spec/x/spec.md": constrained,
    "impl/x-ts/impl.md": implText("../../spec/x/spec.md"),
  });
  expect(await read(bench, "spec://nothing/constraints")).toMatchObject({
    ok: false,
    fault: { code: "artifact_not_found" },
  });
  for (const uri of [
    "impl://x-ts/constraints",
    "scratch://p/constraints",
    "spec://x/constraints//",
    "spec://x/constraints/!concept-a.group",
  ]) {
    expect((await read(bench, uri)).ok, uri).toBe(false);
  }
  const kind = await bench.call("list_constraints", { locator: "impl://x-ts" });
  expect(kind.fault).toMatchObject({ code: "kind_mismatch" });
});

test("the groups of the fenced example in a specification about constraints are not groups", async () => {
  const body = "### Concept: A\n\n```markdown\n!example-a.b:\n- x\n```\n\n!concept-a.real:\n- y\n";
  const bench = await benchWith({ "spec/x/spec.md": specText("", body) });
  expect((await bench.call("list_constraints", { locator: "x" })).value["constraints"]).toMatchObject([
    { constraint_id: "concept-a.real" },
  ]);
});
