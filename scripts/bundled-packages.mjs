import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The packages whose code or data we ship, by name: those that were bundled, and the grammars. */
export function bundledPackages(root, modules) {
  // The path before `node_modules` does not matter: a worktree can use the packages of another checkout.
  const paths = modules.flatMap(
    (file) => /(?<=node_modules\/)(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [],
  );
  const { packages: locked } = readJson(join(root, "package-lock.json"));
  const bundled = [...new Set(paths)].map((path) => {
    const folder = join(root, "node_modules", path);
    const { name, version, license, engines, description } = readJson(join(folder, "package.json"));
    const { integrity } = locked[`node_modules/${path}`] ?? {};
    return { name, version, license, engines, description, integrity, texts: licensesIn(root, folder, name) };
  });
  const grammars = readJson(join(root, "grammars/sources.json")).map((source) => ({
    ...source,
    texts: [join(root, "grammars/licenses", `${source.name.replace(/^.*\//, "")}.txt`)],
  }));
  return [...bundled, ...grammars].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The compiled grammars and their runtime, after a look at their digests. */
export function grammarFiles(root) {
  const files = readJson(join(root, "grammars/sources.json")).flatMap((source) => source.files);
  for (const { file, sha256 } of files) {
    const bytes = readFileSync(join(root, "grammars", file));
    if (createHash("sha256").update(bytes).digest("hex") !== sha256)
      throw new Error(`grammars/${file} is not the file that grammars/sources.json describes.`);
  }
  return [
    ...files.map(({ file }) => join(root, "grammars", file)),
    join(root, "node_modules/web-tree-sitter/web-tree-sitter.wasm"),
  ];
}

/** Some packages are published without the license file of their repository; those are in packaging/licenses. */
function licensesIn(root, folder, name) {
  const entries = readdirSync(folder);
  const license = entries.find((entry) => /^(licen[cs]e|copying)([-.]\w+)*$/i.test(entry));
  const own = join(root, "packaging/licenses", `${name}.txt`);
  if (!license && existsSync(own)) return [own];
  if (!license) throw new Error(`${folder} has no license file`);
  const notice = entries.find((entry) => /^notice(\.\w+)?$/i.test(entry));
  return [license, notice].filter(Boolean).map((entry) => join(folder, entry));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The full licenses of these packages, for the file that is shipped with them. */
export function licenseTexts(packages) {
  const parts = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, "", ...texts.map((file) => readFileSync(file, "utf8").trim())].join(
      "\n",
    ),
  );
  const line = `\n\n${"-".repeat(80)}\n\n`;
  return `Hewto contains third-party software under these licenses.${line}${parts.join(line)}\n`;
}
