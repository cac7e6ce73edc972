// Bundles src/main.ts and its lazily loaded parts into dist/. Everything is inside: installing Hewto installs
// nothing else. dist/hewto.js is src/boot.ts, which loads the parts. `build.mjs ENTRY FOLDER` bundles another
// entry the same way: tests run their fixtures on what is shipped, not on something like it.
import { readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as esbuild } from "esbuild";
import { bundledPackages, grammarFiles, licenceTexts } from "./bundled-packages.mjs";
import { mergeChunks } from "./merge-chunks.mjs";
import { pruneParts } from "./prune-parts.mjs";
import { rollTypes } from "./roll-types.mjs";
import { toCommonJs } from "./to-commonjs.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [source = "src/main.ts", outdir = join(root, "dist")] = process.argv.slice(2);
const isPackage = source === "src/main.ts";
const name = isPackage ? "hewto" : basename(source, ".ts");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The SDK's JSON Schema validator is 150 kB of ajv that we never call: src/mcp/protocol/sdk.ts passes our own. */
const withoutAjv = {
  name: "without-ajv",
  setup(plugin) {
    plugin.onLoad(
      { filter: /modelcontextprotocol[\\/](server|client)[\\/]dist[\\/]ajvProvider-.*\.mjs$/ },
      ({ path }) => {
        const names = [...readFileSync(path, "utf8").matchAll(/ as (\w+)/g)].map((match) => match[1]);
        return { contents: [...new Set(names)].map((name) => `export const ${name} = class {};`).join("\n") };
      },
    );
  },
};

await rm(outdir, { recursive: true, force: true });
const options = {
  absWorkingDir: root,
  outdir,
  bundle: true,
  format: "esm",
  platform: "node",
  // Packages that ship UMD beside ES modules cannot be bundled from the UMD half.
  mainFields: ["module", "main"],
  target: "node20.19",
  minify: true,
  keepNames: false,
  legalComments: "none", // THIRD-PARTY-LICENSES.txt has all licences in full
  chunkNames: "parts/[name]-[hash]",
  define: { HEWTO_VERSION: JSON.stringify(version) },
  plugins: [withoutAjv],
  metafile: true,
  logLevel: "warning",
};
const { metafile } = await esbuild({
  ...options,
  entryPoints: {
    [`parts/${name}`]: source,
    ...(isPackage ? { "parts/library": "src/library/index.ts" } : {}),
  },
  splitting: true,
});
// A thread loads its own file alone: what it shares with the server would bring the whole server along.
const threads = {
  "parse-worker": "src/code/index/parse-worker.ts",
  "resolve-worker": "src/code/graph/resolve-worker.ts",
};
for (const [thread, entry] of Object.entries(threads))
  await esbuild({ ...options, entryPoints: { [`parts/${thread}`]: entry } });
await mergeChunks({
  root,
  outdir,
  metafile,
  uses: {
    start: [source],
    command: [source, "src/cli/operation-command.ts"],
    server: [source, "src/cli/mcp-command.ts", "src/mcp/transports/serve-stdio.ts"],
    specs: [source, "src/changes/operations/toolset.ts"],
    skills: [source, "src/skills/operations/toolset.ts"],
    code: [source, "src/code/operations/toolset.ts"],
    artifacts: [source, "src/artifacts/operations/toolset.ts"],
    workflow: [source, "src/workflow/operations/toolset.ts"],
    tui: [source, "src/cli/tui-command.ts", "src/tui/app.ts"],
  },
});
// Grammars are data: they lie beside the bundle and are loaded one by one, when a file needs one.
await copyFile(join(root, "src/code/semantic/model/model.bin"), join(outdir, "model.bin"));
await mkdir(join(outdir, "grammars"), { recursive: true });
for (const wasm of grammarFiles(root)) {
  await copyFile(join(root, "node_modules", wasm), join(outdir, "grammars", basename(wasm)));
}
const build = await toCommonJs(outdir);
pruneParts(join(outdir, "parts"), [
  "program.js",
  ...Object.keys(threads).map((thread) => `${thread}.js`),
  ...(isPackage ? ["library.js"] : []),
]);
await esbuild({
  absWorkingDir: root,
  entryPoints: { [name]: "src/boot.ts" },
  outdir,
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20.19",
  minify: true,
  banner: { js: "#!/usr/bin/env node" },
  define: { HEWTO_ENTRY: JSON.stringify("parts/program.js"), HEWTO_BUILD: JSON.stringify(build) },
  logLevel: "warning",
});
await chmod(join(outdir, `${name}.js`), 0o755);
if (isPackage) {
  // In these words Node also tells `import { … }` which names there are.
  await writeFile(join(outdir, "index.js"), 'module.exports = require("./parts/library.js");\n');
  const licences = licenceTexts(bundledPackages(root, metafile));
  await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), licences);
  await rollTypes({ root, entry: "src/library/index.ts", outfile: join(outdir, "index.d.ts") });
}
await writeFile(join(outdir, "meta.json"), JSON.stringify(metafile));
