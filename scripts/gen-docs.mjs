// Writes the pages of docs/ and the library's types that are generated from the operations and the key table. `--check`
// only compares, and fails on a difference.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleSource } from "./bundle-source.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const checking = process.argv.includes("--check");
const scratch = join(root, "node_modules", ".cache", `hewto-docs-${process.pid}`);
mkdirSync(scratch, { recursive: true });
try {
  const bundle = join(scratch, "tables.mjs");
  await bundleSource(join(root, "scripts/docs-tables.ts"), bundle);
  const { pages } = await import(pathToFileURL(bundle).href);
  const stale = [];
  for (const [name, text] of Object.entries(await pages())) {
    const file = join(root, name);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    if (checking) stale.push(`${name} is outdated: run \`npm run gen\``);
    else writeFileSync(file, text);
  }
  for (const line of stale) console.log(line);
  process.exitCode = stale.length === 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
