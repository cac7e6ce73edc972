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
    // What runs when it is loaded stays apart: the library loads the rest without running the program.
    const isProgram = outputs[file].entryPoint === uses.start[0];
    const place = list.includes("start") ? "start" : isCommon ? "common" : list.join("-");
    const name = isProgram ? "program" : place;
    groups.set(name, [...(groups.get(name) ?? []), file].sort());
  }
  const merged = new Map();
  for (const [name, files] of groups) {
    for (const [index, file] of files.entries()) {
      const exports = outputs[file].exports.map((name) => [name, `c${index}_${name}`]);
      merged.set(resolve(root, file), { group: join(outdir, "parts", `${name}.js`), exports });
    }
  }
  const all = [...new Set([...merged.values()].map(({ group }) => group))];
  for (const group of all) await mergeOne(group, merged);
  for (const [file, { group, exports }] of merged) {
    if (readFileSync(file, "utf8").startsWith("#!")) throw new Error(`${file} runs and cannot be merged`);
    writeFileSync(file, passOn(exports, pathFrom(dirname(file), group)));
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

async function mergeOne(group, merged) {
  const folder = dirname(group);
  const own = [...merged].filter(([, place]) => place.group === group);
  const contents = own.map(([file, { exports }]) => {
    const list = exports.map(([name, unique]) => `${name} as ${unique}`);
    const from = JSON.stringify(pathFrom(folder, file));
    return list.length === 0 ? `import ${from};` : `export { ${list.join(", ")} } from ${from};`;
  });
  await build({
    stdin: { contents: contents.join("\n"), resolveDir: folder, loader: "js" },
    outfile: group,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    minify: true,
    logLevel: "warning",
    plugins: [besides(group, merged)],
  });
}

/** Of what a group imports: its own files are taken in, others stay where they are, merged or not. */
function besides(group, merged) {
  const folder = dirname(group);
  return {
    name: "besides",
    setup: (plugin) => {
      plugin.onResolve({ filter: /^\./ }, ({ path, resolveDir, kind, pluginData }) => {
        const file = resolve(resolveDir, path);
        const place = merged.get(file);
        const isLater = kind === "dynamic-import" || pluginData === "passed on";
        if (place === undefined || isLater) return { path: pathFrom(folder, file), external: true };
        return place.group === group ? undefined : { path: file, namespace: "elsewhere" };
      });
      plugin.onLoad({ filter: /./, namespace: "elsewhere" }, ({ path }) => {
        const place = merged.get(path);
        const contents = passOn(place.exports, pathFrom(folder, place.group));
        return { contents, resolveDir: folder, pluginData: "passed on" };
      });
    },
  };
}

function passOn(exports, from) {
  const list = exports.map(([name, unique]) => `${unique} as ${name}`);
  return list.length === 0
    ? `import ${JSON.stringify(from)};\n`
    : `export { ${list.join(", ")} } from ${JSON.stringify(from)};\n`;
}

function pathFrom(folder, file) {
  return `./${relative(folder, file).replaceAll("\\", "/")}`;
}
