import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree, writeTree } from "../../test/support/temporary.ts";
import { activeFeature } from "./active-feature.ts";

test("without a name the chosen feature is meant, else the active one; one that is gone is told as such", async () => {
  const root = await temporaryTree({ "specs/001-a/spec.md": "a" });
  const meant = async (chosen?: string) => {
    const found = await activeFeature({ root }, chosen);
    return found.ok ? found.value.folder : found.fault.message;
  };
  await writeTree(root, { "specs/002-b/spec.md": "b", "specs/003-c/spec.md": "c" });
  expect(await meant()).toBe("No feature is named and none is active.");
  await writeTree(root, { ".specify/feature.json": '{"feature_directory":"specs/002-b"}' });
  expect(await meant()).toBe("002-b");
  expect(await meant("003-c")).toBe("003-c");
  await rm(join(root, "specs/002-b"), { recursive: true });
  expect(await meant()).toBe("The active feature `specs/002-b` is not there any more.");
});
