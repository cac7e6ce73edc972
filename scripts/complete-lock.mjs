// Adds to package-lock.json the optional packages of other platforms that `npm install` left out. A registry that
// mirrors only its own platform's binaries makes npm drop the others, and `npm ci` then refuses the lock. Run it
// after `npm install`; it changes nothing when nothing is missing.
import { readFileSync, writeFileSync } from "node:fs";

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
if (added.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(added.length === 0 ? "The lock is complete." : `Added ${added.length}: ${added.join(", ")}`);

/** As Node resolves: in the package's own folder, then in each folder above it. */
function isThere(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}
