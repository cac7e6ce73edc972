import { expect, test } from "vitest";
import { protectedReason } from "../write/plan.ts";
import { isGitName } from "./names.ts";

test("every spelling that some file system treats as `.git` is protected from writes", () => {
  for (const name of [
    ".git",
    ".GIT",
    ".git.",
    ".git ",
    ".git. .",
    "git~1",
    "GIT~1",
    "GIT~2.",
    ".g\u200cit",
    "\ufeff.git",
    ".git::$INDEX_ALLOCATION",
  ]) {
    expect(isGitName(name), JSON.stringify(name)).toBe(true);
    expect(protectedReason(`sub/${name}/hooks/post-checkout`), JSON.stringify(name)).toBeDefined();
  }
  for (const name of [".gitignore", ".github", "git", ".git-blame", "x.git", "git~", ".gitmodules"])
    expect(isGitName(name), name).toBe(false);
});
