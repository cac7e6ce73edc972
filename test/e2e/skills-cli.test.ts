import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHere } from "../support/cli.ts";
import { onTerminal } from "../support/on-terminal.ts";
import { type SkillTree, skillText, skillTree } from "../support/skills.ts";

const skills = (tree: SkillTree, ...words: string[]) =>
  runHere(["skills", ...words], { cwd: tree.ws, env: { HOME: tree.home } });

async function json(tree: SkillTree, ...words: string[]) {
  const { code, output } = await skills(tree, ...words, "--json");
  return { code, value: JSON.parse(output) };
}

const some = {
  "ws/.claude/skills/pdf/SKILL.md": skillText("pdf", "Fills forms."),
  "home/.codex/skills/pdf/SKILL.md": skillText("pdf", "Reads invoices."),
  "home/.claude/skills/pdf/SKILL.md": skillText("pdf", "The user's copy."),
  "ws/skills/off/.SKILL.md": skillText("off"),
  "ws/skills/broken/SKILL.md": "---\nname: broken\n---\n",
};

test("list shows the served skills and problems; --all and --disabled show disabled skills", async () => {
  const tree = await skillTree(some);
  const { code, value } = await json(tree, "list");
  expect(code).toBe(0);
  expect(value.skills).toMatchObject([
    {
      id: "claude:pdf",
      name: "pdf",
      description: "Fills forms.",
      provider: "claude",
      location: "project",
      path: join(tree.ws, ".claude/skills/pdf/SKILL.md"),
      disabled: false,
      problems: [],
    },
    { id: "codex:pdf", location: "user" },
  ]);
  expect(value.problems).toMatchObject([
    { path: join(tree.ws, "skills/broken/SKILL.md"), rule: "missing-description" },
  ]);
  expect((await json(tree, "list", "--disabled")).value.skills).toMatchObject([
    { id: "agents:off", disabled: true },
  ]);
  expect((await json(tree, "list", "--all", "--include", "agents")).value.skills).toHaveLength(1);
  const plain = await skills(tree, "list");
  expect(plain.output).toContain("claude:pdf");
  expect(plain.output).not.toContain("\u001b");
});

test("list without skills says so and succeeds; a bad filter is a usage error on one line", async () => {
  const tree = await skillTree();
  const empty = await skills(tree, "list");
  expect(empty).toMatchObject({ code: 0 });
  expect(empty.output).toMatch(/^No skills were found/);
  const bad = await skills(tree, "list", "--include", "[a");
  expect(bad).toMatchObject({ code: 2, output: "" });
  expect(bad.errors.trim().split("\n")).toHaveLength(1);
  expect((await json(tree, "list", "--exclude", "")).value.error.code).toBe("invalid_argument");
});

test("info shows digests and files, also of a disabled skill; not found and ambiguous exit with 1", async () => {
  const tree = await skillTree({ ...some, "ws/.claude/skills/pdf/references/a.md": "a" });
  const { value } = await json(tree, "info", "claude:pdf", "--full");
  expect(value).toMatchObject({ id: "claude:pdf", uri: "skill://claude/project/pdf/SKILL.md" });
  expect(value.content).toBe(skillText("pdf", "Fills forms."));
  expect(value.files.map((file: { path: string }) => file.path)).toEqual(["SKILL.md", "references/a.md"]);
  expect((await json(tree, "info", "off")).value).toMatchObject({ id: "agents:off", disabled: true });
  expect(await json(tree, "info", "pdf")).toMatchObject({
    code: 1,
    value: { error: { code: "skill_ambiguous" } },
  });
  expect(await json(tree, "info", "nope")).toMatchObject({
    code: 1,
    value: { error: { code: "skill_not_found" } },
  });
});

test("control characters in a folder's name are not printed, and a line break in it does not start a line", async () => {
  const tree = await skillTree({
    "ws/skills/a\u001b[31m\nid: trusted/SKILL.md": skillText("a"),
    "ws/skills/b\u001b[2J\nserved/SKILL.md": "broken",
  });
  for (const words of [["info", "a"], ["list"], ["doctor"], ["validate"]]) {
    const { output } = await skills(tree, ...words);
    expect(output, words[0]).not.toContain("\u001b");
    expect(output, words[0]).not.toMatch(/^(id: trusted|served\/)/m);
  }
});

test("search ranks by words, respects its limit in JSON, and refuses an empty query", async () => {
  const tree = await skillTree(some);
  const { value } = await json(tree, "search", "invoices", "pdf", "--limit", "1");
  expect(value).toMatchObject({ query: "invoices pdf", total: 2, results: [{ id: "codex:pdf", score: 1 }] });
  expect((await json(tree, "search", "off")).value.total).toBe(0);
  const deep = await skillTree({
    "ws/skills/a/SKILL.md": skillText("a", "Does A.", "Uses the turbine.\n"),
    "ws/skills/b/SKILL.md": skillText("b"),
  });
  expect((await json(deep, "search", "turbine")).value.total).toBe(0);
  expect((await json(deep, "search", "turbine", "--content")).value.results).toMatchObject([
    { id: "agents:a" },
  ]);
  expect(await json(tree, "search", " ")).toMatchObject({
    code: 2,
    value: { error: { message: "Query cannot be empty" } },
  });
});

test("load prints the tool's answer", async () => {
  const tree = await skillTree(some);
  const { output } = await skills(tree, "load", "codex:pdf");
  expect(output).toMatch(/^name: pdf\npath: .*\nlocation: user\nprovider: codex\n\n---\nname: pdf\n/);
});

test("disable and enable rename the file and back; unknown names fail with a suggestion", async () => {
  const tree = await skillTree(some);
  const folder = join(tree.ws, ".claude/skills/pdf");
  expect(await json(tree, "disable", "claude:pdf")).toMatchObject({
    code: 0,
    value: { mode: "disable", succeeded: 1, results: [{ skill: "claude:pdf", status: "disabled" }] },
  });
  expect(await readdir(folder)).toEqual([".SKILL.md"]);
  expect((await json(tree, "disable", "agents:off")).value.results).toMatchObject([{ status: "skipped" }]);
  expect(await json(tree, "enable", "claude:pdf")).toMatchObject({ code: 0, value: { succeeded: 1 } });
  expect(await readdir(folder)).toEqual(["SKILL.md"]);
  const failed = await json(tree, "disable", "pfd");
  expect(failed).toMatchObject({ code: 1, value: { failed: 1 } });
  expect(failed.value.results[0].error).toMatch(/Did you mean `claude:pdf`/);
  expect((await skills(tree, "disable")).code).toBe(2);
});

test("toggling a user's skill writes no other files next to it; a plugin's skill is refused", async () => {
  const tree = await skillTree({
    "home/.claude/skills/own/SKILL.md": skillText("own"),
    "home/.claude/plugins/installed_plugins.json": JSON.stringify({
      plugins: { "p@m": { installPath: "p" } },
    }),
    "home/.claude/plugins/p/SKILL.md": skillText("theirs"),
  });
  expect((await json(tree, "disable", "own")).code).toBe(0);
  expect(await readdir(join(tree.home, ".claude/skills"))).toEqual(["own"]);
  const refused = await json(tree, "disable", "theirs");
  expect(refused.code).toBe(1);
  expect(refused.value.results[0].error).toMatch(/belongs to the plugin p/);
});

test("with both files present, enable needs --force, and then the disabled text wins", async () => {
  const tree = await skillTree({
    "ws/skills/a/SKILL.md": skillText("a", "Enabled."),
    "ws/skills/a/.SKILL.md": skillText("a", "Disabled."),
  });
  expect((await json(tree, "enable", "a")).value).toMatchObject({ skipped: 1 });
  expect((await json(tree, "enable", "a", "--force")).value).toMatchObject({ succeeded: 1 });
  expect((await json(tree, "list", "--all")).value.skills).toMatchObject([
    { description: "Disabled.", disabled: false },
  ]);
});

test("validate: exit code, findings with lines, SARIF, one skill by its path", async () => {
  const tree = await skillTree(some);
  const all = await json(tree, "validate");
  expect(all).toMatchObject({ code: 1, value: { valid: false } });
  expect(all.value.errors).toMatchObject([
    { rule: "missing-description", file: "skills/broken/SKILL.md", line: 1 },
  ]);
  expect(await json(tree, "validate", ".claude/skills/pdf")).toMatchObject({
    code: 0,
    value: { valid: true },
  });
  expect(await json(tree, "validate", ".claude/skills/pdf/SKILL.md")).toMatchObject({ code: 0 });
  expect(await json(tree, "validate", "nowhere")).toMatchObject({
    code: 1,
    value: { error: { code: "path_not_found" } },
  });
  const small = await skills(await skillTree({ "ws/s/skill.md": skillText("s") }), "validate", "s/skill.md");
  expect(small.errors).toMatch(/skill\.md is not a SKILL\.md\. .*must be exactly SKILL\.md/);
  const sarif = JSON.parse((await skills(tree, "validate", "skills", "--sarif")).output);
  expect(sarif).toMatchObject({
    version: "2.1.0",
    runs: [{ results: [{ ruleId: "missing-description", level: "error" }] }],
  });
});

test("doctor explains every SKILL.md: served, shadowed, filtered, disabled, invalid, over budget", async () => {
  const tree = await skillTree({ ...some, "ws/.gemini/skills/g/SKILL.md": skillText("g", "x".repeat(600)) });
  const { code, value } = await json(tree, "doctor", "--exclude", "codex", "--catalog-budget", "300");
  expect(code).toBe(1);
  const byPath = Object.fromEntries(
    value.files.map(({ path, state, why }: { path: string; state: string; why: string }) => [
      path.slice(tree.root.length + 1),
      [state, why.replaceAll(tree.root, "")],
    ]),
  );
  expect(byPath).toMatchObject({
    "ws/.claude/skills/pdf/SKILL.md": ["served", ""],
    "home/.claude/skills/pdf/SKILL.md": [
      "shadowed",
      "by /ws/.claude/skills/pdf/SKILL.md, which has a higher rank",
    ],
    "home/.codex/skills/pdf/SKILL.md": ["filtered", "excluded by --exclude codex"],
    "ws/skills/off/.SKILL.md": ["disabled", "run `hewto skills enable agents:off` to enable it"],
    "ws/.gemini/skills/g/SKILL.md": ["over-budget", "listed by name only"],
  });
  expect(byPath["ws/skills/broken/SKILL.md"]?.[0]).toBe("invalid");
  expect(value.summary).toContain("1 over-budget");
});

test("the block that announces skills goes into the files of agents, and out of them without a trace", async () => {
  const tree = await skillTree({
    "ws/CLAUDE.md": "# Rules\r\n\r\nBe kind.",
    "ws/skills/a/SKILL.md": skillText("a"),
  });
  const claude = () => readFile(join(tree.ws, "CLAUDE.md"), "utf8");
  const before = await claude();
  expect(await json(tree, "instructions", "--dry-run")).toMatchObject({
    code: 0,
    value: { dry_run: true, results: [{ path: join(tree.ws, "CLAUDE.md"), status: "updated" }] },
  });
  expect(await claude()).toBe(before);
  await json(tree, "instructions", "claude", "codex");
  expect(await claude()).toContain("hewto skills list");
  expect(await readFile(join(tree.ws, "AGENTS.md"), "utf8")).toContain("hewto skills info NAME");
  expect((await json(tree, "instructions")).value.results).toMatchObject([
    { agents: ["codex", "opencode"], status: "unchanged" },
    { agents: ["claude"], status: "unchanged" },
  ]);
  expect((await json(tree, "instructions", "--remove")).value.results).toHaveLength(2);
  expect(await claude()).toBe(before);
  await expect(stat(join(tree.ws, "AGENTS.md"))).rejects.toThrow();
});

test("with --scope user the block goes into the files of the home", async () => {
  const tree = await skillTree({ "home/.gemini/GEMINI.md": "# Mine\n" });
  const { value } = await json(tree, "instructions", "--scope", "user");
  expect(value.results).toMatchObject([{ agents: ["gemini"], status: "updated" }]);
  const file = join(tree.home, ".gemini/GEMINI.md");
  expect(await readFile(file, "utf8")).toMatch(/^# Mine\n\n<!-- hewto:skills -->/);
  await json(tree, "instructions", "--scope", "user", "--remove");
  expect(await readFile(file, "utf8")).toBe("# Mine\n");
});

test("skills install -i asks which skills to take", async () => {
  const tree = await skillTree({
    "shared/pdf/SKILL.md": skillText("pdf", "Fills forms."),
    "shared/csv/SKILL.md": skillText("csv", "Reads tables."),
    "shared/png/SKILL.md": skillText("png", "Looks at images."),
  });
  const source = join(tree.ws, "../shared");
  const words = ["skills", "install", source, "-i"];
  const { code, seen } = await onTerminal(tree.ws, words, /nothing to stop: /, ["9", "1,3"]);
  expect(seen).toContain("Fills forms.");
  expect(seen).toContain("Type numbers from 1 to 3.");
  expect(code).toBe(0);
  expect(await readdir(join(tree.ws, ".agents/skills"))).toEqual(["csv", "png", "skills.lock"]);
  const piped = await skills(tree, "install", source, "--interactive");
  expect(piped).toMatchObject({ code: 2 });
  expect(piped.errors).toContain("--interactive needs a terminal");
});
