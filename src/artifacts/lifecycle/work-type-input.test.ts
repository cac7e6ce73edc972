import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";

const base = {
  "spec/auth/spec.md": specText("", "## Concepts\n\n### Concept: Login\n\n### Concept: Logout\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md"),
};

// covers specman: metadata-checked-before-writing, metadata-constraints, invariants-enforced
test("a work type that does not fit is refused under the heading Work Type, and no folder is left behind", async () => {
  const bench = await benchWith(base);
  const cases = [
    [{ revision: { revised_headings: [] } }, "impl://auth-ts"],
    [{ feat: {} }, "spec://auth"],
    [{ draft: {} }, "https://example.com/spec.md"],
    [{ fix: { fixed_headings: [] } }, "https://example.com/impl.md"],
    [{ feat: {}, ref: {} }, "impl://auth-ts"],
    [null, "impl://auth-ts"],
    [{ feat: null }, "impl://auth-ts"],
    [{ chore: {} }, "impl://auth-ts"],
    [{ revision: { revised_headings: ["#concept-nothing"] } }, "spec://auth"],
    [{ revision: { revised_headings: [["x"]] } }, "spec://auth"],
  ] as const;
  for (const [work_type, target] of cases) {
    const { fault } = await bench.call("create_artifact", {
      kind: "scratch_pad",
      name: "pad",
      target,
      work_type,
    });
    expect(fault, JSON.stringify(work_type)).toMatchObject({
      code: "invalid_work_type",
      data_model_heading: "Work Type",
    });
  }
  const missing = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad",
    target: "spec://auth",
  });
  expect(missing.fault.data_model_heading).toBe("Work Type");
  expect(await readdir(join(bench.root, ".specman"))).not.toContain("scratchpad");
});

test("an unknown heading is refused with the most similar ones", async () => {
  const bench = await benchWith(base);
  const { fault } = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad",
    target: "spec://auth",
    work_type: { revision: { revised_headings: ["concept-logn"] } },
  });
  expect(fault.remedy).toContain("`#concept-login`");
});

test("a draft can precede its specification", async () => {
  const bench = await benchWith({});
  const { value } = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad",
    target: "spec://ferry",
    work_type: "draft",
  });
  expect(value["front_matter"]).toMatchObject({ target: "spec/ferry/spec.md", work_type: { draft: {} } });
  const feat = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad2",
    target: "impl://ferry-ts",
    work_type: "feat",
  });
  expect(feat.fault.code).toBe("dependency_missing");
});

test("a feat or ref can target a remote implementation", async () => {
  const bench = await benchWith({});
  const { value } = await bench.call("create_artifact", {
    kind: "scratch_pad",
    name: "pad",
    target: "https://example.com/impl/far/impl.md",
    work_type: { ref: { refactored_headings: ["#x"] } },
  });
  expect(value["front_matter"]).toMatchObject({ target: "https://example.com/impl/far/impl.md" });
});
