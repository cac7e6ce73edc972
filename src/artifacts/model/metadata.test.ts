import { expect, test } from "vitest";
import type { ArtifactKind } from "./kinds.ts";
import { readMetadata } from "./metadata.ts";

function messages(kind: ArtifactKind, data: Record<string, unknown>): string[] {
  return readMetadata(kind, "x", data).findings.map(({ message }) => message);
}

test("valid front matter has no findings, and unknown keys are ignored", () => {
  expect(messages("specification", { name: "x", version: "1.0.0-rc.1+build.5", custom: 7 })).toEqual([]);
  expect(messages("implementation", { spec: "../../spec/x/spec.md", version: "2.0.0" })).toEqual([]);
  expect(messages("scratch_pad", { target: "impl/x/impl.md", work_type: { feat: {} } })).toEqual([]);
});

test("a field of the wrong type is left out and reported", () => {
  const { metadata, findings } = readMetadata("specification", "x", {
    version: 1,
    tags: ["a", 2],
    title: "",
  });
  expect(metadata).toMatchObject({ tags: ["a"], version: undefined, title: undefined });
  expect(findings.map(({ key }) => key)).toEqual(["version", "title", "tags"]);
});

test("the op list for an invalid version suggests the nearest valid one", () => {
  const [finding] = readMetadata("specification", "x", { version: "v1.02" }).findings;
  expect(finding?.ops).toEqual([{ op: "set_version", version: "1.2.0" }]);
});

test("a name that differs from the folder is reported with the op that fixes it", () => {
  const [finding] = readMetadata("specification", "x", { name: "y", version: "1.0.0" }).findings;
  expect(finding).toMatchObject({ key: "name", ops: [{ op: "set_name", name: "x" }] });
});

test("keys of another kind are reported", () => {
  expect(messages("specification", { version: "1.0.0", target: "impl/x/impl.md" })).toEqual([
    "`target` does not belong in the front matter of a specification.",
  ]);
});
