// `npm run build` bundles src/ into dist/: the program, the library, the threads, and next to them the grammars, the
// model, the page, the types and the licenses. Everything is inside, so installing Hewto installs nothing else.
// `build.mjs ENTRY FOLDER` bundles another entry the same way: tests run their fixtures on what is shipped.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { build as buildPage } from "vite";
import { bundledPackages, grammarFiles, licenseTexts } from "./bundled-packages.mjs";
import { trimmedPackages } from "./trimmed-packages.mjs";
import { packExtension } from "./vsix.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [source = "src/main.ts", outdir = join(root, "dist")] = process.argv.slice(2);
const isPackage = source === "src/main.ts";
const name = isPackage ? "hewto" : basename(source, ".ts");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Modules that are loaded together are one file, because each file costs half a millisecond at start. */
const entries = {
  // What src/main.ts needs before it has turned on Node's cache of compiled code.
  boot: ["src/workspace/config/user-folders.ts", "src/workspace/paths/ownership.ts"],
  start: ["src/cli/main.ts", "src/cli/terminal/terminal.ts"],
  command: ["src/cli/operation-command.ts"],
  server: ["src/cli/commands/mcp.ts", "src/mcp/transports/serve-stdio.ts"],
  editor: ["src/cli/commands/lsp.ts", "src/lsp/serve.ts"],
};
const closures = new Map();
const groups = [
  ...["boot", "start", "kit", "command", "server", "editor"].map((use, index) => ({
    name: (id, graph) => (loadedWith(id, graph) === use ? use : null),
    debugName: use,
    // What is shared must not bring the protocol of editors with it.
    priority: use === "editor" ? 3 : 9 - index,
  })),
  // Commands keep state too: they must not load the code of editors for it.
  { name: "state", test: /[\\/]src[\\/]workspace[\\/]state[\\/](?:files|bug-log)\.ts$/, priority: 4 },
  // What most rooms use. Code for one or two of them stays with them.
  { name: "base", test: (id) => inBase(id), minShareCount: 8, priority: 2 },
  // Loaded on demand, so not part of what most rooms use: together they are half its size.
  { name: "yaml", test: /[\\/]src[\\/]markdown[\\/]yaml[\\/]/, priority: 1 },
  { name: "network", test: /[\\/]src[\\/]workspace[\\/]network[\\/]/, priority: 1 },
];

await rm(outdir, { recursive: true, force: true });
const modules = await bundle(
  { [name]: source, ...(isPackage ? { index: "src/library/index.ts" } : {}) },
  { groups },
);
// A thread is one file of its own: the files that it would share with the server hold the whole server.
for (const [thread, entry] of [
  ["parse-worker", "src/code/index/parse-worker.ts"],
  ["resolve-worker", "src/code/graph/build/resolve-worker.ts"],
  ["search-worker", "src/code/threads/search-worker.ts"],
])
  modules.push(...(await bundle({ [thread]: entry }, false)));
// CommonJS: it loads faster than ES modules, and both `import` and `require` take it.
await writeFile(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
await chmod(join(outdir, `${name}.js`), 0o755);
await copyFile(join(root, "src/code/semantic/model/model.bin"), join(outdir, "model.bin"));
await copyFile(join(root, "docs/hewto.1"), join(outdir, "hewto.1"));
await mkdir(join(outdir, "grammars"));
for (const wasm of grammarFiles(root)) await copyFile(wasm, join(outdir, "grammars", basename(wasm)));
if (isPackage) {
  modules.push(...(await writePage()), ...(await writeExtension()));
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
    plugins: trimmedPackages,
    // Packages that ship UMD next to ES modules cannot be bundled from the UMD half.
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "node20.19", define: { HEWTO_VERSION: JSON.stringify(version) } },
    onLog: (level, log, print) => {
      // web-tree-sitter evaluates code only in grammars that ask for it, and ours do not.
      if (log.code === "EVAL" && log.id?.includes("web-tree-sitter")) return;
      // What the program loads on demand, a fixture may import at once.
      if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT" && !isPackage) return;
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
  return output.flatMap((chunk) => chunk.moduleIds ?? []).map((id) => withSlashes(relative(root, id)));
}

/** Writes the page of `hewto web` into dist/web, that of its exports into dist/web-export; returns their modules. */
async function writePage() {
  // Vite takes it for a build for development if a test started this build; that has paths of this machine in it.
  process.env.NODE_ENV = "production";
  const page = await buildPage({
    configFile: join(root, "web/vite.config.ts"),
    logLevel: "warn",
    build: { outDir: join(outdir, "web") },
  });
  const exported = await buildPage({
    configFile: join(root, "web/vite.exported.config.ts"),
    logLevel: "warn",
    build: { outDir: join(outdir, "web-export") },
  });
  await copyFile(join(root, "web/exported.html"), join(outdir, "web-export/index.html"));
  const apps = await buildPage({
    configFile: join(root, "web/vite.apps.config.ts"),
    logLevel: "warn",
    build: { outDir: join(outdir, "apps"), write: false },
  });
  await mkdir(join(outdir, "apps"));
  await writeFile(join(outdir, "apps/app.html"), singleFile(apps.output));
  return [page, exported, apps]
    .flatMap(({ output }) => output)
    .flatMap((chunk) => chunk.moduleIds ?? [])
    .filter((id) => !id.startsWith("\0"))
    .map((id) => withSlashes(relative(root, id)));
}

/** Writes the extension for VS Code, which `hewto install` offers; returns its modules. */
async function writeExtension() {
  const { archive, modules } = await packExtension({ withServer: false });
  await writeFile(join(outdir, "hewto.vsix"), archive);
  return modules;
}

/** A document with its script and styles inside, for hosts that show it in a frame without an address. */
function singleFile(output) {
  const text = (name) => {
    const file = output.find(({ fileName }) => fileName === name);
    return String(file.code ?? file.source);
  };
  const script = text("app.js").replaceAll("</script", "<\\/script");
  const head = `<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Hewto</title>`;
  return `<!doctype html>\n<html lang="en"><head>${head}<style>${text("app.css")}</style></head><body><div id="app"></div><script>${script}</script></body></html>\n`;
}

function inBase(id) {
  const path = withSlashes(id);
  if (/\/src\/(?:markdown\/yaml|workspace\/network)\//.test(path))
    return path.endsWith("/yaml/front-matter.ts");
  return /\/src\/(?:kernel|workspace|markdown)\//.test(path);
}

/** The file for a module that a start, a command or the server needs. */
function loadedWith(id, graph) {
  const has = (use) => closure(use, graph).has(id);
  if (has("boot")) return "boot";
  if (has("start")) return "start";
  if (has("command")) return has("server") ? "kit" : "command";
  if (has("server")) return "server";
  return has("editor") ? "editor" : null;
}

/** Everything that the entries of a use import statically. */
function closure(use, graph) {
  const known = closures.get(use);
  if (known) return known;
  const found = new Set();
  closures.set(use, found);
  const visit = (id) => {
    // The client alone uses the SDK's schemas of OAuth.
    if (found.has(id) || /core[\\/]dist[\\/]auth-/.test(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const entry of entries[use]) {
    if (isPackage && !graph.getModuleInfo(join(root, entry))) throw new Error(`${entry} has moved.`);
    visit(join(root, entry));
  }
  return found;
}

function withSlashes(path) {
  return path.replaceAll("\\", "/");
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
