import { access, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { artifactsToolset } from "../../src/artifacts/operations/toolset.ts";
import { type AnyOperation, commandOf, isTool } from "../../src/operation/operation.ts";
import { inputSchema } from "../../src/operation/schema.ts";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../support/temporary.ts";

test("from an empty folder to a covered constraint, with the command line alone", async () => {
  const root = await temporaryFolder();
  const cli = (...words: string[]) => run(hewto, words, { cwd: root });
  expect(await cli("artifacts", "list")).toMatchObject({
    code: 3,
    errors: expect.stringContaining("hewto init"),
  });
  expect(await cli("init")).toMatchObject({
    code: 0,
    output: expect.stringContaining(".specman/scratchpad"),
  });
  expect(await cli("init")).toMatchObject({
    code: 0,
    output: expect.stringContaining("nothing was changed"),
  });
  expect(await cli("artifacts", "create", "specification", "ferry", "--title", "Ferry")).toMatchObject({
    code: 0,
    output: expect.stringContaining("spec://ferry"),
  });
  const path = join(root, "spec/ferry/spec.md");
  await writeTree(root, {
    "spec/ferry/spec.md": (await readFile(path, "utf8")).replace(
      "## Key Entities",
      "!concept-ferry.rules:\n\n- It MUST float.\n\n## Key Entities",
    ),
    "src/ferry.ts": "export {};\n",
  });
  expect(
    await cli(
      "artifacts",
      "create",
      "implementation",
      "ferry-ts",
      "--target",
      "spec://ferry",
      "--location",
      "src",
    ),
  ).toMatchObject({ code: 0 });
  expect(await cli("artifacts", "status")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Global Status: FAIL[\s\S]*concept-ferry\.rules/),
  });
  await writeTree(root, { "src/ferry.test.ts": "// [ENSURES: concept-ferry.rules:TEST]\n" });
  expect(await cli("artifacts", "compliance", "ferry-ts")).toMatchObject({
    code: 0,
    output: expect.stringContaining("1 of 1 constraint groups ensured (100 %)"),
  });
  expect(await cli("artifacts", "status")).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Global Status: PASS/),
  });
  expect((await cli("artifacts", "deps", "spec://ferry", "--view", "downstream")).output).toBe(
    "Dependency tree (downstream) for specification 'ferry'\n  Downstream: 1 edge(s)\n  spec ferry@1.0.0\n  └── impl ferry-ts@1.0.0\n",
  );
  expect((await cli("artifacts", "constraints", "ferry")).output).toContain("concept-ferry.rules (line ");
  expect(await cli("artifacts", "delete", "spec://ferry")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("impl://ferry-ts"),
  });
  expect((await cli("artifacts", "show", "ferry")).output).toContain("Front matter:");
  expect((await cli("artifacts", "template", "specification")).output).toContain("embedded://spec");
});

test("an error goes to stderr as a sentence and, with --json, to stdout as the whole fault", async () => {
  const root = await temporaryFolder();
  await run(hewto, ["init"], { cwd: root });
  const refused = await run(hewto, ["artifacts", "create", "specification", "add-login", "--json"], {
    cwd: root,
  });
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.output)).toMatchObject({
    error: { code: "invalid_name", data_model_heading: "Specification Name" },
  });
  expect(refused.errors).toContain("verb");
});

// covers specman: create-schema-is-documented
test("the documentation names every tool, every command, and every argument of the two lifecycle tools", async () => {
  const page = await readFile("docs/artifacts.md", "utf8");
  const { operations } = artifactsToolset;
  for (const operation of Object.values<AnyOperation>(operations)) {
    const words = commandOf(operation)?.words;
    if (isTool(operation)) expect(page, operation.name).toContain(`\`${operation.name}\``);
    if (words !== undefined) expect(page, words).toContain(`hewto ${words}`);
  }
  for (const tool of [operations.create_artifact, operations.update_artifact])
    for (const field of Object.keys(inputSchema(tool).properties ?? {}))
      expect(page, field).toContain(`\`${field}\``);
});

// covers specman: no-prompt-templates-in-the-cli
test("neither the help of the commands nor their documentation shows a prompt", async () => {
  const help = await run(hewto, ["artifacts", "--help"]);
  const pages = [help.output, await readFile("docs/commands.md", "utf8")];
  for (const page of pages) {
    expect(page).not.toContain("Effective template:");
    expect(page).not.toContain("Before any analysis");
    expect(page).not.toContain("authoring_prompt");
  }
});

test("showing an artifact whose front matter is broken says only what is wrong, and exits 1", async () => {
  const root = await temporaryTree({
    ".specman/": "",
    "spec/broken/spec.md": '---\nname: [unclosed\nversion: "1.0.0"\n---\n# Spec — UnreadableArtifact\n',
  });
  const { code, output } = await run(hewto, ["artifacts", "show", "spec://broken"], { cwd: root });
  expect(code).toBe(1);
  expect(output).toContain("  ! ");
  expect(output).not.toContain("No front matter");
});

test("stale lock files of a killed writer are removed by the next one", async () => {
  const left = (folder: string) => `${folder}/.hewto-tmp-${2 ** 22 + 1}-abcdef012345`;
  const files = [left(".specman/locks"), left(".specman/locks/files")];
  const root = await temporaryTree(Object.fromEntries(files.map((file) => [file, ""])));
  const old = new Date(Date.now() - 3_600_000);
  for (const file of files) await utimes(join(root, file), old, old);
  const words = ["artifacts", "create", "specification", "harbour", "--title", "Harbour"];
  expect((await run(hewto, words, { cwd: root })).code).toBe(0);
  for (const file of files) await expect(access(join(root, file))).rejects.toThrow();
});
