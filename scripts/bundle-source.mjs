import { join } from "node:path";
import { rolldown } from "rolldown";

/**
 * Bundles TypeScript source into one ES module, for the tools and benches that import it. `source` is a file, or
 * `{ code, folder }`: the text of a module and the folder that its imports start from.
 */
export async function bundleSource(source, file) {
  const id = typeof source === "string" ? source : join(source.folder, "bundled-source.ts");
  const given = {
    name: "given-source",
    resolveId: (path) => (path === id ? id : undefined),
    load: (path) => (path === id ? source.code : undefined),
  };
  const bundle = await rolldown({
    input: id,
    platform: "node",
    plugins: typeof source === "string" ? [] : [given],
    // As in the build: packages that ship UMD next to ES modules cannot be bundled from the UMD half.
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "node20.19" },
    logLevel: "silent",
  });
  await bundle.write({ file, format: "esm", codeSplitting: false });
}
