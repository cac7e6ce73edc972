// Writes docs/sbom.json: the packages that we ship, in CycloneDX 1.6. `--check` only compares. There is no time stamp
// and no serial number, so the same packages give the same bytes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledPackages } from "./bundled-packages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const page = join(root, "docs/sbom.json");
const meta = join(root, "dist/modules.json");
if (!existsSync(meta)) {
  console.log("dist/modules.json is missing: run `npm run build` first");
  process.exit(1);
}
const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = bundledPackages(root, JSON.parse(readFileSync(meta, "utf8")));
const self = component({ ...own, type: "application" });
const sbom = {
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: { component: self },
  components: packages.map((entry) => component({ ...entry, type: "library" })),
  dependencies: [
    { ref: self["bom-ref"], dependsOn: packages.map(({ name, version }) => purl(name, version)) },
  ],
};
const text = `${JSON.stringify(sbom, null, 2)}\n`;
const isCurrent = existsSync(page) && readFileSync(page, "utf8") === text;
if (!process.argv.includes("--check")) writeFileSync(page, text);
else if (!isCurrent) {
  console.log("docs/sbom.json is outdated: run `npm run sbom`");
  process.exitCode = 1;
}

function component({ type, name, version, license, description, integrity }) {
  return {
    type,
    "bom-ref": purl(name, version),
    name,
    version,
    ...(description ? { description } : {}),
    licenses: [{ license: { id: license } }],
    purl: purl(name, version),
    ...(type === "library" && integrity ? { hashes: [hashOf(integrity)] } : {}),
  };
}

function purl(name, version) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function hashOf(integrity) {
  const [kind, base64] = integrity.split("-");
  const names = { sha512: "SHA-512", sha256: "SHA-256", sha1: "SHA-1" };
  return { alg: names[kind], content: Buffer.from(base64, "base64").toString("hex") };
}
