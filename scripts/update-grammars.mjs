// `node scripts/update-grammars.mjs` fetches the compiled tree-sitter grammars of grammars/sources.json from npm again.
// Their packages are 380 MB of parsers in C and native binaries, and the WebAssembly in them is 26 MB, so the repository
// holds that alone. To take a new version, change it in sources.json, run this, then the tests of src/code/languages.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const grammars = join(dirname(fileURLToPath(import.meta.url)), "../grammars");
const list = join(grammars, "sources.json");
const scratch = mkdtempSync(join(tmpdir(), "hewto-grammars-"));
try {
  const updated = JSON.parse(readFileSync(list, "utf8")).map(fetchGrammar);
  writeFileSync(list, `${JSON.stringify(updated, null, 2)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function fetchGrammar({ name, version, files }) {
  writeFileSync(join(scratch, "package.json"), '{ "private": true }\n');
  const options = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--omit=dev",
    "--omit=optional",
    "--omit=peer",
  ];
  execFileSync("npm", ["install", ...options, `${name}@${version}`], { cwd: scratch, stdio: "ignore" });
  const folder = join(scratch, "node_modules", name);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { packages } = JSON.parse(readFileSync(join(scratch, "package-lock.json"), "utf8"));
  const license = readdirSync(folder).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (!license) throw new Error(`${name} has no license file`);
  copyFileSync(join(folder, license), join(grammars, "licenses", `${name.replace(/^.*\//, "")}.txt`));
  return {
    name,
    version,
    license: manifest.license,
    description: manifest.description,
    integrity: packages[`node_modules/${name}`].integrity,
    files: files.map(({ file }) => {
      const bytes = readFileSync(join(folder, file));
      writeFileSync(join(grammars, file), bytes);
      return { file, sha256: createHash("sha256").update(bytes).digest("hex") };
    }),
  };
}
