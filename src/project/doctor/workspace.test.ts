import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { type IndexState, indexText, workspaceFindings } from "./workspace.ts";

const indexed: IndexState = { built: true, hint: "hewto index" };

async function findings(files: Record<string, string>, index = indexed, prepare?: (root: string) => unknown) {
  const root = await temporaryTree(files);
  await prepare?.(root);
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const list = await workspaceFindings(workspace.value, index);
  return list.map(({ severity, message }) => `${severity}: ${message.replaceAll(root, "ROOT")}`);
}

const git = { ".git/HEAD": "ref: refs/heads/main\n" };

test("a git repository with an index has no findings", async () => {
  expect(await findings(git)).toEqual([]);
});

test("a missing repository and a missing or outdated index are notes", async () => {
  expect(await findings({}, { built: false, hint: "hewto index" })).toEqual([
    "note: Not a git repository.",
    "note: The code is not indexed, so it cannot be searched.",
  ]);
  expect(await findings(git, { ...indexed, outdated: true })).toEqual([
    "note: The index was built by another version of Hewto.",
  ]);
});

test("a state folder that cannot be used is an error", async () => {
  expect(await findings({ ...git, ".hewto": "a file in the way" })).toEqual([
    "error: ROOT/.hewto cannot be used: ROOT/.hewto is not a folder.",
  ]);
});

test("a change that is a link is a warning", async () => {
  const list = await findings(
    {
      ...git,
      "openspec/specs/.gitkeep": "",
      "openspec/changes/.gitkeep": "",
      "elsewhere/proposal.md": "# A\n",
    },
    indexed,
    async (root) => {
      await symlink("../../elsewhere", join(root, "openspec/changes/add-a"));
    },
  );
  expect(list).toContain("warning: `openspec/changes/add-a` is a link, so it is not a change.");
});

test("the state of the index is one line", () => {
  expect(indexText({ built: false, hint: "hewto index" })).toBe("not built: hewto index");
  expect(indexText({ ...indexed, files: 1, bytes: 900, changed: 0 })).toBe("1 file, 1 kB, up to date");
  expect(indexText({ ...indexed, files: 3, bytes: 2_500_000, changed: 2 })).toBe(
    "3 files, 2.5 MB, 2 files changed since",
  );
});
