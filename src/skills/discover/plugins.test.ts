import { expect, test } from "vitest";
import { registryIn, servedIds, skillText, skillTree } from "../../../test/support/skills.ts";
import { writeTree } from "../../../test/support/temporary.ts";

const pluginsFile = "home/.claude/plugins/installed_plugins.json";
const manifest = (plugins: unknown) => JSON.stringify({ version: 2, plugins });

test("lists of entries are read, and a broken entry does not affect the others", async () => {
  const tree = await skillTree({
    [pluginsFile]: manifest({
      "example@market": [{ installPath: "cache/example", version: "1.2.0" }, { version: "2" }, 7],
      "bare-key": { installPath: "cache/example" },
      "gone@market": { installPath: "cache/gone" },
    }),
    "home/.claude/plugins/cache/example/skills/pdf/SKILL.md": skillText("pdf"),
  });
  const registry = await registryIn(tree);
  const { enabled, discovery } = await registry.snapshot();
  expect(enabled.skills).toMatchObject([
    {
      id: "claude:@example:pdf",
      name: "example:pdf",
      location: "plugin",
      plugin: { name: "example", marketplace: "market", version: "1.2.0" },
    },
  ]);
  expect(discovery.problems.map(({ rule }) => rule)).toEqual([
    "missing-plugin-install-path",
    "invalid-plugin-entry",
    "invalid-plugin-key",
    "plugin-install-path-not-found",
  ]);
});

test("a broken manifest or settings file is a problem; without settings every plugin is enabled", async () => {
  const broken = await registryIn(await skillTree({ [pluginsFile]: "{ nope" }));
  expect((await broken.snapshot()).discovery.problems).toMatchObject([{ rule: "unreadable-manifest" }]);
  const tree = await skillTree({
    [pluginsFile]: manifest({ "example@market": { installPath: "e" } }),
    "home/.claude/plugins/e/skills/pdf/SKILL.md": skillText("pdf"),
    "home/.claude/settings.json": "[]",
  });
  expect(await servedIds(await registryIn(tree))).toEqual(["claude:@example:pdf"]);
});

test("an invalid enabledPlugins value is reported with its file, and so is a missing --plugins-file", async () => {
  const tree = await skillTree({
    [pluginsFile]: manifest({ "p@m": { installPath: "p" } }),
    "home/.claude/plugins/p/SKILL.md": skillText("x"),
    "ws/.claude/settings.json": JSON.stringify({ enabledPlugins: { "p@m": "yes" } }),
  });
  const problems = async (options = {}) =>
    (await (await registryIn(tree, options)).snapshot()).discovery.problems;
  expect(await problems()).toMatchObject([
    { rule: "invalid-claude-settings", path: `${tree.ws}/.claude/settings.json` },
  ]);
  expect(await problems({ pluginsFile: "nowhere.json" })).toMatchObject([
    { rule: "missing-file", path: `${tree.ws}/nowhere.json` },
  ]);
});

test("a marketplace that declares two of five skills gives exactly two", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const tree = await skillTree({
    [pluginsFile]: manifest({ "docs@market": { installPath: "m" } }),
    "home/.claude/plugins/m/.claude-plugin/marketplace.json": JSON.stringify({
      plugins: [{ name: "docs", source: "./", skills: ["./skills/a", "skills/d", "../../../secret"] }],
    }),
    ...Object.fromEntries(
      names.map((name) => [`home/.claude/plugins/m/skills/${name}/SKILL.md`, skillText(name)]),
    ),
    "home/.claude/secret/SKILL.md": skillText("secret"),
  });
  expect(await servedIds(await registryIn(tree))).toEqual(["claude:@docs:a", "claude:@docs:d"]);
});

test("the local file overrides the project's settings, which override the user's", async () => {
  const files = {
    [pluginsFile]: manifest({ "one@m": { installPath: "one" }, "two@m": { installPath: "two" } }),
    "home/.claude/plugins/one/SKILL.md": skillText("x"),
    "home/.claude/plugins/two/SKILL.md": skillText("x"),
  };
  const settings = (enabledPlugins: unknown) => JSON.stringify({ enabledPlugins });
  const ids = async (more: Record<string, string>) => {
    const tree = await skillTree(files);
    await writeTree(tree.root, more);
    return servedIds(await registryIn(tree));
  };
  expect(await ids({})).toEqual(["claude:@one:x", "claude:@two:x"]);
  expect(await ids({ "home/.claude/settings.json": settings({}) })).toEqual([]);
  expect(await ids({ "home/.claude/settings.json": settings({ "one@m": true }) })).toEqual(["claude:@one:x"]);
  expect(await ids({ "ws/.claude/settings.json": settings({ "one@m": false }) })).toEqual(["claude:@two:x"]);
  expect(
    await ids({
      "ws/.claude/settings.json": settings({ "one@m": false }),
      "ws/.claude/settings.local.json": settings({ "one@m": true }),
    }),
  ).toEqual(["claude:@one:x", "claude:@two:x"]);
});

test("a plugin of another project is not listed, one of this project is", async () => {
  const tree = await skillTree({ "home/.claude/plugins/p/SKILL.md": skillText("x") });
  const entry = (projectPath: string) =>
    manifest({ "p@m": { installPath: "p", scope: "project", projectPath } });
  await writeTree(tree.root, { [pluginsFile]: entry("/other") });
  expect(await servedIds(await registryIn(tree))).toEqual([]);
  await writeTree(tree.root, { [pluginsFile]: entry(tree.ws) });
  expect(await servedIds(await registryIn(tree))).toEqual(["claude:@p:x"]);
});

test("an npm-like plugin name keeps its @, and a skill named like its plugin has several names", async () => {
  const tree = await skillTree({
    [pluginsFile]: manifest({ "@org/tools@m": { installPath: "t" }, "solo@m": { installPath: "s" } }),
    "home/.claude/plugins/t/SKILL.md": skillText("fmt"),
    "home/.claude/plugins/s/SKILL.md": skillText("solo"),
  });
  const registry = await registryIn(tree);
  expect(await servedIds(registry)).toEqual(["claude:@@org/tools:fmt", "claude:@solo:solo"]);
  for (const name of ["solo", "solo:solo", "@solo:solo", "claude:solo", "claude:@solo:solo"]) {
    const skill = await registry.resolve(name);
    expect(skill.ok && skill.value.id, name).toBe("claude:@solo:solo");
  }
});

test("skipPlugins, pluginsFile and pluginsRoot are obeyed", async () => {
  const tree = await skillTree({
    [pluginsFile]: manifest({ "default@m": { installPath: "d" } }),
    "home/.claude/plugins/d/SKILL.md": skillText("x"),
    "elsewhere/list.json": manifest({ "moved@m": { installPath: "m" } }),
    "elsewhere/m/SKILL.md": skillText("y"),
  });
  expect(await servedIds(await registryIn(tree, { skipPlugins: true }))).toEqual([]);
  const moved = { pluginsFile: "../elsewhere/list.json", pluginsRoot: "../elsewhere" };
  expect(await servedIds(await registryIn(tree, moved))).toEqual(["claude:@moved:y"]);
});
