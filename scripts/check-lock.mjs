// package-lock.json fixes the bytes of every package that `npm ci` installs, on every platform, and names no registry.
// Install scripts of packages run only where package.json allows them.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Binaries for other platforms that the registry of the maintainers' machines does not have (it answers 404), so their
 * digests are unknown there. `npm install` against the public registry adds them; empty this list when it has.
 */
const unverified = [
  /^@biomejs\/cli-[a-z0-9-]+@2\.5\.15$/,
  /^@oxc-parser\/binding-[a-z0-9-]+@0\.155\.0$/,
  /^@rolldown\/binding-[a-z0-9-]+@1\.2\.19$/,
];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { packages } = readJson("package-lock.json");
const { allowScripts = {} } = readJson("package.json");
const problems = [];
for (const [path, entry] of Object.entries(packages)) {
  if (path === "" || entry.link) continue;
  const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const spec = `${name}@${entry.version}`;
  if (!entry.integrity && !(entry.optional && unverified.some((pattern) => pattern.test(spec))))
    problems.push(`${spec} has no integrity in package-lock.json (CONTRIBUTING.md, "Dependencies")`);
  if (/^https?:/.test(entry.resolved ?? ""))
    problems.push(`${spec} names a registry in package-lock.json (\`omit-lockfile-registry-resolved\`)`);
  if (entry.hasInstallScript && typeof allowScripts[name] !== "boolean")
    problems.push(
      `${spec} has an install script that allowScripts of package.json neither allows nor denies`,
    );
}
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
