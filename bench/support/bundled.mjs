import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** A TypeScript module of this repository, bundled and loaded. Packages are found as the source finds them. */
export async function bundled(source) {
  // Below node_modules, so that the module finds grammars where the source would.
  const outfile = join(
    root,
    "node_modules/.cache/hewto-bench",
    `${basename(source, ".ts")}-${process.pid}.mjs`,
  );
  await build({
    absWorkingDir: root,
    entryPoints: [source],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // As in the product: the older form of some packages loads its parts by names that a bundle does not have.
    mainFields: ["module", "main"],
    logLevel: "warning",
    banner: {
      js: 'import{createRequire as __hewtoRequire}from"node:module";const require=__hewtoRequire(import.meta.url);',
    },
  });
  return import(pathToFileURL(outfile).href);
}
