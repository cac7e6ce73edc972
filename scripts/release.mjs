// `npm run release VERSION` cuts a release: the "Unreleased" section of CHANGELOG.md gets the version and the date, the
// version is written where the package, the registry entry and the bundle for hosts have it, and all of it is one commit
// with a tag. Nothing is pushed or published. `--dry-run` prints the notes and changes nothing.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const args = process.argv.slice(2);
const isDryRun = args.includes("--dry-run");
const [version] = args.filter((arg) => !arg.startsWith("--"));
const { version: current } = readJson("package.json");

if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version ?? ""))
  stop(`Usage: npm run release VERSION [-- --dry-run]. The current version is ${current}.`);
if (!isNewer(version, current)) stop(`${version} is not newer than ${current}.`);
const changelog = readFileSync("CHANGELOG.md", "utf8");
const [, before, notes, after] =
  /^([\s\S]*?\n## Unreleased\n)([\s\S]*?)(?=\n## )([\s\S]*)$/.exec(changelog) ?? [];
if (notes === undefined || notes.trim() === "") stop('CHANGELOG.md has nothing under "## Unreleased".');
if (isDryRun) {
  console.log(`${version}\n${notes}`);
  process.exit(0);
}
if (git("status", "--porcelain") !== "") stop("There are uncommitted changes. Commit or stash them first.");
if (git("tag", "--list", `v${version}`) !== "") stop(`The tag v${version} exists already.`);

writeFileSync("CHANGELOG.md", `${before}\n## ${version} - ${today()}\n${notes}${after}`);
editJson("package.json", (manifest) => ({ ...manifest, version }));
editJson("package-lock.json", (lock) => ({
  ...lock,
  version,
  packages: { ...lock.packages, "": { ...lock.packages[""], version } },
}));
editJson("docs/sbom.json", (sbom) => {
  const purl = `pkg:npm/hewto@${version}`;
  const component = { ...sbom.metadata.component, "bom-ref": purl, version, purl };
  const [self, ...others] = sbom.dependencies;
  return { ...sbom, metadata: { component }, dependencies: [{ ...self, ref: purl }, ...others] };
});
// They name no version but ours, and are formatted by hand.
for (const file of ["server.json", "packaging/mcpb-manifest.json"]) {
  const text = readFileSync(file, "utf8").replaceAll(`"version": "${current}"`, `"version": "${version}"`);
  writeFileSync(file, text);
}
git("commit", "--quiet", "--all", "--message", `Release ${version}`);
git("tag", "--annotate", `v${version}`, "--cleanup=verbatim", "--message", `${version}\n${notes}`);
console.log(`Committed and tagged v${version}. To publish it:

  npm test
  git push --follow-tags
  npm publish
  npm run mcpb`);

function isNewer(version, than) {
  const [a, b] = [version, than].map((text) => text.split("-"));
  const [x, y] = [a[0], b[0]].map((text) => text.split(".").map(Number));
  const at = x.findIndex((number, index) => number !== y[index]);
  if (at >= 0) return x[at] > y[at];
  // A release is newer than its own candidates.
  return b[1] !== undefined && (a[1] === undefined || a[1] > b[1]);
}

function today() {
  const now = new Date();
  const part = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function editJson(file, edit) {
  writeFileSync(file, `${JSON.stringify(edit(readJson(file)), null, 2)}\n`);
}

function git(...words) {
  return execFileSync("git", words, { encoding: "utf8" }).trim();
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
