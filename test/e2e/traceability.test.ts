import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary.ts";

// Built at run time: the generator must not take the samples for comments of this file.
const claim = (ids: string) => `// ${"covers"} sample: ${ids}`;

async function claimsOf(...lines: string[]): Promise<unknown> {
  const file = join(await temporaryFolder(), "sample.test.ts");
  await writeFile(file, `${lines.join("\n")}\n`);
  const { output, errors } = await run("scripts/traceability-claims.mjs", [file]);
  expect(errors).toBe("");
  return JSON.parse(output);
}

test("a covers comment counts for the test right below it and no other test", async () => {
  expect(
    await claimsOf(
      claim("A-1, A-2"),
      "// [ENSURES: concept-a.x:TEST]",
      'test("one (with a bracket)", async () => {',
      "});",
      claim("A-3"),
      "",
      'test("after an empty line", () => {});',
      claim("A-4"),
      'describe("a group", () => {',
      '  it("in the group", () => {});',
      "});",
      claim("A-5"),
      "it(nameOf(row), () => {});",
      'it("the next", () => {});',
      claim("A-6"),
      "it.each<[string]>([",
      '  ["a)"],',
      '])("rows %s", () => {});',
    ),
  ).toEqual([
    { line: 1, system: "sample", ids: ["A-1", "A-2"], name: "one (with a bracket)" },
    { line: 5, system: "sample", ids: ["A-3"] },
    { line: 8, system: "sample", ids: ["A-4"] },
    { line: 12, system: "sample", ids: ["A-5"] },
    { line: 15, system: "sample", ids: ["A-6"], name: "rows %s" },
  ]);
});

test("a list that ends with a comma continues on the next line; two systems have two comments", async () => {
  expect(
    await claimsOf(
      claim("one, two,"),
      "//   three",
      claim("four").replace("sample", "other"),
      'it("x", () => {});',
    ),
  ).toEqual([
    { line: 1, system: "sample", ids: ["one", "two", "three"], name: "x" },
    { line: 3, system: "other", ids: ["four"], name: "x" },
  ]);
});

test("a test that does not run everywhere has its condition named", async () => {
  expect(
    await claimsOf(
      "const asRoot = test.skipIf(process.getuid?.() !== 0);",
      "async function app() {",
      '  needsProgram("tmux", "stty");',
      "}",
      claim("A-1"),
      'test.skip("never", () => {});',
      claim("A-2"),
      'asRoot("as root", () => {});',
      claim("A-3"),
      'test("in a terminal", async () => {',
      "  await app();",
      "});",
      claim("A-4"),
      'test("where it can", () => {',
      '  if (!hasDisk) skipTest("there is no disk");',
      "});",
      "describe.runIf(process.env.SLOW)('slow', () => {",
      `  ${claim("A-5")}`,
      '  it("waits", () => {});',
      "});",
    ),
  ).toMatchObject([
    { name: "never", condition: "never run" },
    { name: "as root", condition: "not if `process.getuid?.() !== 0`" },
    { name: "in a terminal", condition: "needs tmux and stty" },
    { name: "where it can", condition: "may be skipped: there is no disk" },
    { name: "waits", condition: "only if `process.env.SLOW`" },
  ]);
});
