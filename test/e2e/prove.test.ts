import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { hewto } from "../support/bundle.ts";
import { runHere } from "../support/cli.ts";
import { isAlive, processesWith, start } from "../support/processes.ts";
import { commitAll, runGit, temporaryRepository } from "../support/repository.ts";
import { snapshot } from "../support/snapshot.ts";
import { temporaryFolder } from "../support/temporary.ts";

// A project that node itself tests: a run takes a fraction of a second.
const manifest = '{ "name": "x", "type": "module", "scripts": { "test": "node --test" } }\n';

const spec = (scenarios: Readonly<Record<string, string>>) =>
  [
    "# tags Specification\n\n## Purpose\nHow tags in comments are read and what becomes of those that are wrong.\n\n## Requirements",
    "### Requirement: Read tags\nThe reader SHALL read tags.\n",
    ...Object.entries(scenarios).map(
      ([name, text]) => `#### Scenario: ${name}\n- **WHEN** a comment is read\n- **THEN** ${text}\n`,
    ),
  ].join("\n");

const code = `/** Reads the tags of a comment. */
export function readTags(text) {
  const tags = [];
  const malformed = [];
  for (const [, body] of text.matchAll(/\\[([^\\]]*)\\]/g)) {
    const parts = /^(\\w+):(\\w+)?$/.exec(body);
    if (parts === null) {
      malformed.push(body);
      continue;
    }
    tags.push({ name: parts[1], type: parts[2] ?? "test" });
  }
  return { tags, malformed };
}
`;

const tests = (...bodies: string[]) =>
  [
    'import { it } from "node:test";',
    'import assert from "node:assert/strict";',
    'import { readTags } from "../src/tags.js";',
    ...bodies,
    "",
  ].join("\n");

const defaultType = `// [VERIFIES: tags/read-tags#wrong-tags-are-reported]
it("a tag without a type is a test", () => {
  assert.deepEqual(readTags("[a:] [b:manual]").tags, [{ name: "a", type: "test" }, { name: "b", type: "manual" }]);
});`;

const wrongTags = `it("Wrong tags are reported", () => {
  assert.deepEqual(readTags("[a b]").malformed, ["a b"]);
});`;

const wrong = { "Wrong tags are reported": "a tag that is nearly right is reported as malformed" };

const project = {
  "package.json": manifest,
  "src/tags.js": code,
  "openspec/specs/tags/spec.md": spec(wrong),
};

async function scene(files: Record<string, string>) {
  const root = await temporaryRepository(files);
  const env = { ...process.env, HOME: await temporaryFolder(), TMPDIR: await temporaryFolder() };
  const call = async (...args: string[]) => {
    const { code: exit, output, errors } = await runHere(args, { cwd: root, env });
    return { exit, output, errors };
  };
  /** The names of the copies, or of those that hold a file. */
  const copies = (holding = "") => {
    const folder = readdirSync(env.TMPDIR).map((name) => join(env.TMPDIR, name, "copies"));
    return folder
      .filter((each) => existsSync(each))
      .flatMap((each) => readdirSync(each).filter((name) => existsSync(join(each, name, holding))));
  };
  const json = async (...args: string[]) => JSON.parse((await call(...args, "--json")).output);
  return { root, env, call, json, copies };
}

// Each test starts the program several times, and that starts the tests of its project many times.
vi.setConfig({ testTimeout: 120_000 });

describe("hewto prove", () => {
  it("shows the hole that a wrongly linked test leaves as the first survivor, and changes no file", async () => {
    const { root, call, json, copies } = await scene({ ...project, "test/tags.test.js": tests(defaultType) });
    const before = snapshot(root);
    const { leaves } = await json("prove", "tags/read-tags", "--trust");
    // The wrong test notices changes of the same function, so it is not insensitive: the ranked survivor is the message.
    expect(leaves).toMatchObject([
      { verdict: "sensitive", address: "tags/read-tags#wrong-tags-are-reported" },
    ]);
    expect(leaves[0].survivors[0]).toMatchObject({
      file: "src/tags.js",
      before: "malformed.push(body);",
      after: "{}",
      shared: ["malformed"],
    });
    expect(snapshot(root)).toEqual(before);
    expect(copies()).toEqual([]);
    const { output, exit } = await call("prove", "tags/read-tags", "--trust");
    expect(exit).toBe(0);
    expect(output).toContain(
      "missed src/tags.js:8  shares malformed\n      - malformed.push(body);\n      + {}\n",
    );
  });

  it("finds nothing once the right test is linked, and keeps the level as evidence by content", async () => {
    const { root, call, json } = await scene({ ...project, "test/tags.test.js": tests(wrongTags) });
    const [leaf] = (await json("prove", "--trust")).leaves;
    expect(leaf.survivors.map((each: { before: string }) => each.before)).not.toContain(
      "malformed.push(body);",
    );
    expect((await call("trace")).output).toContain("1 sensitive");
    const again = (await json("prove", "--trust")).leaves[0];
    expect(again).toMatchObject({ tried: leaf.tried, stored: leaf.tried });
    writeFileSync(join(root, "src/tags.js"), code.replace("const tags = [];", "const tags = []; // empty"));
    expect((await call("trace")).output).toContain("1 sensitive");
    writeFileSync(join(root, "src/tags.js"), code.replace('"test"', '"check"'));
    expect((await call("trace")).output).toContain("1 stale");
  });

  // covers trace: untracked-test
  it("counts edits and tests that are not committed", async () => {
    const { root, json } = await scene(project);
    writeFileSync(
      join(root, "src/tags.js"),
      code.replace("malformed.push(body);", "malformed.push(body.trim());"),
    );
    expect((await json("prove", "--trust")).leaves).toEqual([]);
    const file = join(root, "new.test.js");
    writeFileSync(
      file,
      tests(wrongTags.replaceAll("a b", " a b ").replace('[" a b "]', '["a b"]')).replace("../src", "./src"),
    );
    expect((await json("prove", "--trust")).leaves).toMatchObject([{ verdict: "sensitive" }]);
  });

  // covers trace: baseline-fails, flaky-baseline
  it("is blocked by tests that fail, do not run or are flaky, with the reason and exit code 3", async () => {
    const failing = wrongTags.replace('["a b"]);', '["other"]);');
    const { root, call } = await scene({ ...project, "test/tags.test.js": tests(failing) });
    const { exit, output } = await call("prove", "--trust");
    expect(exit).toBe(3);
    expect(output).toContain('blocked: "Wrong tags are reported" is failed before any change');
    writeFileSync(
      join(root, "test/tags.test.js"),
      tests(wrongTags).replace("../src/tags.js", "../src/gone.js"),
    );
    expect((await call("prove", "--trust")).output).toMatch(
      /blocked: ("Wrong tags are reported"|the run of)/,
    );
    const flag = JSON.stringify(join(await temporaryFolder(), "flag"));
    const flaky = `import { existsSync, writeFileSync } from "node:fs";\n${tests(wrongTags.replace("assert.deep", `if (existsSync(${flag})) assert.fail();\n  writeFileSync(${flag}, "");\n  assert.deep`))}`;
    writeFileSync(join(root, "test/tags.test.js"), flaky);
    expect((await call("prove", "--trust")).output).toContain("is flaky: it passed once and then failed");
  });

  // covers trace: hanging-change
  it("calls a test insensitive that notices none of the changes, and a hanging change noticed", async () => {
    const blind = tests('it("Wrong tags are reported", () => {\n  assert.ok(readTags("[a b]"));\n});');
    const harmless = `export function readTags(text) {
  const malformed = [];
  if (text.length > 3) {
    malformed.push("x");
  }
  return { malformed, count: malformed.length + 1 };
}
`;
    const { root, call, json } = await scene({
      ...project,
      "src/tags.js": harmless,
      "test/tags.test.js": blind,
    });
    const first = await call("prove", "--trust", "--mutants", "3");
    expect(first.exit).toBe(1);
    expect(first.output).toMatch(/insensitive: none of 3 changes noticed/);
    const loop =
      "export function readTags() {\n  let left = 3;\n  while (left > 0) {\n    left = left - 1;\n  }\n  return { tags: [], malformed: [left] };\n}\n";
    writeFileSync(join(root, "src/tags.js"), loop);
    const [leaf] = (await json("prove", "--trust")).leaves;
    expect(leaf).toMatchObject({ verdict: "sensitive" });
  });

  // covers trace: import-time
  it("measures what each linked test executes by running it alone, without what loading the file executes", async () => {
    const two = `export const shared = prepare();
function prepare() {
  return 1;
}
export function one() {
  return shared;
}
export function two() {
  return shared + 1;
}
`;
    const scenarios = { "One is given": "one is given", "Two is given": "two is given" };
    const suite = [
      'import { it } from "node:test";',
      'import assert from "node:assert/strict";',
      'import { one, two } from "../src/two.js";',
      'it("One is given", () => {\n  assert.equal(one(), 1);\n});',
      'it("Two is given", () => {\n  assert.equal(two(), 2);\n});\n',
    ].join("\n");
    const { root, call, json } = await scene({
      "package.json": manifest,
      "src/two.js": two,
      "openspec/specs/tags/spec.md": spec(scenarios),
      "test/two.test.js": suite,
    });
    const { notes } = await json("prove", "--trust", "--coverage", "--mutants", "1");
    expect(notes).toEqual([]);
    await call("evidence", "export", "all.evidence.json");
    const { segments } = JSON.parse(readFileSync(join(root, "all.evidence.json"), "utf8"));
    const rests = segments[0].tests.map((each: { test: string; rests_on: { items: object } }) => [
      each.test.replace(/^.*#/, ""),
      Object.keys(each.rests_on.items),
    ]);
    expect(rests).toEqual([
      ["One is given", ["src/two.js#one"]],
      ["Two is given", ["src/two.js#two"]],
    ]);
  });

  // covers trace: no-permission
  it("starts nothing of the project without permission, and says how to give it", async () => {
    const mark = join(await temporaryFolder(), "ran");
    const evil = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(mark)}, "");\n`;
    const { call } = await scene({ ...project, "test/tags.test.js": evil + tests(wrongTags) });
    for (const args of [["prove"], ["prove", "tags/read-tags", "--json"]]) {
      const { exit, output, errors } = await call(...args);
      expect(exit).toBe(3);
      expect(output + errors).toContain("doctor --trust");
      expect(existsSync(mark)).toBe(false);
    }
    expect((await call("doctor")).output).not.toContain("node --test");
    expect((await call("doctor", "--trust")).output).toContain("Allowed from now on: node --test");
    expect((await call("prove", "--mutants", "1")).exit).toBe(0);
    expect(existsSync(mark)).toBe(true);
  });

  it("asks again when the command of the settings, its variables or a file that it names changes", async () => {
    const one = (text: string) =>
      `[trace.run]\none = "node run.mjs {file} {report}"\nenv = { MODE = "${text}" }\n`;
    const runner = `import { spawnSync } from "node:child_process";
const [file, report] = process.argv.slice(2);
spawnSync(process.execPath, ["--test", "--test-reporter=junit", "--test-reporter-destination=" + report, file]);
`;
    const files = {
      ...project,
      "hewto.toml": one("a"),
      "run.mjs": runner,
      "test/tags.test.js": tests(wrongTags),
    };
    const { root, call } = await scene(files);
    expect((await call("doctor")).output).toContain("Until then `hewto prove` does not run them.");
    await call("doctor", "--trust");
    expect((await call("prove", "--mutants", "1")).exit).toBe(0);
    writeFileSync(join(root, "run.mjs"), `${runner}\n`);
    const changed = await call("prove");
    expect(changed.exit).toBe(3);
    expect(changed.errors).toContain("run.mjs changed since you allowed it");
    writeFileSync(join(root, "run.mjs"), runner);
    writeFileSync(join(root, "hewto.toml"), one("b"));
    expect((await call("prove")).exit).toBe(3);
  });

  it("ends its tests and removes its copy when it is interrupted", async () => {
    const slow = wrongTags.replace(
      "() => {",
      "async () => {\n  await new Promise((done) => setTimeout(done, 60_000));",
    );
    const { root, env, copies } = await scene({ ...project, "test/tags.test.js": tests(slow) });
    const started = start(hewto, ["prove", "--trust"], { cwd: root, env });
    await expect
      .poll(() => processesWith(join("tree", "test")).length + copies().length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await expect
      .poll(() => processesWith("--test-reporter=junit").length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    const runners = processesWith("--test-reporter=junit");
    started.child.kill("SIGINT");
    expect(await started.exit).not.toBe(0);
    await expect.poll(() => runners.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => copies(), { timeout: 10_000 }).toEqual([]);
  });

  // covers trace: killed
  it("leaves the project as it is when it is killed, and doctor removes the copy", async () => {
    const slow = wrongTags.replace(
      "() => {",
      "async () => {\n  await new Promise((done) => setTimeout(done, 15_000));",
    );
    const { root, env, call, copies } = await scene({ ...project, "test/tags.test.js": tests(slow) });
    const before = snapshot(root);
    const started = start(hewto, ["prove", "--trust"], { cwd: root, env });
    // A folder without its record is of a process that is about to write it.
    const owned = () => copies("owner.json").length;
    await expect.poll(owned, { timeout: 20_000 }).toBe(1);
    started.child.kill("SIGKILL");
    await started.exit;
    expect(snapshot(root)).toEqual(before);
    expect(copies()).toHaveLength(1);
    expect((await call("doctor")).output).toContain("Removed 1 copy of projects");
    expect(copies()).toEqual([]);
  });
});

describe("hewto prove --revert", () => {
  const old = code.replace("      malformed.push(body);\n", "");

  it("distinguishes tests that fail without the code of the branch from those that do not notice", async () => {
    const { root, json, call } = await scene({ ...project, "src/tags.js": old });
    const before = runGit(root, "rev-parse", "HEAD").trim();
    writeFileSync(join(root, "src/tags.js"), code);
    writeFileSync(join(root, "test.test.js"), tests(wrongTags).replace("../src", "./src"));
    commitAll(root, "report wrong tags");
    const good = await json("prove", "--revert", "--changed-since", before, "--trust");
    expect(good).toMatchObject({ reverted: ["src/tags.js"], leaves: [{ verdict: "notices" }] });
    writeFileSync(
      join(root, "test.test.js"),
      tests(wrongTags.replace('malformed, ["a b"]', "tags, []")).replace("../src", "./src"),
    );
    const bad = await call("prove", "--revert", "--changed-since", before, "--trust");
    expect(bad.exit).toBe(1);
    expect(bad.output).toContain(
      'unnoticed: "Wrong tags are reported" is new or changed, and passes without the code of the branch',
    );
    // The run is remembered as long as the test and the code of the branch are the same.
    const rules = async () =>
      (await json("check", "--only", "trace", "--changed-since", before)).findings.map(
        ({ rule }: { rule: string }) => rule,
      );
    expect(await rules()).toContain("test-passes-without-change");
    writeFileSync(join(root, "src/tags.js"), `// why\n${code}`);
    expect(await rules()).toContain("test-passes-without-change");
    writeFileSync(join(root, "src/tags.js"), code.replace('"test"', '"check"'));
    expect(await rules()).not.toContain("test-passes-without-change");
  });

  // covers trace: old-behavior
  it("calls a test of old behavior what it is, and a test of new code that does not load noticing", async () => {
    const { root, json } = await scene(project);
    writeFileSync(join(root, "a.test.js"), tests(wrongTags).replace("../src", "./src"));
    const only = await json("prove", "--revert", "--trust");
    expect(only).toMatchObject({ reverted: [], leaves: [{ verdict: "existing" }] });
    const added = await scene({ "package.json": manifest, "openspec/specs/tags/spec.md": spec(wrong) });
    writeFileSync(join(added.root, "tags.js"), code);
    writeFileSync(join(added.root, "a.test.js"), tests(wrongTags).replace("../src", "."));
    expect(await added.json("prove", "--revert", "--trust")).toMatchObject({
      reverted: ["tags.js"],
      leaves: [{ verdict: "notices" }],
    });
  });
});
