import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { repositoryAt } from "./repository.ts";
import { unchangedBlobs } from "./unchanged.ts";

const signal = new AbortController().signal;

async function namesAt(root: string): Promise<string[]> {
  const repository = repositoryAt(root);
  return repository ? [...(await unchangedBlobs(repository, signal)).keys()].sort() : [];
}

test("only files whose bytes can be those of their blob are listed", async () => {
  const root = await temporaryRepository({
    ".gitattributes": "ident.ts ident\nfiltered.bin filter=rot\nwide.txt working-tree-encoding=ISO-8859-1\n",
    "plain.ts": "let plain;\n",
    "name with\ttab.ts": "let tab;\n",
    "edited.ts": "let edited;\n",
    "assumed.ts": "let assumed;\n",
    "skipped.ts": "let skipped;\n",
    "ident.ts": "// $Id$\n",
    "filtered.bin": "same size\n",
    "wide.txt": "wide\n",
  });
  runGit(root, "update-index", "--assume-unchanged", "assumed.ts");
  runGit(root, "update-index", "--skip-worktree", "skipped.ts");
  // As long as before, so that only git's own comparison can notice it.
  for (const name of ["edited", "assumed", "skipped"])
    await writeFile(join(root, `${name}.ts`), `LET ${name};\n`);
  await writeFile(join(root, "untracked.ts"), "let untracked;\n");
  expect(await namesAt(root)).toEqual([".gitattributes", "name with\ttab.ts", "plain.ts"]);
  runGit(root, "add", "edited.ts");
  const repository = repositoryAt(root);
  const blobs = repository && (await unchangedBlobs(repository, signal));
  expect(blobs?.get("edited.ts"), "what is staged is a blob, too").toBe(
    runGit(root, "hash-object", "edited.ts").trim(),
  );
});
