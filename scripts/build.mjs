// `npm run build` bundles src/ into dist/: the program, the library, the threads, and next to them the grammars, the
// model, the types and the licenses. Everything is inside, so installing Hewto installs nothing else.
// `build.mjs ENTRY FOLDER` bundles another entry the same way: tests run their fixtures on what is shipped.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { bundledPackages, grammarFiles, licenseTexts } from "./bundled-packages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [source = "src/main.ts", outdir = join(root, "dist")] = process.argv.slice(2);
const isPackage = source === "src/main.ts";
const name = isPackage ? "hewto" : basename(source, ".ts");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * Modules that are loaded together are one file: each file costs half a millisecond at start. A group holds the
 * modules that `test` names and everything that they import, except what a group before it holds already.
 */
const groups = [
  // What src/main.ts needs before it has turned on Node's cache of compiled code.
  { name: "boot", test: /\/src\/workspace\/(config\/user-folders|paths\/ownership)\.ts$/ },
  { name: "start", test: /\/src\/cli\/(main|terminal)\.ts$/ },
  { name: "kit", test: /\/src\/cli\/operation-command\.ts$/ },
  { name: "server", test: /\/src\/(cli\/mcp-command|mcp\/(\w+\/)?serve-stdio)\.ts$/ },
  // What most rooms use. Code for one or two of them stays with them.
  { name: "base", test: /\/src\/(kernel|workspace|markdown)\//, minShareCount: 8 },
].map((group, index) => ({ ...group, priority: 9 - index }));

/** The SDK's JSON Schema validator is 150 kB of ajv that we never call: src/mcp passes its own. */
const withoutAjv = {
  name: "without-ajv",
  load: {
    filter: { id: /modelcontextprotocol[\\/](server|client)[\\/]dist[\\/]ajvProvider-.*\.mjs$/ },
    handler(path) {
      const names = [...readFileSync(path, "utf8").matchAll(/ as (\w+)/g)].map((match) => match[1]);
      return [...new Set(names)].map((name) => `export const ${name} = class {};`).join("\n");
    },
  },
};

await rm(outdir, { recursive: true, force: true });
const modules = await bundle(
  { [name]: source, ...(isPackage ? { index: "src/library/index.ts" } : {}) },
  { groups },
);
// A thread is one file of its own: the files that it would share with the server hold the whole server.
for (const [thread, entry] of [
  ["parse-worker", "src/code/index/parse-worker.ts"],
  ["resolve-worker", "src/code/graph/resolve-worker.ts"],
])
  modules.push(...(await bundle({ [thread]: entry }, false)));
// CommonJS: it loads faster than ES modules, and both `import` and `require` take it.
await writeFile(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
await chmod(join(outdir, `${name}.js`), 0o755);
await copyFile(join(root, "src/code/semantic/model/model.bin"), join(outdir, "model.bin"));
await mkdir(join(outdir, "grammars"));
for (const wasm of grammarFiles(root))
  await copyFile(join(root, "node_modules", wasm), join(outdir, "grammars", basename(wasm)));
if (isPackage) {
  await writeFile(join(outdir, "modules.json"), JSON.stringify([...new Set(modules)].sort(), null, 1));
  await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), licenseTexts(bundledPackages(root, modules)));
  await writeTypes();
}

/** Writes the bundle of some entries and returns the modules in it. */
async function bundle(input, codeSplitting) {
  const build = await rolldown({
    cwd: root,
    input,
    platform: "node",
    plugins: [withoutAjv],
    // Packages that ship UMD next to ES modules cannot be bundled from the UMD half.
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "node20.19", define: { HEWTO_VERSION: JSON.stringify(version) } },
    onLog: (level, log, print) => {
      // web-tree-sitter evaluates code only in grammars that ask for it, and ours do not.
      if (log.code === "EVAL" && log.id?.includes("web-tree-sitter")) return;
      if (level === "warn") throw new Error(log.message);
      print(level, log);
    },
  });
  const { output } = await build.write({
    dir: outdir,
    format: "cjs",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    codeSplitting,
    // Not minified: stack traces name our functions, and starting takes 2 to 4 % longer (docs/decisions.md).
    comments: false,
    // A file of ASCII alone takes half the memory, and less time to load.
    charset: "ascii",
  });
  for (const group of codeSplitting ? groups : [])
    if (isPackage && !output.some((chunk) => chunk.name === group.name))
      throw new Error(`No module matches the group ${group.name}: its files have moved.`);
  return output.flatMap((chunk) => chunk.moduleIds ?? []).map((id) => relative(root, id));
}

/** Declarations of the library and of what they import, by the compiler itself. */
async function writeTypes() {
  const types = join(outdir, "types");
  const tsc = (...args) =>
    execFileSync(join(root, "node_modules/.bin/tsc"), args, { cwd: root, encoding: "utf8" });
  tsc("-p", "scripts/types.tsconfig.json", "--outDir", types);
  const entry = join(types, "library/index.d.ts");
  const needed = new Set(
    tsc("--ignoreConfig", "--listFilesOnly", "--noLib", "--types", "", entry).split("\n"),
  );
  for (const file of await readdir(types, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !needed.has(path)) await rm(path);
  }
}
