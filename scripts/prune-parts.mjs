import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Merging leaves files that nothing asks for any more; they are not shipped. */
export function pruneParts(folder, entries) {
  const wanted = new Set();
  const visit = (name) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const [, next] of readFileSync(join(folder, name), "utf8").matchAll(/["']\.\/([\w.-]+\.js)["']/g))
      visit(next);
  };
  for (const entry of entries) visit(entry);
  for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name));
}
