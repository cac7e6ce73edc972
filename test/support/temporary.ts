import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { whenOver } from "./cleanup.ts";

/** A folder of its own for one test, by its real path; removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "hewto-test-")));
  whenOver(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Writes files below a folder: `{ "a/b.md": "text" }`; a name that ends in "/" makes an empty folder. */
export async function writeTree(folder: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (!name.endsWith("/")) await writeFile(path, content);
  }
}

/** Both at once: a temporary folder that holds these files. */
export async function temporaryTree(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await temporaryFolder();
  await writeTree(folder, files);
  return folder;
}
