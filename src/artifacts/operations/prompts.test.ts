import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";
import { type AnyOperation, commandOf } from "../../operation/operation.ts";
import { artifactPrompts, getPromptTool, listPromptsTool } from "./prompts.ts";
import { artifactsToolset } from "./toolset.ts";

const base = {
  "spec/base/spec.md": specText("dependencies:\n  - ../deep/spec.md\n"),
  "spec/deep/spec.md": specText(),
  "spec/auth/spec.md": specText("dependencies:\n  - ../base/spec.md\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md", "location: ../../src\n"),
  ".specman/scratchpad/pad/scratch.md": padText("impl/auth-ts/impl.md", "fix: {fixed_headings: []}"),
};

// covers specman: spec-prompts, implementation-prompts, scratch-pad-prompts
test("there are prompts for creating and for changing each class, as a list and by name", async () => {
  const bench = await benchWith(base);
  const { value } = await bench.call("list_authoring_prompts");
  const names = Array.isArray(value["prompts"])
    ? value["prompts"].map((prompt) => (isRecord(prompt) ? prompt.name : ""))
    : [];
  expect(names).toEqual([
    "spec",
    "impl",
    "draft",
    "revision",
    "feat",
    "ref",
    "fix",
    "spec-update",
    "impl-update",
    "scratch-update",
    "migration",
    "compliance",
  ]);
  expect(artifactPrompts.list.map(({ name }) => name)).toEqual(names);
});

// covers specman: no-prompt-templates-in-the-cli
test("no command shows a prompt", () => {
  for (const tool of [listPromptsTool, getPromptTool]) expect(commandOf(tool)).toBeUndefined();
  const words = Object.values<AnyOperation>(artifactsToolset.operations).flatMap(
    (operation) => commandOf(operation)?.words ?? [],
  );
  expect(words.filter((word) => word.includes("prompt"))).toEqual([]);
});
