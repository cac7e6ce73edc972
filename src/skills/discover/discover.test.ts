import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { asNobody, openToAll } from "../../../test/support/as-nobody.ts";
import { registryIn, servedIds, skillText, skillTree } from "../../../test/support/skills.ts";
import { writeTree } from "../../../test/support/temporary.ts";
import { loadSkill } from "../serve/load.ts";

test("every default folder is searched, with its provider, location and rank", async () => {
  const tree = await skillTree({
    "extra/custom/SKILL.md": skillText("custom"),
    "ws/.claude/skills/a/SKILL.md": skillText("a"),
    "ws/.codex/skills/b/SKILL.md": skillText("b"),
    "ws/.gemini/skills/c/SKILL.md": skillText("c"),
    "ws/.openclaw/skills/d/SKILL.md": skillText("d"),
    "ws/.MyAgent/skills/e/SKILL.md": skillText("e"),
    "ws/skills/f/SKILL.md": skillText("f"),
    "ws/.agents/skills/g/SKILL.md": skillText("g"),
    "ws/.agent/skills/h/SKILL.md": skillText("h"),
    "home/.claude/skills/i/SKILL.md": skillText("i"),
    "home/.cursor/skills/j/SKILL.md": skillText("j"),
    "home/.agents/skills/k/SKILL.md": skillText("k"),
    "home/.agent/skills/l/SKILL.md": skillText("l"),
    "home/.config/opencode/skills/m/SKILL.md": skillText("m"),
    "ws/.cache/nested/skills/no/SKILL.md": skillText("no"),
  });
  const registry = await registryIn(tree, { skillDirs: ["../extra"] });
  const { skills } = (await registry.snapshot()).enabled;
  expect(skills.map(({ id, location, kind }) => `${id} ${location} ${kind}`)).toEqual([
    "claude:a project workspace-agent",
    "codex:b project workspace-agent",
    "gemini:c project workspace-agent",
    "file:custom custom custom",
    "openclaw:d project workspace-agent",
    "myagent:e project workspace-agent",
    "agents:f project workspace-root",
    "agents:g project workspace-shared",
    "agents:h project workspace-shared",
    "claude:i user user-agent",
    "cursor:j user user-agent",
    "agents:k user user-shared",
    "agents:l user user-shared",
    "opencode:m user user-agent",
  ]);
  const onlyCustom = await registryIn(tree, { skillDirs: ["../extra"], scanDefaultDirs: false });
  expect(await servedIds(onlyCustom)).toEqual(["file:custom"]);
});

test("skills are found at any depth, inside other skills and in hidden folders, but not in node_modules or .git", async () => {
  const tree = await skillTree({
    "ws/skills/group/outer/SKILL.md": skillText("outer"),
    "ws/skills/group/outer/inner/SKILL.md": skillText("inner"),
    "ws/skills/.system/hidden/SKILL.md": skillText("hidden"),
    "ws/skills/node_modules/x/SKILL.md": skillText("x"),
    "ws/skills/.git/y/SKILL.md": skillText("y"),
    "ws/skills/lower/skill.md": skillText("lower"),
  });
  expect(await servedIds(await registryIn(tree))).toEqual(["agents:hidden", "agents:inner", "agents:outer"]);
});

test("a SKILL.md in a skill's own assets, references or scripts is not a skill; in a group of that name it is", async () => {
  const tree = await skillTree({
    "ws/skills/pdf/SKILL.md": skillText("pdf"),
    "ws/skills/pdf/references/example/SKILL.md": skillText("referenced"),
    "ws/skills/pdf/assets/SKILL.md": skillText("asset"),
    "ws/skills/pdf/scripts/deep/er/SKILL.md": skillText("script"),
    "ws/skills/references/real/SKILL.md": skillText("real"),
  });
  expect(await servedIds(await registryIn(tree))).toEqual(["agents:pdf", "agents:real"]);
});

test("a skill eight levels below its root is found; nine levels are too deep, which is reported", async () => {
  const below = (levels: number) => Array.from({ length: levels }, (_, level) => `d${level}`).join("/");
  const eight = await skillTree({ [`ws/skills/${below(8)}/SKILL.md`]: skillText("deep") });
  const deep = await registryIn(eight);
  expect(await servedIds(deep)).toEqual(["agents:deep"]);
  expect((await deep.snapshot()).discovery.problems).toEqual([]);
  const nine = await skillTree({ [`ws/skills/${below(9)}/SKILL.md`]: skillText("deeper") });
  const tooDeep = await registryIn(nine);
  expect(await servedIds(tooDeep)).toEqual([]);
  expect((await tooDeep.snapshot()).discovery.problems).toMatchObject([{ rule: "too-deep" }]);
});

test("a --skill-dir that is itself a skill is found, and a scope prefixes its name", async () => {
  const tree = await skillTree({ "one/SKILL.md": skillText("one") });
  expect(await servedIds(await registryIn(tree, { skillDirs: ["../one"] }))).toEqual(["file:one"]);
  const scoped = await registryIn(tree, { skillDirs: ["../one?scope=docs"] });
  expect(await servedIds(scoped)).toEqual(["file:docs:one"]);
  for (const name of ["one", "docs:one", "file:docs:one", "file:one"]) {
    expect((await scoped.resolve(name)).ok, name).toBe(true);
  }
});

test("a missing --skill-dir is a problem, not an error", async () => {
  const registry = await registryIn(await skillTree(), { skillDirs: ["nowhere"] });
  expect((await registry.snapshot()).discovery.problems).toMatchObject([{ rule: "missing-folder" }]);
});

test("when the workspace is the home directory, each skill is listed once", async () => {
  const tree = await skillTree({ "ws/.claude/skills/a/SKILL.md": skillText("a") });
  const registry = await registryIn({ ...tree, home: tree.ws });
  const { skills } = (await registry.snapshot()).enabled;
  expect(skills.map(({ id, location }) => [id, location])).toEqual([["claude:a", "project"]]);
});

test("a linked skill folder is one skill, reachable under both providers", async () => {
  const tree = await skillTree({
    "ws/.agents/skills/foo/SKILL.md": skillText("foo"),
    "ws/.claude/skills/": "",
  });
  await symlink("../../.agents/skills/foo", join(tree.ws, ".claude/skills/foo"));
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toEqual(["agents:foo"]);
  for (const name of ["foo", "agents:foo", "claude:foo"]) {
    const skill = await registry.resolve(name);
    expect(skill.ok && skill.value.path, name).toBe(join(tree.ws, ".agents/skills/foo/SKILL.md"));
  }
  expect(await servedIds(await registryIn(tree, { include: ["claude"] }))).toEqual(["claude:foo"]);
  expect(await servedIds(await registryIn(tree, { include: ["agents"] }))).toEqual(["agents:foo"]);
});

test("a root that is a link to another root adds no duplicates", async () => {
  const tree = await skillTree({ "ws/.agents/skills/foo/SKILL.md": skillText("foo"), "ws/.claude/": "" });
  await symlink("../.agents/skills", join(tree.ws, ".claude/skills"));
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toEqual(["agents:foo"]);
  expect((await registry.resolve("claude:foo")).ok).toBe(true);
});

test("links to outside all roots are not followed, whether folder, file or root", async () => {
  const tree = await skillTree({
    "secret/stolen/SKILL.md": skillText("stolen"),
    "secret/file.md": skillText("file"),
    "ws/.claude/skills/real/": "",
    "ws/.codex/": "",
  });
  await symlink(join(tree.root, "secret/stolen"), join(tree.ws, ".claude/skills/stolen"));
  await symlink(join(tree.root, "secret/file.md"), join(tree.ws, ".claude/skills/real/SKILL.md"));
  await symlink(join(tree.root, "secret"), join(tree.ws, ".codex/skills"));
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toEqual([]);
  const { discovery } = await registry.snapshot();
  expect(discovery.problems.map(({ rule }) => rule)).toEqual(["leads-outside", "leads-outside"]);
  expect(discovery.invalid).toMatchObject([{ problems: [{ rule: "leads-outside" }] }]);
});

test("a SKILL.md that is a link inside the workspace is read", async () => {
  const tree = await skillTree({ "ws/docs/pdf.md": skillText("pdf"), "ws/.claude/skills/pdf/": "" });
  await symlink("../../../docs/pdf.md", join(tree.ws, ".claude/skills/pdf/SKILL.md"));
  expect(await servedIds(await registryIn(tree))).toEqual(["claude:pdf"]);
});

test("a loop of links and a tree fifty levels deep do not hang, and the depth is reported", async () => {
  const deep = Array.from({ length: 50 }, (_, level) => `d${level}`).join("/");
  const tree = await skillTree({
    "ws/skills/a/SKILL.md": skillText("a"),
    [`ws/skills/${deep}/SKILL.md`]: skillText("deep"),
  });
  await symlink("..", join(tree.ws, "skills/a/loop"));
  await symlink("self", join(tree.ws, "skills/a/self"));
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toEqual(["agents:a"]);
  expect((await registry.snapshot()).discovery.problems).toMatchObject([
    { rule: "dangling-link" },
    { rule: "too-deep" },
  ]);
});

test("a dangling link, a skill.md in lower case and a SKILL.md without a folder of its own are reported", async () => {
  const tree = await skillTree({
    "ws/skills/mixed/Skill.MD": skillText("mixed"),
    "ws/skills/small/skill.md": skillText("small"),
    "ws/skills/SKILL.md": skillText("the-root-itself"),
    "ws/.claude/skills/notes.md": "",
  });
  await symlink("../../.agents/skills/gone", join(tree.ws, ".claude/skills/gone"));
  await symlink("notes.md", join(tree.ws, ".claude/skills/to-a-file"));
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toEqual([]);
  const { problems } = (await registry.snapshot()).discovery;
  expect(problems.map(({ rule, path }) => [rule, path.slice(tree.ws.length)])).toEqual([
    ["dangling-link", "/.claude/skills/gone"],
    ["skill-in-root", "/skills"],
    ["misspelled-name", "/skills/mixed"],
    ["misspelled-name", "/skills/small"],
  ]);
});

test("a hostile SKILL.md is refused without affecting other skills", async () => {
  const tree = await skillTree({
    "ws/skills/good/SKILL.md": skillText("good"),
    "ws/skills/folder/SKILL.md/": "",
    "ws/skills/bytes/SKILL.md": Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xc3, 0x28]),
    "ws/skills/huge/": "",
    "ws/skills/pipe/": "",
    "ws/skills/code/SKILL.md": `---js\nrequire("fs").writeFileSync("${"pwned"}", "x")\n---\n`,
  });
  await writeFile(join(tree.ws, "skills/huge/SKILL.md"), "");
  await truncate(join(tree.ws, "skills/huge/SKILL.md"), 100 * 1024 * 1024);
  execFileSync("mkfifo", [join(tree.ws, "skills/pipe/SKILL.md")]);
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toEqual(["agents:good"]);
  const { invalid } = (await registry.snapshot()).discovery;
  const rules = Object.fromEntries(
    invalid.map(({ path, problems }) => [path.split("/").at(-2), problems[0]?.rule]),
  );
  expect(rules).toEqual({
    folder: "not-a-file",
    bytes: "unreadable-file",
    huge: "file-too-large",
    pipe: "not-a-file",
    code: "front-matter-language",
  });
  expect(invalid.find(({ name }) => name === "pipe")?.problems[0]).toMatchObject({
    message: "It is a folder, a pipe or a device, not a file.",
    fix: "Replace it with a text file.",
  });
});

test("unreadable folders, roots and plugins are problems, and everything else works", async () => {
  const tree = await skillTree({
    "ws/skills/good/SKILL.md": skillText("good"),
    "ws/skills/closed/x/SKILL.md": skillText("x"),
    "home/.claude/skills/y/SKILL.md": skillText("y"),
  });
  openToAll(tree.root, tree.ws, tree.home);
  const unreadable = [join(tree.ws, "skills/closed"), join(tree.home, ".claude")];
  for (const folder of unreadable) await chmod(folder, 0);
  onTestFinished(async () => {
    for (const folder of unreadable) await chmod(folder, 0o755);
  });
  const { discovery, enabled } = await asNobody(async () => (await registryIn(tree)).snapshot());
  expect(enabled.skills.map(({ id }) => id)).toEqual(["agents:good"]);
  expect(discovery.problems.map(({ rule, path }) => [rule, path.slice(tree.root.length)])).toEqual([
    ["unreadable-manifest", "/home/.claude/plugins/installed_plugins.json"],
    ["unreadable-folder", "/home/.claude/skills"],
    ["unreadable-folder", "/ws/skills/closed"],
  ]);
});

// [ENSURES: requirement-exact-texts.rules:TEST]
// [VERIFIES: agent-skills/exact-texts#line-endings]
test("the loaded text is the file byte for byte, with its byte order mark and line endings", async () => {
  const text = "\ufeff---\r\nname: a\r\ndescription: b\r\n---\r\nbody\r\n";
  const registry = await registryIn(await skillTree({ "ws/skills/a/SKILL.md": text }));
  const skill = await registry.resolve("a");
  const loaded = skill.ok ? await loadSkill(skill.value) : skill;
  expect(loaded.ok && loaded.value.text).toBe(text);
});

test("both files in one folder give one enabled skill with a warning; a lone .SKILL.md is disabled", async () => {
  const tree = await skillTree({
    "ws/skills/both/SKILL.md": skillText("both"),
    "ws/skills/both/.SKILL.md": skillText("both"),
    "ws/skills/off/.SKILL.md": skillText("off"),
  });
  const registry = await registryIn(tree);
  const { enabled, disabled } = await registry.snapshot();
  expect(enabled.skills).toMatchObject([{ id: "agents:both", problems: [{ rule: "enabled-and-disabled" }] }]);
  expect(enabled.skills[0]?.problems[0]?.suggest).toMatchObject({
    operation: "skills_enable",
    args: { names: ["both"], force: true },
  });
  expect(disabled.skills.map(({ id }) => id)).toEqual(["agents:both", "agents:off"]);
});

test("a project's copy shadows the user's of the same provider, and the user's is named by its path", async () => {
  const tree = await skillTree({
    "ws/.claude/skills/x/SKILL.md": skillText("x", "From the project."),
    "home/.claude/skills/x/SKILL.md": skillText("x", "From the user."),
  });
  const registry = await registryIn(tree);
  for (const name of ["x", "claude:x"]) {
    const skill = await registry.resolve(name);
    expect(skill.ok && skill.value.location, name).toBe("project");
  }
  const byPath = await registry.resolve(join(tree.home, ".claude/skills/x/SKILL.md"));
  expect(byPath.ok && byPath.value.location).toBe("user");
  const { discovery, enabled } = await registry.snapshot();
  const states = discovery.skills.map((skill) => enabled.visibility.get(skill)?.kind);
  expect(states).toEqual(["served", "shadowed"]);
});

test("names that differ only in case or Unicode form are the same id", async () => {
  const tree = await skillTree({
    "ws/.claude/skills/one/SKILL.md": skillText("Caf\u00e9"),
    "home/.claude/skills/two/SKILL.md": skillText("cafe\u0301"),
  });
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toEqual(["claude:Caf\u00e9"]);
  expect((await registry.resolve("CAFE\u0301")).ok).toBe(true);
});

test("two thousand skills are found, listed and resolvable", async () => {
  const tree = await skillTree();
  const names = Array.from({ length: 2000 }, (_, index) => `skill-${index}`);
  await mkdir(join(tree.ws, "skills"), { recursive: true });
  await writeTree(
    join(tree.ws, "skills"),
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])),
  );
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toHaveLength(2000);
  for (const name of ["skill-0", "agents:skill-1999"]) expect((await registry.resolve(name)).ok).toBe(true);
  await rm(join(tree.ws, "skills"), { recursive: true });
});
