import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Bench, benchWith, specText } from "../../../test/support/artifacts.ts";

const effective = async (bench: Bench, kind = "specification", work_type?: string) =>
  (await bench.call("resolve_template", { kind, ...(work_type ? { work_type } : {}) })).value["template"];

// covers specman: server-resolves-the-template, tools-reference-templates
test("a file in the workspace overrides the pointer, the pointer overrides the packaged template, and every call checks again", async () => {
  const bench = await benchWith({ "t/one.md": "# one\n", "t/two.md": "# two\n" });
  expect(await effective(bench)).toMatchObject({ tier: "EmbeddedDefault", locator: "embedded://spec" });
  await bench.write({ ".specman/templates/SPEC": "t/one.md\n" });
  expect(await effective(bench)).toMatchObject({
    tier: "PointerFile",
    locator: "t/one.md",
    pointer: ".specman/templates/SPEC",
  });
  await bench.write({ ".specman/templates/SPEC": "  t/two.md  " });
  expect(await effective(bench)).toMatchObject({ locator: "t/two.md" });
  await bench.write({ ".specman/templates/spec.md": "# override\n" });
  expect(await effective(bench)).toMatchObject({
    tier: "WorkspaceOverride",
    locator: ".specman/templates/spec.md",
  });
});

test("a scratch pad's template is looked for by work type first", async () => {
  const bench = await benchWith({ ".specman/templates/scratch.md": "## Notes\n" });
  expect(await effective(bench, "scratch_pad", "fix")).toMatchObject({
    locator: ".specman/templates/scratch.md",
  });
  await bench.write({ ".specman/templates/scratch-fix.md": "## Notes\n" });
  expect(await effective(bench, "scratch_pad", "fix")).toMatchObject({
    locator: ".specman/templates/scratch-fix.md",
  });
  await bench.write({ ".specman/templates/scratch/fix.md": "## Notes\n" });
  expect(await effective(bench, "scratch_pad", "fix")).toMatchObject({
    locator: ".specman/templates/scratch/fix.md",
  });
  expect(await effective(bench, "scratch_pad", "feat")).toMatchObject({
    locator: ".specman/templates/scratch.md",
  });
  const untyped = await bench.call("resolve_template", { kind: "scratch_pad" });
  expect(untyped.fault).toMatchObject({ code: "invalid_work_type", data_model_heading: "Work Type" });
});

// covers specman: no-silent-degradation
test("a pointer that is empty, dangling, outside, plain http or a handle is an error and never falls back", async () => {
  const bench = await benchWith({ "spec/x/spec.md": specText() });
  for (const content of [
    "",
    "  \n",
    "t/none.md",
    "../x.md",
    "/etc/passwd",
    "http://x.y/t.md",
    "spec://x",
    "ftp://x",
  ]) {
    await bench.write({ ".specman/templates/SPEC": content });
    const { fault } = await bench.call("resolve_template", { kind: "specification" });
    expect(["template_error", "workspace_boundary"], `${content}: ${fault.message}`).toContain(fault.code);
    expect(fault.concept).toBe("specman.core.template_orchestration");
    expect((await bench.call("create_artifact", { kind: "specification", name: "y" })).ok).toBe(false);
  }
  expect(await readdir(join(bench.root, "spec"))).toEqual(["x"]);
});

test("front matter in a template is ignored: it is generated for each artifact", async () => {
  const bench = await benchWith({
    ".specman/templates/spec.md": "---\nname: {{output_name}}\nversion: 9.9.9\n---\n# {{title}}\n",
  });
  await bench.call("create_artifact", { kind: "specification", name: "x" });
  expect(await bench.read("spec/x/spec.md")).toBe(
    "---\nname: x\nversion: 1.0.0\ndependencies: []\n---\n\n# X\n",
  );
});
