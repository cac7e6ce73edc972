import { chmod, chown, copyFile, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needsRoot } from "../../../test/support/skip.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { compileBriefly } from "../process/threads.ts";
import { cachedLoader } from "./code-cache.ts";

const builtin = createRequire(import.meta.url);
const parts = {
  "parts/main.js":
    'const { twice } = require("./twice.js"); exports.answer = twice(21); exports.sep = require("node:path").sep;',
  "parts/twice.js": "exports.twice = (n) => n * 2; exports.again = () => require('./main.js').answer;",
};

test("parts are loaded once, with what they require, with and without kept code", async () => {
  const root = await temporaryTree(parts);
  const file = join(root, "cache/build/mcp");
  for (const _ of ["first", "second"]) {
    const { load, keep } = cachedLoader(file, root, builtin);
    expect(load("parts/main.js")).toMatchObject({ answer: 42, sep: join("/") });
    expect(load("parts/twice.js")).toBe(load("parts/twice.js"));
    keep();
  }
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("what is kept grows by what later runs load, and nothing new writes nothing", async () => {
  const root = await temporaryTree(parts);
  const file = join(root, "cache/build/specs");
  const first = cachedLoader(file, root, builtin);
  first.load("parts/twice.js");
  first.keep();
  const small = await readFile(file);
  const second = cachedLoader(file, root, builtin);
  second.load("parts/main.js");
  second.keep();
  const both = await readFile(file);
  expect(both.toString("utf8", 0, both.indexOf(10))).toMatch(/parts\/twice\.js.*parts\/main\.js/);
  expect(both.length).toBeGreaterThan(small.length);
  const old = new Date("2020-01-01");
  await utimes(file, old, old);
  const third = cachedLoader(file, root, builtin);
  third.load("parts/twice.js");
  third.keep();
  expect((await stat(file)).mtime).toEqual(old);
});

test("while the engine has other flags nothing is kept that the next start could not use", async () => {
  const root = await temporaryTree(parts);
  const file = join(root, "cache/build/index");
  const first = cachedLoader(file, root, builtin);
  first.load("parts/twice.js");
  compileBriefly(true);
  first.keep();
  await expect(stat(file)).rejects.toThrow("ENOENT");
  compileBriefly(false);
  first.keep();
  const kept = await readFile(file);
  const second = cachedLoader(file, root, builtin);
  compileBriefly(true);
  expect(second.load("parts/twice.js")).toHaveProperty("twice");
  compileBriefly(false);
  second.keep();
  expect(await readFile(file)).toEqual(kept);
});

test("a broken or foreign file is nothing kept, and is written anew", async () => {
  const root = await temporaryTree({ ...parts, "cache/build/mcp": '[["parts/main.js",5]]\nwrong' });
  const file = join(root, "cache/build/mcp");
  for (const content of [undefined, "", "no json\n", "[]"]) {
    if (content !== undefined) await writeFile(file, content);
    const { load, keep } = cachedLoader(file, root, builtin);
    expect(load("parts/main.js")).toMatchObject({ answer: 42 });
    keep();
    expect((await readFile(file)).length).toBeGreaterThan(100);
  }
  expect(await readdir(join(root, "cache/build"))).toEqual(["mcp"]);
});

test("a folder that cannot be written costs no answer", async () => {
  const root = await temporaryTree({ ...parts, cache: "a file, not a folder" });
  const { load, keep } = cachedLoader(join(root, "cache/build/mcp"), root, builtin);
  expect(load("parts/main.js")).toMatchObject({ answer: 42 });
  expect(keep).not.toThrow();
});

test("builds that nobody started for a month are forgotten", async () => {
  const root = await temporaryTree({ ...parts, "cache/old/mcp": "x", "cache/recent/mcp": "x" });
  const old = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
  await utimes(join(root, "cache/old"), old, old);
  await chmod(join(root, "cache/recent"), 0o700);
  const { load, keep } = cachedLoader(join(root, "cache/build/mcp"), root, builtin);
  load("parts/main.js");
  keep();
  expect((await readdir(join(root, "cache"))).sort()).toEqual(["build", "recent"]);
});

test("code that another user kept is neither run nor replaced", async () => {
  needsRoot();
  const root = await temporaryTree(parts);
  const file = join(root, "cache/build/mcp");
  const first = cachedLoader(file, root, builtin);
  first.load("parts/main.js");
  first.keep();
  // The same length, so that V8 itself would take it.
  const other = { ...parts, "parts/twice.js": (parts["parts/twice.js"] ?? "").replace("* 2", "* 3") };
  const evil = cachedLoader(join(root, "evil"), await temporaryTree(other), builtin);
  evil.load("parts/main.js");
  evil.keep();
  await copyFile(join(root, "evil"), file);
  await chown(file, 65_534, 65_534);
  await chown(join(root, "cache/build"), 65_534, 65_534);
  // From another place: V8 remembers what it compiled for the first one.
  const second = cachedLoader(file, await temporaryTree(parts), builtin);
  expect(second.load("parts/main.js")).toMatchObject({ answer: 42 });
  second.keep();
  expect((await stat(file)).uid).toBe(65_534);
});
