import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";
import { artifactResources } from "../operations/resources.ts";

async function read(bench: Awaited<ReturnType<typeof benchWith>>, uri: string) {
  return artifactResources.read(bench.context, uri);
}

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
test("a constraint is read exactly: its line, its statements, and nothing of another one with the same prefix", async () => {
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
test("a missing constraint is an error with the artifact and the id, even if only the case differs", async () => {
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

test("constraint groups in a fenced example are ignored", async () => {
  const body = "### Concept: A\n\n```markdown\n!example-a.b:\n- x\n```\n\n!concept-a.real:\n- y\n";
  const bench = await benchWith({ "spec/x/spec.md": specText("", body) });
  expect((await bench.call("list_constraints", { locator: "x" })).value["constraints"]).toMatchObject([
    { constraint_id: "concept-a.real" },
  ]);
});
