import fc from "fast-check";
import { expect, test } from "vitest";
import { benchWith, unusualSpec, updateFiles } from "../../../test/support/artifacts.ts";
import { inputSchema } from "../../operation/schema.ts";
import { artifactsToolset } from "../operations/toolset.ts";
import { opNames } from "./ops.ts";

// covers specman: update-takes-operations
test("ops describe the desired state: contradictions are refused and the order does not matter", async () => {
  const bench = await benchWith(updateFiles);
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
  expect(await bench.read("spec/auth/spec.md")).toBe(unusualSpec);
});

test("a list of ops gives the same bytes in any order", async () => {
  const bench = await benchWith(updateFiles);
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
  const bench = await benchWith(updateFiles);
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
test("the ops are exactly those of SpecMan Core, none of them replaces a list, and each fits only its kinds", async () => {
  const bench = await benchWith(updateFiles);
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
