import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleSource } from "../../scripts/bundle-source.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** A TypeScript module of this repository, bundled and loaded. Packages are found as the source finds them. */
export async function bundled(source) {
  // Four folders below the root, where the source has its reader of grammars.
  const outfile = join(
    root,
    "node_modules/.cache/hewto-bench/bundled",
    `${basename(source, ".ts")}-${process.pid}.mjs`,
  );
  await bundleSource(join(root, source), outfile);
  return import(pathToFileURL(outfile).href);
}
