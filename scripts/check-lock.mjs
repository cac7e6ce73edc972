// The lock binds the bytes of every package that `npm ci` installs, on every platform, and names no registry. Install
// scripts of packages run only where package.json allows them.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Binaries of other platforms that the registry of our own machines does not have, so that it cannot tell their
 * digests. `npm run lock` where the public registry is reachable fills them in; then this list is emptied.
 */
const unverified = [
  /^@biomejs\/cli-[a-z0-9-]+@2\.6\.6$/,
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
    problems.push(`${spec} has no integrity in package-lock.json: run \`npm run lock\``);
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
