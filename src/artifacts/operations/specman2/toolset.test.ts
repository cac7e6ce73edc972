import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { implText, specText } from "../../../../test/support/artifacts.ts";
import { specPlace } from "../../../../test/support/specs.ts";
import { specman2Toolset } from "./toolset.ts";

const tools = specman2Toolset.operations;
const files = {
  ".specman/cache/": "",
  "spec/ferry/spec.md": specText("", "### Concept: Ferry\n\n!concept-ferry.limits:\n\n- It MUST float.\n"),
  "impl/ferry-ts/impl.md": implText("../../spec/ferry/spec.md", "location: ../../src\n"),
  "src/a.ts": "// [ENSURES: concept-ferry.limits]\n",
};

test("each tool of SpecMan MCP 2.0 creates its kind of artifact or scratch pad", async () => {
  const place = await specPlace(files);
  const made = async (tool: keyof typeof tools, args: Record<string, string>) =>
    (await place.call(tools[tool], args)).value;
  expect(await made("create_specification", { name: "dock", title: "Dock" })).toMatchObject({
    id: { kind: "Specification", name: "dock" },
    handle: "spec://dock",
    path: "spec/dock/spec.md",
  });
  expect(await made("create_implementation", { name: "dock-ts", target: "spec://dock" })).toMatchObject({
    handle: "impl://dock-ts",
  });
  const pads = [
    ["create_revision", "revision", "spec://ferry"],
    ["create_feature", "feat", "impl://ferry-ts"],
    ["create_refactor", "ref", "impl://ferry-ts"],
    ["create_fix", "fix", "impl://ferry-ts"],
  ] as const;
  for (const [tool, type, target] of pads) {
    const { path } = await made(tool, { name: `add-${type}`, target });
    expect(await readFile(join(place.root, path), "utf8"), tool).toMatch(
      new RegExp(`work_type:\\s+${type}:`),
    );
  }
});

test("a feature is not planned on a specification", async () => {
  const place = await specPlace(files);
  const wrong = await place.call(tools.create_feature, { name: "add-x", target: "spec://ferry" });
  expect(wrong.code).toBe("invalid_work_type");
});

test("an update writes only the front matter of its own kind, and a preview writes nothing", async () => {
  const place = await specPlace(files);
  const spec = () => readFile(join(place.root, "spec/ferry/spec.md"), "utf8");
  const change = { locator: "spec://ferry", version: "2.0.0", tags: ["sea"] };
  const preview = await place.call(tools.update_specification, { ...change, mode: "preview" });
  expect(preview.value).toMatchObject({ persisted: false });
  expect(await spec()).toBe(files["spec/ferry/spec.md"]);
  const other = await place.call(tools.update_implementation, { ...change, mode: "persist" });
  expect(other.code).toBe("kind_mismatch");
  expect(await spec()).toBe(files["spec/ferry/spec.md"]);
  const done = await place.call(tools.update_specification, { ...change, mode: "persist" });
  expect(done.value).toMatchObject({ persisted: true });
  expect(await spec()).toContain("version: 2.0.0");
  expect(await spec()).toContain("It MUST float.");
});

test("the status is a report, whatever it finds", async () => {
  const place = await specPlace({ ...files, "src/a.ts": "" });
  const { value } = await place.call(tools.get_workspace_status, { http: false });
  expect(value).toMatchObject({ global_status: "Fail", artifact_count: 2 });
});

test("a tool for one work type does not change a scratch pad of another", async () => {
  const place = await specPlace(files);
  await place.call(tools.create_fix, { name: "stop-leak", target: "impl://ferry-ts" });
  const change = { locator: "scratch://stop-leak", description: "A leak.", mode: "persist" } as const;
  const wrong = [tools.update_feature, tools.update_refactor, tools.update_revision];
  for (const tool of wrong) expect((await place.call(tool, change)).code, tool.name).toBe("kind_mismatch");
  expect((await place.call(tools.update_fix, change)).value).toMatchObject({ persisted: true });
});
