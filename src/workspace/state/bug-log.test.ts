import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needsLinux } from "../../../test/support/skip.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { readBugs, recordBug } from "./bug-log.ts";

const newEnv = async () => ({ HOME: await temporaryFolder() });

test("the last ten bugs are kept with their stacks and causes", async () => {
  const env = await newEnv();
  expect(readBugs(env)).toEqual([]);
  for (let number = 1; number <= 12; number++)
    recordBug(new Error(`bug ${number}`, { cause: new Error("the cause") }), env);
  const bugs = readBugs(env);
  expect(bugs).toHaveLength(10);
  expect(bugs[0]?.stack).toContain("bug 3");
  expect(bugs[9]?.stack).toMatch(/bug 12[\s\S]*bug-log\.test\.ts[\s\S]*Caused by: Error: the cause/);
});

test("a thrown value that is not an error is kept as text, and a damaged file is ignored", async () => {
  const env = await newEnv();
  recordBug("just text", env);
  expect(readBugs(env).map(({ stack }) => stack)).toEqual(["just text"]);
  needsLinux();
  await writeFile(join(env.HOME, ".cache/hewto/bugs.json"), "{");
  expect(readBugs(env)).toEqual([]);
});

test("a folder that cannot be written does not turn one bug into two", async () => {
  needsLinux();
  const env = await newEnv();
  await writeFile(join(env.HOME, ".cache"), "a file in the way");
  recordBug(new Error("x"), env);
  expect(readBugs(env)).toEqual([]);
});

test("bugs are not read through a link", async () => {
  needsLinux();
  const env = await newEnv();
  await mkdir(join(env.HOME, ".cache/hewto"), { recursive: true });
  await writeFile(join(env.HOME, "other.json"), JSON.stringify([{ at: "", version: "", stack: "secret" }]));
  await symlink(join(env.HOME, "other.json"), join(env.HOME, ".cache/hewto/bugs.json"));
  expect(readBugs(env)).toEqual([]);
});
