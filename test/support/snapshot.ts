import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { byCodePoint } from "../../src/kernel/order.ts";

/** Everything below a folder except our state: each path with its mode and its bytes. Equal means identical. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort(byCodePoint)) {
    if (name !== ".hewto") await describe(folder, name, seen);
  }
  return seen;
}

async function describe(folder: string, path: string, seen: Record<string, string>): Promise<void> {
  const place = join(folder, path);
  const entry = await lstat(place);
  const mode = (entry.mode & 0o7777).toString(8);
  if (entry.isSymbolicLink()) seen[path] = `link ${await readlink(place)}`;
  else if (entry.isFile()) seen[path] = `${mode} ${await readFile(place, "latin1")}`;
  else {
    seen[`${path}/`] = mode;
    for (const name of (await readdir(place)).sort(byCodePoint))
      await describe(folder, `${path}/${name}`, seen);
  }
}
