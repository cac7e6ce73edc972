import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { enclosingProject } from "./enclosing-project.ts";
import { openWorkspace } from "./root.ts";

async function above(root: string, folder: string) {
  const opened = await openWorkspace(join(root, folder));
  if (!opened.ok) throw new Error(opened.fault.message);
  return enclosingProject(opened.value);
}

describe("the project that contains a folder", () => {
  it("is the nearest folder in the checkout with a marker", async () => {
    const root = await temporaryTree({
      ".git/HEAD": "ref: refs/heads/main\n",
      "openspec/specs/a/spec.md": "# A\n",
      "packages/web/hewto.toml": "",
      "packages/web/src/deep/a.ts": "",
      "packages/api/a.ts": "",
    });
    expect(await above(root, "packages/api")).toBe(root);
    expect(await above(root, "packages/web/src/deep")).toBe(join(root, "packages/web"));
    expect(await above(root, "packages/web")).toBeUndefined();
    expect(await above(root, ".")).toBeUndefined();
  });

  it("is undefined outside a checkout, and in a checkout without markers", async () => {
    const root = await temporaryTree({
      "openspec/a.md": "",
      "inner/.git/HEAD": "ref: refs/heads/main\n",
      "inner/src/a.ts": "",
      "loose/a.ts": "",
    });
    expect(await above(root, "inner/src")).toBeUndefined();
    expect(await above(root, "loose")).toBeUndefined();
  });
});
