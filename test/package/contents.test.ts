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
test("the package contains the program, the library, the page, the grammars, the model and the licenses, and nothing else", () => {
  const kinds = packed.map((path) =>
    path
      .replace(/^dist\/[\w-]+\.js$/, "dist/*.js")
      .replace(/^dist\/types\/.*\.d\.ts$/, "dist/types/*.d.ts")
      .replace(/^dist\/web\/assets\/[\w-]+\.(js|css)$/, "dist/web/assets/*.$1")
      .replace(/[\w-]+\.wasm$/, "*.wasm"),
  );
  expect([...new Set(kinds)].sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "NOTICE",
    "README.md",
    "dist/*.js",
    "dist/THIRD-PARTY-LICENSES.txt",
    "dist/apps/app.html",
    "dist/grammars/*.wasm",
    "dist/hewto.1",
    "dist/hewto.vsix",
    "dist/model.bin",
    "dist/package.json",
    "dist/types/*.d.ts",
    "dist/web-export/index.html",
    "dist/web-export/page.css",
    "dist/web-export/page.js",
    "dist/web/assets/*.css",
    "dist/web/assets/*.js",
    "dist/web/index.html",
    "package.json",
  ]);
});

test("every file of the bundle is loaded by another, and each that is loaded is there", () => {
  const files = packed.filter((path) => /^dist\/[\w-]+\.js$/.test(path));
  const loaded = new Set([
    "hewto.js",
    "index.js",
    "parse-worker.js",
    "resolve-worker.js",
    "search-worker.js",
  ]);
  for (const file of files) {
    for (const [, name] of readFileSync(file, "utf8").matchAll(/require\("\.\/([\w.-]+\.js)"\)/g))
      loaded.add(name ?? "");
  }
  expect(files.map((path) => path.replace("dist/", ""))).toEqual([...loaded].sort());
});

test("a command does not load the server", () => {
  for (const file of ["dist/boot.js", "dist/start.js", "dist/kit.js", "dist/command.js", "dist/base.js"])
    expect(readFileSync(file, "utf8"), file).not.toMatch(/^const \w+ = require\("\.\/server\.js"\)/m);
});

test("a stack trace of the bundle names our functions", () => {
  expect(readFileSync("dist/start.js", "utf8")).toContain("async function runCli(");
});

// [ENSURES: requirement-one-package-alone.rules:TEST]
test("installing the package runs no script", () => {
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
test("the license of every bundled package is in the package", () => {
  const { components }: { components: { name: string; version: string }[] } = JSON.parse(
    readFileSync("docs/sbom.json", "utf8"),
  );
  const licenses = readFileSync("dist/THIRD-PARTY-LICENSES.txt", "utf8");
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter(({ name, version }) => !licenses.includes(`\n${name} ${version} (`))).toEqual([]);
});
