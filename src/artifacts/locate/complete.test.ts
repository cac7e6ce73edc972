import { expect, test } from "vitest";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { artifactPrompts } from "../operations/prompts.ts";
import { artifactResources } from "../operations/resources.ts";
import { rank } from "./complete.ts";

const base = {
  "spec/base/spec.md": specText("dependencies:\n  - ../deep/spec.md\n"),
  "spec/deep/spec.md": specText(),
  "spec/auth/spec.md": specText("dependencies:\n  - ../base/spec.md\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md", "location: ../../src\n"),
  ".specman/scratchpad/pad/scratch.md": padText("impl/auth-ts/impl.md", "fix: {fixed_headings: []}"),
};

test("completions offer handles of the right kind, prefix matches first, and scratch pads only where one is expected", async () => {
  const bench = await benchWith({
    ...base,
    "spec/author/spec.md": specText(),
    "spec/broken/spec.md": new Uint8Array([0xff]),
  });
  const complete = (reference: string, argument: string, value: string) =>
    artifactPrompts.complete?.(bench.context, { reference, argument, value, known: {} });
  expect(await complete("revision", "target", "")).toEqual([
    "spec://auth",
    "spec://author",
    "spec://base",
    "spec://deep",
  ]);
  expect(await complete("revision", "target", " AUTH ")).toEqual(["spec://auth", "spec://author"]);
  expect(await complete("impl", "spec", "spec://ba")).toEqual(["spec://base"]);
  expect(await complete("revision", "target", "ahr")).toEqual(["spec://author"]);
  expect(await complete("compliance", "implementation", "a")).toEqual(["impl://auth-ts"]);
  expect(await complete("compliance", "other", "a")).toEqual([]);
});

test("completions of resource templates offer names, and constraint ids once the specification is given", async () => {
  const bench = await benchWith({
    ...base,
    "spec/auth/spec.md": specText("", "!a.one:\n- x\n\n!a.two:\n- y\n"),
  });
  const complete = (reference: string, argument: string, value: string, known = {}) =>
    artifactResources.complete?.(bench.context, { reference, argument, value, known });
  expect(await complete("spec://{artifact}", "artifact", "")).toEqual(["auth", "base", "deep"]);
  expect(await complete("impl://{artifact}/compliance", "artifact", "")).toEqual(["auth-ts"]);
  expect(
    await complete("spec://{artifact}/constraints/{constraint_id}", "constraint_id", "tw", {
      artifact: "auth",
    }),
  ).toEqual(["a.two"]);
  expect(await complete("spec://{artifact}/constraints/{constraint_id}", "constraint_id", "")).toEqual([]);
});

test("prefix matches come first, then substrings, then letters in order", () => {
  expect(rank(["user-auth", "auth", "author", "a-u-t-h", "base"], "Auth")).toEqual([
    "auth",
    "author",
    "user-auth",
    "a-u-t-h",
  ]);
});
