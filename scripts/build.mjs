// Bundles src/main.ts and its lazily loaded parts into dist/. Everything is inside: installing Hewto installs
// nothing else, and the server starts from one file. `build.mjs ENTRY FOLDER` bundles another entry the same
// way: tests run their fixtures on what is shipped, not on something like it.
import { readdirSync, readFileSync } from "node:fs";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { mergeChunks } from "./merge-chunks.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [source = "src/main.ts", outdir = join(root, "dist")] = process.argv.slice(2);
const name = source === "src/main.ts" ? "hewto" : basename(source, ".ts");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The SDK's JSON Schema validator is 150 kB of ajv that we never call: src/mcp/sdk.ts passes our own. */
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
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { [name]: source, "parts/parse-worker": "src/code/index/parse-worker.ts" },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  // Packages that ship UMD beside ES modules cannot be bundled from the UMD half.
  mainFields: ["module", "main"],
  target: "node20.19",
  minify: true,
  keepNames: false,
  legalComments: "linked",
  chunkNames: "parts/[name]-[hash]",
  banner: {
    js: 'import{createRequire as __hewtoRequire}from"node:module";const require=__hewtoRequire(import.meta.url);',
  },
  define: { HEWTO_VERSION: JSON.stringify(version) },
  plugins: [withoutAjv],
  metafile: true,
  logLevel: "warning",
});
await mergeChunks({
  root,
  outdir,
  metafile,
  groups: [
    { name: "start", entries: ["src/cli/main.ts", "src/cli/terminal.ts"] },
    { name: "commands", entries: ["src/cli/operation-command.ts"] },
    { name: "server", entries: ["src/cli/mcp-command.ts", "src/mcp/serve-stdio.ts"] },
  ],
});
// Grammars are data: they lie beside the bundle and are loaded one by one, when a file needs one.
const sources = join(root, "src/code/languages/tree-sitter");
const named = [
  join(sources, "runtime.ts"),
  ...readdirSync(join(sources, "grammars")).map((file) => join(sources, "grammars", file)),
]
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/"((?:@[\w-]+\/)?[\w-]+\/[\w-]+\.wasm)"/g)])
  .map((match) => match[1]);
await mkdir(join(outdir, "grammars"), { recursive: true });
for (const wasm of new Set(named)) {
  await copyFile(join(root, "node_modules", wasm), join(outdir, "grammars", basename(wasm)));
}
const entry = join(outdir, `${name}.js`);
await writeFile(entry, `#!/usr/bin/env node\n${readFileSync(entry, "utf8")}`, { mode: 0o755 });
await writeFile(join(outdir, "meta.json"), JSON.stringify(metafile));
