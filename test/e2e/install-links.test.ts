import { chownSync, readFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.ts";
import { snapshot } from "../support/snapshot.ts";
import { temporaryTree } from "../support/temporary.ts";

const NOBODY = 65_534;

/** Links in a home folder that lead a host's file away: the name of the link, and where it leads. */
const links: Readonly<Record<string, readonly (readonly [name: string, target: string])[]>> = {
  "the file is a link": [[".cursor/mcp.json", "../../outside/mcp.json"]],
  "its folder is a link": [[".cursor", "../outside"]],
  "a chain of links": [
    [".cursor", "elsewhere"],
    ["elsewhere", "../outside"],
  ],
  "a link to what is not there": [[".cursor/mcp.json", "../../outside/new.json"]],
  "a folder that is not there": [[".cursor", "../outside/new"]],
  "a link to itself": [[".cursor/mcp.json", "mcp.json"]],
  "two links in a circle": [
    [".cursor", "circle"],
    ["circle", ".cursor"],
  ],
  "an endless device": [[".cursor/mcp.json", "/dev/zero"]],
  "a device that takes everything": [[".cursor/mcp.json", "/dev/null"]],
  "another user's file": [[".cursor/mcp.json", "../../outside/theirs.json"]],
};

test.each(Object.keys(links))("hewto install and uninstall write nothing through %s", async (what) => {
  const folder = await temporaryTree({
    "home/": "",
    "outside/mcp.json": '{ "mcpServers": { "hewto": { "command": "old" } } }\n',
    "outside/theirs.json": "{}\n",
    "project/": "",
  });
  if (process.getuid?.() === 0) chownSync(join(folder, "outside/theirs.json"), NOBODY, NOBODY);
  const home = join(folder, "home");
  for (const [name, target] of links[what] ?? []) await plant(join(home, name), target);
  const before = snapshot(folder);
  for (const words of [["install", "cursor"], ["install", "cursor", "--dry-run"], ["install"]]) {
    const { code, output, errors } = await cli(words, { cwd: join(folder, "project"), env: { HOME: home } });
    expect(code, words.join(" ")).toBe(1);
    expect(output + errors).not.toContain("old");
  }
  await cli(["uninstall", "cursor"], { cwd: join(folder, "project"), env: { HOME: home } });
  expect(snapshot(folder)).toEqual(before);
});

test("without a link the same home gets the entry", async () => {
  const home = await temporaryTree({ ".cursor/mcp.json": "{}\n" });
  expect(await cli(["install", "cursor"], { cwd: home, env: { HOME: home } })).toMatchObject({ code: 0 });
  expect(readFileSync(join(home, ".cursor/mcp.json"), "utf8")).toContain('"hewto"');
});

test("the backup of a host's file is not written through a link", async () => {
  const folder = await temporaryTree({ "home/.cursor/mcp.json": "{}\n", "outside/kept.json": "kept\n" });
  await symlink("../../outside/kept.json", join(folder, "home/.cursor/mcp.json.hewto-backup"));
  const place = { cwd: folder, env: { HOME: join(folder, "home") } };
  expect(await cli(["install", "cursor"], place)).toMatchObject({ code: 1 });
  expect(readFileSync(join(folder, "outside/kept.json"), "utf8")).toBe("kept\n");
  expect(readFileSync(join(folder, "home/.cursor/mcp.json"), "utf8")).toBe("{}\n");
});

async function plant(path: string, target: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}
