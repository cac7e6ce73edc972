import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, specText, updateFiles } from "../../../test/support/artifacts.ts";

// [ENSURES: requirement-small-edits.rules:TEST]
// covers specman: additions-are-idempotent
// [VERIFIES: artifact-workspace/small-edits#added-again]
test("adding an existing entry writes nothing, whatever its spelling", async () => {
  const bench = await benchWith(updateFiles);
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
  const bench = await benchWith({ ...updateFiles, "spec/new/spec.md": specText() });
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

// covers specman: updates-implementations, modify-flows
test("an implementation's references and languages are added, changed and removed by ops", async () => {
  const bench = await benchWith(updateFiles);
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

test("a location is stored relative to the implementation, whatever its spelling", async () => {
  const bench = await benchWith({ ...updateFiles, "src/": "", "impl/auth-ts/code/": "" });
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

test("several entries of one list are removed together, and the others stay", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText("tags:\n  - a\n  - b\n  - c\n  - d\n") });
  const ops = ["a", "d", "c"].map((tag) => ({ op: "remove_tag", tag }));
  await bench.call("update_artifact", { locator: "spec://a", ops });
  expect(await bench.read("spec/a/spec.md")).toContain("tags:\n  - b\n---");
});
