import { appendFile, rename, rm, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { registryIn, servedIds, skillText, skillTree } from "../../../test/support/skills.ts";
import { writeTree } from "../../../test/support/temporary.ts";
import { loadBundled, loadSkill, skillHeader } from "../serve/load.ts";
import { resolveOptions } from "./options.ts";

/** A clock far enough ahead that everything on disk counts as settled. */
const later = () => Date.now() + 60_000;

test("a refresh without changes reads nothing", async () => {
  const tree = await skillTree({
    "ws/.claude/skills/a/SKILL.md": skillText("a"),
    "home/.agents/skills/b/refs/x.md": "x",
    "home/.agents/skills/b/SKILL.md": skillText("b"),
  });
  const registry = await registryIn(tree, { now: later });
  await registry.snapshot();
  const reads = registry.memo.reads();
  expect(reads).toBeGreaterThan(0);
  expect((await registry.refresh()).changed).toBe(false);
  expect((await registry.refresh()).changed).toBe(false);
  expect(registry.memo.reads()).toBe(reads);
});

test("a refresh sees what was added, changed, disabled, renamed and removed", async () => {
  const tree = await skillTree({ "ws/skills/a/SKILL.md": skillText("a") });
  const registry = await registryIn(tree, { now: later });
  expect(await servedIds(registry)).toEqual(["agents:a"]);
  const after = async (work: Promise<unknown>) => {
    await work;
    return [(await registry.refresh()).changed, await servedIds(registry)];
  };
  const folder = join(tree.ws, "skills");
  expect(await after(writeTree(folder, { "b/SKILL.md": skillText("b") }))).toEqual([
    true,
    ["agents:a", "agents:b"],
  ]);
  expect(await after(writeTree(folder, { "b/SKILL.md": skillText("b", "Other.") }))).toEqual([
    true,
    ["agents:a", "agents:b"],
  ]);
  expect(await after(rename(join(folder, "b/SKILL.md"), join(folder, "b/.SKILL.md")))).toEqual([
    true,
    ["agents:a"],
  ]);
  expect(await after(rename(join(folder, "a"), join(folder, "c")))).toEqual([false, ["agents:a"]]);
  expect(await after(rm(folder, { recursive: true }))).toEqual([true, []]);
});

test("a refresh notices added, removed and changed roots, plugins, settings and links", async () => {
  const tree = await skillTree({
    "ws/.claude/": "",
    "home/.claude/": "",
    "ws/one/x/SKILL.md": skillText("x", "One."),
    "ws/two/x/SKILL.md": skillText("x", "Two."),
  });
  const registry = await registryIn(tree, { now: later });
  expect(await servedIds(registry)).toEqual([]);
  const after = async (work: Promise<unknown>) => {
    await work;
    await registry.refresh();
    return (await registry.snapshot()).enabled.skills.map(({ id, description }) => `${id} ${description}`);
  };
  const settings = (on: boolean) => JSON.stringify({ enabledPlugins: { "p@m": on } });
  expect(await after(writeTree(tree.ws, { ".claude/skills/a/SKILL.md": skillText("a", "A.") }))).toEqual([
    "claude:a A.",
  ]);
  expect(await after(writeTree(tree.home, { ".new/skills/b/SKILL.md": skillText("b", "B.") }))).toContain(
    "new:b B.",
  );
  const manifest = JSON.stringify({ plugins: { "p@m": { installPath: "p" } } });
  await writeTree(tree.home, { ".claude/plugins/p/SKILL.md": skillText("c", "C.") });
  const plugin = "claude:@p:c C.";
  expect(await after(writeTree(tree.home, { ".claude/plugins/installed_plugins.json": manifest }))).toContain(
    plugin,
  );
  expect(await after(writeTree(tree.ws, { ".claude/settings.json": settings(false) }))).not.toContain(plugin);
  expect(await after(writeTree(tree.ws, { ".claude/settings.local.json": settings(true) }))).toContain(
    plugin,
  );
  const link = join(tree.ws, ".codex");
  await writeTree(link, { "./": "" });
  expect(await after(symlink("../one", join(link, "skills")))).toContain("codex:x One.");
  await rm(join(link, "skills"));
  expect(await after(symlink("../two", join(link, "skills")))).toContain("codex:x Two.");
  expect(await after(rm(join(tree.home, ".claude"), { recursive: true }))).not.toContain(plugin);
});

test("a change within one tick of the clock is seen, because the stamps of recent files are not trusted", async () => {
  const tree = await skillTree({ "ws/skills/a/SKILL.md": skillText("a", "One.") });
  const file = join(tree.ws, "skills/a/SKILL.md");
  const registry = await registryIn(tree);
  const instant = new Date();
  await utimes(file, instant, instant);
  await registry.refresh();
  await writeTree(tree.ws, { "skills/a/SKILL.md": skillText("a", "Two.") });
  await utimes(file, instant, instant);
  expect((await registry.refresh()).changed).toBe(true);
});

test("a change of the body does not change the catalog, and is loaded at once", async () => {
  const tree = await skillTree({ "ws/skills/a/SKILL.md": skillText("a") });
  const registry = await registryIn(tree, { now: later });
  const skill = await registry.resolve("a");
  await appendFile(join(tree.ws, "skills/a/SKILL.md"), "more\n");
  const loaded = skill.ok ? await loadSkill(skill.value) : skill;
  expect(loaded.ok && loaded.value.text.endsWith("more\n")).toBe(true);
  expect((await registry.refresh()).changed).toBe(false);
});

test("a skill deleted after the last refresh is a not-found fault without its path", async () => {
  const tree = await skillTree({ "ws/skills/a/SKILL.md": skillText("a") });
  const registry = await registryIn(tree);
  const skill = await registry.resolve("a");
  await rm(join(tree.ws, "skills/a"), { recursive: true });
  const loaded = skill.ok ? await loadSkill(skill.value) : skill;
  expect(!loaded.ok && loaded.fault.code).toBe("skill_not_found");
  expect(!loaded.ok && loaded.fault.message).not.toContain(tree.ws);
});

test("when the project's copy is deleted the user's is loaded at once, and an ambiguous name becomes unique", async () => {
  const tree = await skillTree({
    "ws/.claude/skills/x/SKILL.md": skillText("x"),
    "home/.claude/skills/x/SKILL.md": skillText("x", "The user's."),
    "ws/.codex/skills/pdf/SKILL.md": skillText("pdf"),
    "ws/.claude/skills/pdf/SKILL.md": skillText("pdf"),
  });
  const registry = await registryIn(tree);
  expect((await registry.resolve("pdf")).ok).toBe(false);
  await rm(join(tree.ws, ".claude/skills/pdf"), { recursive: true });
  const pdf = await registry.resolve("pdf");
  expect(pdf.ok && pdf.value.id).toBe("codex:pdf");
  await rm(join(tree.ws, ".claude/skills/x"), { recursive: true });
  const skill = await registry.resolve("x");
  expect(skill.ok && skill.value.description).toBe("The user's.");
});

test("the number of problems is logged at startup and at each refresh, without filtered skills", async () => {
  const tree = await skillTree({
    "ws/skills/a/SKILL.md": skillText("a"),
    "ws/skills/b/SKILL.md": "no",
    "ws/.codex/skills/c/SKILL.md": "no",
  });
  const options = { refreshInterval: 20, skillDirs: ["nowhere"], exclude: ["codex"] };
  const registry = await registryIn(tree, options);
  const lines: string[] = [];
  onTestFinished(
    registry.start(
      (line) => lines.push(line),
      () => {},
    ),
  );
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  expect(lines[0]).toBe("[skills] 2 problems; run `hewto skills doctor` for details");
  expect(lines[1]).toMatch(/: 1 skill, 2 problems, nothing changed$/);
});

// covers ccski: filters-after-a-refresh
test("filters still apply after a refresh", async () => {
  const tree = await skillTree();
  const registry = await registryIn(tree, { include: ["codex"] });
  expect(await servedIds(registry)).toEqual([]);
  await writeTree(tree.ws, {
    ".codex/skills/x/SKILL.md": skillText("x"),
    ".claude/skills/y/SKILL.md": skillText("y"),
  });
  await registry.refresh();
  expect(await servedIds(registry)).toEqual(["codex:x"]);
});

// covers ccski: refreshes-every-30-seconds
test("the interval refreshes, logs each refresh, and reports a change once", async () => {
  const tree = await skillTree({ "ws/skills/a/SKILL.md": skillText("a") });
  const registry = await registryIn(tree, { refreshInterval: 20 });
  await registry.snapshot();
  const lines: string[] = [];
  let changes = 0;
  const stop = registry.start(
    (line) => lines.push(line),
    () => changes++,
  );
  onTestFinished(stop);
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  expect(changes).toBe(0);
  await writeTree(tree.ws, { "skills/b/SKILL.md": skillText("b") });
  await expect.poll(() => changes).toBe(1);
  const seen = lines.length;
  await expect.poll(() => lines.length).toBeGreaterThan(seen + 2);
  expect(changes).toBe(1);
  expect(lines[0]).toMatch(/^\[skills\] registry refreshed at \d{4}-.*: 1 skill, nothing changed$/);
});

// covers ccski: refresh-can-be-turned-off
test("with autoRefresh off nothing is logged, and a new skill is not found", async () => {
  const tree = await skillTree();
  const registry = await registryIn(tree, { autoRefresh: false, refreshInterval: 5 });
  const lines: string[] = [];
  onTestFinished(
    registry.start(
      (line) => lines.push(line),
      () => {},
    ),
  );
  await registry.snapshot();
  await writeTree(tree.ws, { "skills/a/SKILL.md": skillText("a") });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(lines).toEqual([]);
  expect((await registry.resolve("a")).ok).toBe(false);
});

test("bundled files are read and listed, never from outside the skill's folder", async () => {
  const tree = await skillTree({
    "ws/skills/a/SKILL.md": skillText("a"),
    "ws/skills/a/refs/guide.md": "guide",
    "ws/skills/a/logo.png": Buffer.from([0x89, 0x50, 0xff]),
    "ws/secret.md": "secret",
  });
  await symlink("../../secret.md", join(tree.ws, "skills/a/link.md"));
  const registry = await registryIn(tree);
  const skill = await registry.resolve("a");
  const bundled = async (path: string) => {
    const text = skill.ok ? await loadBundled(skill.value, path) : skill;
    return text.ok ? text.value : text.fault.code;
  };
  expect(await bundled("refs/guide.md")).toBe("guide");
  expect(await bundled("refs")).toBe("refs/guide.md (5 bytes)");
  expect(await bundled(".")).toContain("SKILL.md");
  expect(await bundled("nope.md")).toBe("path_not_found");
  expect(await bundled("logo.png")).toBe("unreadable_file");
  for (const path of [
    "../../secret.md",
    join(tree.ws, "secret.md"),
    "link.md",
    "a\0b",
    "..\\..\\secret.md",
    "/etc/passwd",
  ]) {
    expect(await bundled(path), path).toBe("path_escape");
  }
});

// covers ccski: refreshes-every-30-seconds
test("without options a registry refreshes every 30 seconds and searches all folders", async () => {
  const checked = resolveOptions({ project: { root: (await skillTree()).ws } });
  expect(checked.ok && checked.value).toMatchObject({
    autoRefresh: true,
    refreshInterval: 30_000,
    paths: { scanDefaultDirs: true, skipPlugins: false },
  });
});

test("invalid options are refused with the flag's name", async () => {
  const project = { root: (await skillTree()).ws };
  for (const wrong of [
    { refreshInterval: 0 },
    { refreshInterval: -5 },
    { refreshInterval: 3_000_000_000 },
    { catalogBudget: 0 },
    { skillDirs: [""] },
  ]) {
    const checked = resolveOptions({ project, ...wrong });
    expect(!checked.ok && checked.fault.message).toMatch(
      /^--(refresh-interval|catalog-budget|skill-dir) must/,
    );
  }
});

test("a line break in a folder's name does not add a header line", async () => {
  const tree = await skillTree({ "ws/skills/a\nprovider: trusted/SKILL.md": skillText("a") });
  const skill = await (await registryIn(tree)).resolve("a");
  expect(
    skill.ok &&
      skillHeader(skill.value)
        .split("\n")
        .map((line) => line.split(":")[0]),
  ).toEqual(["name", "path", "location", "provider"]);
});
