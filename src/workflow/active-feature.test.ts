import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree, writeTree } from "../../test/support/temporary.ts";
import { literalPath } from "../workspace/paths/paths.ts";
import { activate, activeFeature } from "./active-feature.ts";
import { featureAt } from "./feature.ts";

test("without a name SPECIFY_FEATURE_DIRECTORY decides, then the active feature; one that no longer exists is an error", async () => {
  const root = await temporaryTree({ "specs/001-a/spec.md": "a" });
  const resolve = async (override?: string) => {
    const feature = await activeFeature({ root }, override);
    return feature.ok ? feature.value.folder : feature.fault.message;
  };
  await writeTree(root, { "specs/002-b/spec.md": "b", "specs/003-c/spec.md": "c" });
  expect(await resolve()).toBe("No feature is named and none is active.");
  await writeTree(root, { ".specify/feature.json": '{"feature_directory":"specs/002-b"}' });
  expect(await resolve()).toBe("002-b");
  for (const chosen of ["003-c", "specs/003-c", join(root, "specs/003-c")])
    expect(await resolve(chosen), chosen).toBe("003-c");
  expect(await resolve("004-d")).toBe("SPECIFY_FEATURE_DIRECTORY is `004-d`, which is not a feature.");
  await rm(join(root, "specs/002-b"), { recursive: true });
  expect(await resolve()).toBe("The active feature `specs/002-b` no longer exists.");
});

test("an active feature without a path is looked up in the specs folder; an empty value counts as unset", async () => {
  const root = await temporaryTree({
    "hewto.toml": '[git]\nspecs_directory = "features"\n',
    "features/001-a/spec.md": "a",
    "specs/": "",
    ".specify/feature.json": '{"feature_directory":"001-a"}',
  });
  expect(await activeFeature({ root })).toMatchObject({ value: { path: "features/001-a" } });
  await writeTree(root, { ".specify/feature.json": '{"feature_directory":""}' });
  expect(await activeFeature({ root })).toMatchObject({ fault: { code: "invalid_argument" } });
});

test("making a feature active keeps the other keys, and does not touch a file that is not JSON", async () => {
  const root = await temporaryTree({ "specs/001-a/spec.md": "a" });
  const written = async (text: string) => {
    await writeTree(root, { ".specify/feature.json": text });
    const feature = featureAt({ root }, literalPath("specs/001-a"));
    expect(await activate(feature, new AbortController().signal)).toMatchObject({ ok: true });
    return readFile(join(root, ".specify/feature.json"), "utf8");
  };
  expect(JSON.parse(await written('{"mine": 1}'))).toEqual({ mine: 1, feature_directory: "specs/001-a" });
  expect(await written('{"mine": 1,')).toBe('{"mine": 1,');
});
