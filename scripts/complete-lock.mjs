// Completes package-lock.json after `npm install`; changes nothing when nothing is missing.
// - A registry that mirrors only its own platform's binaries makes npm drop the optional packages of other platforms,
//   and `npm ci` then refuses the lock: they are added.
// - Every entry without `integrity` gets the one that the registry's metadata has.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const { packages } = lock;
const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "openharmony",
  "win32",
  "netbsd",
  "openbsd",
  "sunos",
  "aix",
];
const processors = [
  "arm64",
  "x64",
  "ia32",
  "arm",
  "ppc64",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
];

const added = [];
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isThere(path, name)) continue;
    const parts = name.split(/[-/]/);
    const os = systems.filter((system) => parts.includes(system));
    const cpu = processors.filter((processor) => parts.includes(processor));
    const libc = parts.includes("musl") ? ["musl"] : parts.includes("gnu") ? ["glibc"] : [];
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(libc.length > 0 ? { libc } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
    added.push(`${name}@${version}`);
  }
}
const bare = Object.entries(packages).filter(
  ([path, entry]) => path !== "" && !entry.link && !entry.integrity,
);
const unknown = [];
for (const [path, entry] of bare) {
  const spec = `${entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${entry.version}`;
  const integrity = await integrityOf(spec);
  if (integrity === "") unknown.push(spec);
  else packages[path] = sortedKeys({ ...entry, integrity });
}
if (added.length > 0 || unknown.length < bare.length) {
  lock.packages = Object.fromEntries(
    Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(added.length === 0 ? "No package was missing." : `Added ${added.length}: ${added.join(", ")}`);
console.log(`Integrity added to ${bare.length - unknown.length} of ${bare.length} entries without one.`);
if (unknown.length > 0) console.log(`This registry does not have: ${unknown.join(", ")}`);

/** What the registry says about the bytes of a package; "" when it does not have that version. */
async function integrityOf(spec) {
  try {
    const { stdout } = await promisify(execFile)("npm", ["view", spec, "dist.integrity"], {
      encoding: "utf8",
    });
    return /^sha512-\S+$/m.exec(stdout)?.[0] ?? "";
  } catch {
    return "";
  }
}

/** In npm's own order: the version first, then by name. */
function sortedKeys({ version, ...rest }) {
  return { version, ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** As Node resolves: in the package's own folder, then in each folder above it. */
function isThere(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}
