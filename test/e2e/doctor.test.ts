import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { hewto } from "../support/bundle.ts";
import { cli } from "../support/cli.ts";
import { run } from "../support/processes.ts";
import { temporaryTree } from "../support/temporary.ts";

async function doctor(root: string, home: string, extra: Record<string, string> = {}) {
  const env = { HOME: home, XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "", ...extra };
  const { code, output } = await run(hewto, ["doctor", "--json"], { cwd: root, env });
  return { code, report: JSON.parse(output) };
}

it("reports no problems in a good workspace, and shows the state of the index", async () => {
  const root = await temporaryTree({
    "a.ts": "export const a = 1;\n",
    ".git/HEAD": "ref: refs/heads/main\n",
  });
  const home = await temporaryTree({});
  const env = { HOME: home, XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "" };
  await run(hewto, ["index"], { cwd: root, env });
  const { code, report } = await doctor(root, home);
  expect([code, report.ok, report.findings]).toEqual([0, true, []]);
  expect(report.index).toMatchObject({ built: true, files: 1, changed: 0, outdated: false });
  expect(report.index.bytes).toBeGreaterThan(0);
  await writeFile(join(root, "b.ts"), "export const b = 2;\n");
  const text = await run(hewto, ["doctor"], { cwd: root, env });
  expect(text.output).toMatch(/index {6}1 file, \d+ kB, 1 file changed since/);
});

it("names what is wrong with the machine, the workspace, the configuration, the skills and the hosts, with remedies", async () => {
  const gone = "/nowhere/hewto.js";
  const root = await temporaryTree({
    ".hewto": "a file in the way",
    ".spox/config.toml": "paths = 3\n",
    ".claude/skills/broken/SKILL.md": "no front matter\n",
    ".cursor/mcp.json": JSON.stringify({
      mcpServers: { hewto: { command: process.execPath, args: [gone, "mcp"] } },
    }),
    "hewto.toml": '[specs]\nprofile = "spoks"\n\n[spex]\na = 1\n\n[git]\ncolors = 1\n',
  });
  const home = await temporaryTree({
    ".codex/config.toml":
      '[mcp_servers.hewto]\ncommand = "/nowhere/node"\nargs = ["/nowhere/hewto.js", "mcp"]\n',
    ".cache": "a file in the way",
  });
  const { code, report } = await doctor(root, home, { PATH: "/nowhere" });
  expect([code, report.ok]).toEqual([1, false]);
  const said = (area: string) =>
    report.findings
      .filter((finding: { area: string }) => finding.area === area)
      .map(({ message, remedy }: { message: string; remedy: string }) => `${message} → ${remedy}`);
  expect(said("machine")).toEqual([
    expect.stringMatching(/^git is not on the PATH.* → Install git\.$/),
    expect.stringContaining(`${home}/.cache is not a folder`),
  ]);
  expect(said("workspace")).toEqual(
    expect.arrayContaining([
      expect.stringContaining(".hewto is not a folder"),
      "Not a git repository. → Run `git init` for branches, worktrees and undo.",
      "The code is not indexed, so it cannot be searched. → Run `hewto index`.",
      expect.stringContaining(".spox/config.toml:1: `paths.spec_folder` is missing"),
    ]),
  );
  expect(said("configuration")).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^hewto\.toml.*2.*specs\.profile must be one of "spox", "openspec", but is "spoks"/,
      ),
      expect.stringMatching(/^hewto\.toml.*4.*\[spex\] is unknown\./),
    ]),
  );
  expect(said("skills")).toEqual([
    expect.stringMatching(/^1 skill cannot be served.*→ Run `hewto skills doctor`\.$/),
  ]);
  expect(said("hosts")).toEqual([
    `Cursor (${root}/.cursor/mcp.json) starts \`${gone}\`, which does not exist. → Run \`hewto install cursor --scope project\`.`,
    `Codex (${home}/.codex/config.toml) starts \`/nowhere/node\`, which does not exist. → Run \`hewto install codex\`.`,
  ]);
});

it("a configuration that cannot be read is said once, with its line", async () => {
  const root = await temporaryTree({ "hewto.toml": "[mcp]\ncommand = = 3\n" });
  const home = await temporaryTree({});
  await mkdir(join(root, ".git"));
  const { code, output } = await cli(["doctor"], { cwd: root, env: { HOME: home } });
  expect(code).toBe(3);
  expect(output.match(/hewto\.toml/g)).toHaveLength(1);
  expect(output).toMatch(/hewto\.toml.*2/);
});

it("says in plain words what is wrong with settings of every kind, those of the terminal app too", async () => {
  const toml = `shout = true
[ui]
ascii = "yes"
[keys]
quit = 4
[model]
endpoint = ""
[embedding]
endpoint = "ftp://files.example"
[mcp]
env = { A = 1 }
`;
  const root = await temporaryTree({ "hewto.toml": toml, ".hewto.toml": "", "Hewto.TOML": "" });
  const env = { HEWTO_EMBEDING_MODEL: "x", HEWTO_FUZZ: "1", HEWTO_OTHER_THING: "1" };
  const { report } = await doctor(root, await temporaryTree({}), env);
  const messages: string[] = report.findings
    .filter(({ area }: { area: string }) => area === "configuration")
    .map(({ message }: { message: string }) => message);
  expect(messages.sort()).toEqual([
    "HEWTO_EMBEDING_MODEL has no effect: there is no section [embeding].",
    "`.hewto.toml` is not read: a project's settings are in `hewto.toml`.",
    "`Hewto.TOML` is not read: a project's settings are in `hewto.toml`.",
    "hewto.toml:11: mcp.env.A must be a string, but is 1.",
    "hewto.toml:1: the key shout is not in a section.",
    'hewto.toml:3: ui.ascii must be true or false, but is "yes".',
    "hewto.toml:5: keys.quit must be a string or a list of strings, but is 4.",
    'hewto.toml:7: model.endpoint is "": it is not an http:// or https:// address.',
    'hewto.toml:9: embedding.endpoint is "ftp://files.example": it is not an http:// or https:// address.',
  ]);
});

it("a settings file that is a folder or a broken link is reported, in the user's own folder too", async () => {
  const root = await temporaryTree({ "a.ts": "export const a = 1;\n" });
  const home = await temporaryTree({});
  await symlink("nowhere", join(root, "hewto.toml"));
  const linked = await cli(["doctor"], { cwd: root, env: { HOME: home } });
  expect(linked.output).toContain("`hewto.toml` is a link to `nowhere`, which does not exist.");
  await rm(join(root, "hewto.toml"));
  const folder = join(home, ".config/hewto/config.toml");
  await mkdir(folder, { recursive: true });
  const own = await cli(["doctor"], { cwd: root, env: { HOME: home } });
  expect(own.output).toContain(`${folder} is a folder. Replace it with a file.`);
});

it("no control character of an address reaches the terminal", async () => {
  const toml = '[mcp]\nendpoint = "http://evil.example/\\u001b[31m"\n';
  const root = await temporaryTree({ "hewto.toml": toml });
  const { output } = await cli(["doctor"], { cwd: root, env: { HOME: await temporaryTree({}) } });
  expect(output).toContain("http://evil.example/");
  expect(output).not.toContain("\u001b");
});

it("waits for a silent agent as long as --timeout says, then reports it and exits 3", async () => {
  const script = writeAgent("return false;");
  const toml = `[mcp]\ndriver = "mcp-stdio"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n`;
  const root = await temporaryTree({ "hewto.toml": toml });
  const env = { HOME: await temporaryTree({}), XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "" };
  const words = ["doctor", "--trust", "--timeout", "1", "--json"];
  const { code, output } = await run(hewto, words, { cwd: root, env });
  expect([code, JSON.parse(output).agent.ok]).toEqual([3, false]);
}, 20_000);
