import { rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../../../test/support/temporary.ts";
import { findLeftovers } from "./leftovers.ts";

test("what Hewto set aside is listed; other names are not", async () => {
  const root = await temporaryTree({
    ".hewto/rescued/0123456789abcdef/a.md": "old",
    ".hewto/rescued/unsaved-1.md": "text",
    ".hewto/rescued/notes.md": "mine",
    ".hewto/index/root.json": "{}",
  });
  expect((await findLeftovers({ root })).map(({ path, kind }) => `${kind}: ${path}`)).toEqual([
    "old files: .hewto/rescued/0123456789abcdef",
    "unsaved text: .hewto/rescued/unsaved-1.md",
    "old index: .hewto/index",
  ]);
});

test("nothing is listed behind a `.hewto` that is a link", async () => {
  const root = await temporaryTree({ ".hewto/rescued/unsaved-1.md": "text" });
  await rename(join(root, ".hewto"), join(root, "elsewhere"));
  await symlink("elsewhere", join(root, ".hewto"));
  expect(await findLeftovers({ root })).toEqual([]);
});

test("a plan of this user that is not finished yet is not a leftover", async () => {
  const root = await temporaryTree({ ".hewto/journal/0123456789abcdef/plan.json": "{}" });
  expect(await findLeftovers({ root })).toEqual([]);
});
