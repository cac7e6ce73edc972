import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";

/** What `npm pack` would put into the package. Asked for once: it compresses everything to say its size. */
let packed: string[] = [];

beforeAll(() => {
  packed = askNpm();
}, 120_000);

function askNpm(): string[] {
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { encoding: "utf8" });
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(text);
  return files.map(({ path }) => path).sort();
}

// [ENSURES: requirement-one-package-alone.rules:TEST]
test("the package holds the program, the library, the grammars, the model and the licences, and nothing else", () => {
  const kinds = packed.map((path) =>
    path.replace(/^dist\/parts\/[\w-]+\.js$/, "dist/parts/*.js").replace(/[\w-]+\.wasm$/, "*.wasm"),
  );
  expect([...new Set(kinds)].sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "NOTICE",
    "README.md",
    "dist/THIRD-PARTY-LICENSES.txt",
    "dist/grammars/*.wasm",
    "dist/hewto.js",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/model.bin",
    "dist/package.json",
    "dist/parts/*.js",
    "package.json",
  ]);
});

test("every part that is shipped is asked for by another, and no part asks for one that is not there", () => {
  const parts = packed.filter((path) => path.startsWith("dist/parts/"));
  const asked = new Set(["program.js", "library.js", "parse-worker.js", "resolve-worker.js"]);
  for (const part of parts) {
    for (const [, name] of readFileSync(part, "utf8").matchAll(/["']\.\/([\w.-]+\.js)["']/g))
      asked.add(name ?? "");
  }
  expect(parts.map((path) => path.replace("dist/parts/", ""))).toEqual([...asked].sort());
});

// [ENSURES: requirement-one-package-alone.rules:TEST]
test("no script runs on the machine of whoever installs the package", () => {
  const { scripts, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  // `prepare` runs in a clone of the repository; npm leaves it out for packages from a registry or a tarball.
  const atInstall = ["preinstall", "install", "postinstall", "prepublish"];
  expect(Object.keys(scripts).filter((name) => atInstall.includes(name))).toEqual([]);
  expect(dependencies).toBeUndefined();
});

test("nothing of this machine is in the bundle", () => {
  const here = process.cwd();
  const texts = packed.filter((path) => /\.(js|ts|json|txt|md)$/.test(path));
  expect(texts.filter((path) => readFileSync(path, "utf8").includes(here))).toEqual([]);
});

// [ENSURES: requirement-one-package-alone.rules:TEST]
test("the licence of every bundled package is in the package", () => {
  const { components }: { components: { name: string; version: string }[] } = JSON.parse(
    readFileSync("docs/sbom.json", "utf8"),
  );
  const licences = readFileSync("dist/THIRD-PARTY-LICENSES.txt", "utf8");
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter(({ name, version }) => !licences.includes(`\n${name} ${version} (`))).toEqual([]);
});
