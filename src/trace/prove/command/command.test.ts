import { describe, expect, it } from "vitest";
import { temporaryTree } from "../../../../test/support/temporary.ts";
import { literalPath } from "../../../workspace/paths/paths.ts";
import { openWorkspace } from "../../../workspace/paths/root.ts";
import type { DiscoveredTest } from "../../tests/model.ts";
import { fillCommand, type TestCommand } from "./command.ts";
import { commandFor } from "./detect.ts";
import { splitCommand } from "./words.ts";

function test(file: string, ...titles: string[]): DiscoveredTest {
  const range = { startLine: 1, endLine: 2, from: 0, to: 1 };
  return { file: literalPath(file), titles, range, modifiers: [], parametrized: false, hash: "t1:x" };
}

const command = (words: string[], cwd = ""): TestCommand => {
  return { words, cwd, env: {}, source: "x", isCompiled: false };
};

describe("a command line in settings", () => {
  it("is split at spaces, quotes keep words together, and nothing else has a meaning", () => {
    expect(splitCommand(`npx  vitest run "{file}" -t '{name} x' a"b c"d ""`)).toEqual([
      "npx",
      "vitest",
      "run",
      "{file}",
      "-t",
      "{name} x",
      "ab cd",
      "",
    ]);
    expect(splitCommand("a $(b) | c && d > e")).toEqual(["a", "$(b)", "|", "c", "&&", "d", ">", "e"]);
    expect(splitCommand('a "b')).toBeUndefined();
    expect(splitCommand("  ")).toEqual([]);
  });
});

describe("the tests that a command runs", () => {
  // covers trace: name-is-prefix
  it("are named by a pattern in which titles mean themselves and holes anything", () => {
    const tests = [
      test("pkg/a.test.ts", "s (x)", "a+b?"),
      test("pkg/a.test.ts", `%s is ${"$"}{refused} of $n`),
    ];
    const filled = fillCommand(command(["r", "{file}", "-t", "{name}", "--out={report}"], "pkg"), tests, {
      report: "/r",
    });
    expect(filled).toEqual({
      command: "r",
      args: ["a.test.ts", "-t", "^(?:s \\(x\\) a\\+b\\?|.* is .* of .*)$", "--out=/r"],
      writesReport: true,
    });
  });

  it("are named one by one for pytest and cargo, by functions for Go", () => {
    const python = [test("t/test_a.py", "TestA", "test_b"), test("t/test_a.py", "test_c")];
    expect(fillCommand(command(["p", "{tests}"]), python, { report: "/r" }).args).toEqual([
      "t/test_a.py::TestA::test_b",
      "t/test_a.py::test_c",
    ]);
    const go = [test("x/a_test.go", "TestA", "sub one"), test("x/a_test.go", "TestA", "sub two")];
    expect(fillCommand(command(["go", "-run", "{name}", "./{folder}"]), go, { report: "/r" }).args).toEqual([
      "-run",
      "^(?:TestA)$",
      "./x",
    ]);
    expect(
      fillCommand(command(["c", "{tests}"]), [test("src/a.rs", "tests", "full")], { report: "/r" }).args,
    ).toEqual(["full"]);
  });

  it("are not named where there are too many", () => {
    const many = Array.from({ length: 31 }, (_, at) => test("a.test.ts", `t${at}`));
    expect(fillCommand(command(["r", "{file}", "-t", "{name}"]), many, { report: "/r" }).args).toEqual([
      "a.test.ts",
      "-t",
      "",
    ]);
    expect(
      fillCommand(
        command(["r", "{tests}"]),
        many.map((each) => ({ ...each, file: literalPath("a.py") })),
        { report: "/r" },
      ).args,
    ).toEqual(["a.py"]);
  });
});

describe("the usual command of a project", () => {
  const none = { env: {}, copy: [] };

  async function sourceOf(files: Record<string, string>, file: string) {
    const workspace = await openWorkspace(await temporaryTree(files));
    if (!workspace.ok) throw new Error(workspace.fault.message);
    const found = await commandFor(workspace.value, file, none);
    return found.ok
      ? found.value && {
          source: found.value.source,
          cwd: found.value.cwd,
          first: found.value.words.slice(0, 2),
        }
      : found;
  }

  it.each<[string, Record<string, string>, string, object | undefined]>([
    [
      "vitest",
      { "package.json": '{"devDependencies":{"vitest":"1"}}', "node_modules/vitest/vitest.mjs": "" },
      "a.test.ts",
      { source: "vitest", cwd: "", first: ["node", "node_modules/vitest/vitest.mjs"] },
    ],
    [
      "jest above a package",
      { "p/a/package.json": '{"scripts":{"test":"jest"}}', "node_modules/jest/bin/jest.js": "" },
      "p/a/x.test.js",
      { source: "jest", cwd: "p/a", first: ["node", "../../node_modules/jest/bin/jest.js"] },
    ],
    [
      "mocha",
      { "package.json": '{"dependencies":{"mocha":"1"}}', "node_modules/mocha/bin/mocha.js": "" },
      "t/a.js",
      { source: "mocha", cwd: "", first: ["node", "node_modules/mocha/bin/mocha.js"] },
    ],
    [
      "node:test",
      { "package.json": '{"scripts":{"test":"node --test"}}' },
      "t/a.js",
      { source: "node:test", cwd: "", first: ["node", "--test"] },
    ],
    [
      "a runner that is not installed",
      { "package.json": '{"devDependencies":{"vitest":"1"}}' },
      "a.test.ts",
      undefined,
    ],
    ["a manifest that is not JSON", { "package.json": "{" }, "a.test.ts", undefined],
    [
      "pytest in its environment",
      { ".venv/bin/python": "" },
      "t/test_a.py",
      { source: "pytest", cwd: "", first: [".venv/bin/python", "-m"] },
    ],
    [
      "Go in a module",
      { "m/go.mod": "module a" },
      "m/x/a_test.go",
      { source: "go test", cwd: "m", first: ["go", "test"] },
    ],
    ["Go without a module", {}, "a_test.go", undefined],
    [
      "cargo",
      { "Cargo.toml": "" },
      "src/lib.rs",
      { source: "cargo test", cwd: "", first: ["cargo", "test"] },
    ],
    ["another language", {}, "ATests.swift", undefined],
  ])("is found for %s", async (_name, files, file, expected) => {
    expect(await sourceOf({ "keep.txt": "", ...files }, file)).toEqual(expected);
  });

  it("gives way to the one in the settings, and a broken one is refused", async () => {
    const workspace = await openWorkspace(await temporaryTree({ "a.txt": "" }));
    if (!workspace.ok) throw new Error(workspace.fault.message);
    const given = { ...none, one: "make one F={file}", env: { A: "1" } };
    expect(await commandFor(workspace.value, "x.swift", given)).toMatchObject({
      value: { words: ["make", "one", "F={file}"], env: { A: "1" }, source: "[trace.run]" },
    });
    for (const one of ['make "x', " "])
      expect(await commandFor(workspace.value, "x.swift", { ...none, one })).toMatchObject({
        fault: { code: "invalid_config" },
      });
  });
});
