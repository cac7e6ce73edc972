import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";

/**
 * Splitting leaves dozens of small files on the way to an answer, and each costs Node time. `uses` tells what is
 * loaded together (a name and entry points); files that exactly the same uses load are merged into one, and what
 * they were becomes a line that passes the merged exports on, so that every module still exists once.
 */
export async function mergeChunks({ root, outdir, metafile, uses }) {
  const { outputs } = metafile;
  const names = new Map();
  for (const [use, entries] of Object.entries(uses)) {
    for (const file of closure(outputs, entries)) names.set(file, [...(names.get(file) ?? []), use]);
  }
  const groups = new Map();
  for (const [file, list] of names) {
    const isCommon = list.length === Object.keys(uses).length - 1;
    const name = list.includes("start") ? "start" : isCommon ? "common" : list.join("-");
    groups.set(name, [...(groups.get(name) ?? []), file].sort());
  }
  for (const [name, files] of groups) {
    if (files.length > 1) await mergeOne(root, join(outdir, "parts", `${name}.js`), files, outputs);
  }
}

/** Everything that the entries import statically. */
function closure(outputs, entries) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind } of outputs[file].imports) {
      if (kind === "import-statement" && outputs[path]) visit(path);
    }
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) if (entries.includes(entryPoint)) visit(file);
  return [...seen].sort();
}

async function mergeOne(root, merged, files, outputs) {
  const folder = dirname(merged);
  const paths = new Set(files.map((file) => resolve(root, file)));
  const local = (file) => `./${relative(folder, resolve(root, file)).replaceAll("\\", "/")}`;
  const names = (index, file) => outputs[file].exports.map((name) => [name, `c${index}_${name}`]);
  const contents = files.map((file, index) => {
    const list = names(index, file).map(([name, unique]) => `${name} as ${unique}`);
    return list.length === 0
      ? `import "${local(file)}";`
      : `export { ${list.join(", ")} } from "${local(file)}";`;
  });
  await build({
    stdin: { contents: contents.join("\n"), resolveDir: folder, loader: "js" },
    outfile: merged,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    minify: true,
    logLevel: "warning",
    plugins: [
      {
        name: "outside",
        setup: (plugin) => plugin.onResolve({ filter: /^\./ }, (found) => outside(found, paths, folder)),
      },
    ],
  });
  for (const [index, file] of files.entries()) {
    const list = names(index, file).map(([name, unique]) => `${unique} as ${name}`);
    const source = `"./${relative(dirname(resolve(root, file)), merged).replaceAll("\\", "/")}"`;
    const isScript = readFileSync(resolve(root, file), "utf8").startsWith("#!");
    if (isScript) throw new Error(`${file} runs something and cannot be merged`);
    writeFileSync(
      resolve(root, file),
      list.length === 0 ? `import ${source};\n` : `export { ${list.join(", ")} } from ${source};\n`,
    );
  }
}

/** Files of other groups stay files; those of this group are taken in, but loaded later when they were. */
function outside({ path, resolveDir, kind }, inside, folder) {
  const file = resolve(resolveDir, path);
  if (inside.has(file) && kind !== "dynamic-import") return undefined;
  return { path: `./${relative(folder, file).replaceAll("\\", "/")}`, external: true };
}
