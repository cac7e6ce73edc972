import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { byCodePoint } from "../../src/kernel/order.ts";

/** Everything below a folder except our state: each path with its mode and its bytes. Equal means identical. */
export function snapshot(folder: string): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const name of readdirSync(folder).sort(byCodePoint)) {
    if (name !== ".hewto") describe(folder, name, seen);
  }
  return seen;
}

/** The files of a snapshot with their text only; links and folders are left out. */
export function contents(folder: string): Record<string, string> {
  const files = Object.entries(snapshot(folder)).filter(([, seen]) => /^[0-7]+ /.test(seen));
  return Object.fromEntries(files.map(([path, seen]) => [path, seen.replace(/^[0-7]+ /, "")]));
}

function describe(folder: string, path: string, seen: Record<string, string>): void {
  const place = join(folder, path);
  const entry = lstatSync(place);
  const mode = (entry.mode & 0o7777).toString(8);
  if (entry.isSymbolicLink()) seen[path] = `link ${readlinkSync(place)}`;
  else if (entry.isFile()) seen[path] = `${mode} ${readFileSync(place, "latin1")}`;
  else {
    seen[`${path}/`] = mode;
    for (const name of readdirSync(place).sort(byCodePoint)) describe(folder, `${path}/${name}`, seen);
  }
}
