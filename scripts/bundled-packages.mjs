import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The packages whose code or data we ship, by name: those that were bundled, and the grammars. */
export function bundledPackages(root, modules) {
  const files = [...modules, ...grammarFiles(root).map((file) => `node_modules/${file}`)];
  // The path before `node_modules` does not matter: a worktree can use the packages of another checkout.
  const paths = files.flatMap(
    (file) => /(?<=node_modules\/)(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [],
  );
  return [...new Set(paths)]
    .map((path) => {
      const folder = join(root, "node_modules", path);
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const { name, version, license, engines, description } = manifest;
      return { name, version, license, engines, description, folder };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The compiled grammars that the source uses, as paths below node_modules. */
export function grammarFiles(root) {
  const sources = join(root, "src/code/languages/tree-sitter");
  const files = [
    join(sources, "runtime.ts"),
    ...readdirSync(join(sources, "grammars")).map((file) => join(sources, "grammars", file)),
  ];
  const named = files
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/"((?:@[\w-]+\/)?[\w-]+\/[\w-]+\.wasm)"/g)])
    .map((match) => match[1]);
  return [...new Set(named)].sort();
}

/** The full licenses of these packages, for the file that is shipped with them. */
export function licenseTexts(packages) {
  const parts = packages.map(({ name, version, license, folder }) => {
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(entry));
    if (!file) throw new Error(`${name} has no license file in ${dirname(folder)}`);
    const notice = readdirSync(folder).find((entry) => /^notice(\.\w+)?$/i.test(entry));
    const texts = [file, notice]
      .filter(Boolean)
      .map((entry) => readFileSync(join(folder, entry), "utf8").trim());
    return [`${name} ${version} (${license})`, "", ...texts].join("\n");
  });
  const line = `\n\n${"-".repeat(80)}\n\n`;
  return `Hewto contains third-party software under these licenses.${line}${parts.join(line)}\n`;
}
