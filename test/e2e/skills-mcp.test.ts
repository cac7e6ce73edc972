import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run, shown, start, startListening } from "../support/processes.ts";
import { type SkillTree, skillText, skillTree } from "../support/skills.ts";
import { writeTree } from "../support/temporary.ts";

const pluginsFile = "home/.claude/plugins/installed_plugins.json";
const plugins = (...names: string[]) =>
  JSON.stringify({ plugins: Object.fromEntries(names.map((name) => [`${name}@m`, { installPath: name }])) });

const twoProviders = {
  "ws/.claude/skills/pdf/SKILL.md": skillText("pdf", "Claude's PDF skill."),
  "home/.codex/skills/pdf/SKILL.md": skillText("pdf", "Codex's PDF skill."),
};

interface Connected {
  readonly client: Client;
  readonly stderr: () => string;
  readonly changes: () => number;
}

async function connect(transport: Transport, stderr: () => string = () => ""): Promise<Connected> {
  const client = new Client({ name: "test", version: "1" });
  let changes = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes++;
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, stderr, changes: () => changes };
}

function overStdio(tree: SkillTree, ...flags: string[]): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [hewto, "mcp", "--profile", "ccski", ...flags],
    cwd: tree.ws,
    env: { ...(process.env.PATH ? { PATH: process.env.PATH } : {}), HOME: tree.home, NO_COLOR: "1" },
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (chunk) => {
    errors += String(chunk);
  });
  return connect(transport, () => errors);
}

async function describe({ client }: Connected): Promise<string> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["skill"]);
  return tools[0]?.description ?? "";
}

async function call({ client }: Connected, args: Record<string, unknown>) {
  const result = await client.callTool({ name: "skill", arguments: args });
  const [item] = result.content;
  return { text: item?.type === "text" ? item.text : "", isError: result.isError === true, result };
}

// covers ccski: one-tool-lists-all-skills, no-skills-placeholder
test("no skills found: the description still returns the block with a none placeholder entry", async () => {
  const connected = await overStdio(await skillTree());
  const description = await describe(connected);
  expect(description).toMatch(
    /^<available_skills>\n<skill><name>none<\/name>.*<\/skill>\n<\/available_skills>\n/,
  );
  expect(await call(connected, { name: "none" })).toMatchObject({ isError: true });
});

// covers ccski: header-and-whole-file, ambiguous-plugin-names
test("plugin short name ambiguous: example:pdf and other:pdf make pdf an error that names them", async () => {
  const connected = await overStdio(
    await skillTree({
      [pluginsFile]: plugins("example", "other"),
      "home/.claude/plugins/example/skills/pdf/SKILL.md": skillText("pdf", "Example."),
      "home/.claude/plugins/other/skills/pdf/SKILL.md": skillText("pdf", "Other."),
    }),
  );
  const { isError, text } = await call(connected, { name: "pdf" });
  expect(isError).toBe(true);
  expect(text).toMatch(/ambiguous.*`example:pdf` or `other:pdf`/s);
  const loaded = await call(connected, { name: "other:pdf" });
  expect(loaded.text).toMatch(
    /^name: other:pdf\npath: .*other\/skills\/pdf\/SKILL\.md\nlocation: plugin\nprovider: claude\nplugin: other@m\n\n---\n/,
  );
});

// [ENSURES: requirement-unambiguous-names.rules:TEST]
// covers ccski: loads-by-short-name-and-priority, header-and-whole-file, provider-prefixes,
//   provider-in-the-header, ambiguous-provider-names
// [VERIFIES: agent-skills/unambiguous-names#two-providers]
test("duplicate short name: the error says to specify codex:pdf or claude:pdf, and each loads its own", async () => {
  const tree = await skillTree(twoProviders);
  const connected = await overStdio(tree);
  const { isError, text, result } = await call(connected, { name: "pdf" });
  expect(isError).toBe(true);
  expect(text).toContain("`claude:pdf` or `codex:pdf`");
  expect(result._meta?.["hewto/fault"]).toMatchObject({ code: "skill_ambiguous" });
  const loaded = await call(connected, { name: "codex:pdf" });
  const file = join(tree.home, ".codex/skills/pdf/SKILL.md");
  expect(loaded.text).toBe(
    `name: pdf\npath: ${file}\nlocation: user\nprovider: codex\n\n${skillText("pdf", "Codex's PDF skill.")}`,
  );
  expect(loaded.result.structuredContent).toBeUndefined();
});

// covers ccski: only-codex-skills
test("codex-only MCP: the block lists codex alone, a Claude-only name is not found, with suggestions", async () => {
  const connected = await overStdio(
    await skillTree({ ...twoProviders, "ws/.claude/skills/only/SKILL.md": skillText("only") }),
    "--include=codex",
  );
  const description = await describe(connected);
  expect(description.match(/<provider>(\w+)<\/provider>/g)).toEqual(["<provider>codex</provider>"]);
  for (const name of ["only", "claude:pdf"]) {
    const { isError, text } = await call(connected, { name });
    expect(isError, name).toBe(true);
    expect(text).toMatch(/was not found\. Did you mean `(codex:)?pdf`\?/);
  }
});

// covers ccski: without-plugins
test("plugins skipped: --no-plugins starts, and nothing of a plugin is in the description", async () => {
  const files = {
    "ws/.claude/skills/own/SKILL.md": skillText("own"),
    [pluginsFile]: plugins("example"),
    "home/.claude/plugins/example/skills/pdf/SKILL.md": skillText("pdf"),
  };
  const description = await describe(await overStdio(await skillTree(files), "--no-plugins"));
  expect(description).toContain("<name>own</name>");
  expect(description).not.toMatch(/example|plugin/);
});

// covers ccski: registry-options
test("registry options pass through: --skill-dir, --plugins-file, --plugins-root, --no-scan-default-dirs", async () => {
  const tree = await skillTree({
    "ws/.claude/skills/own/SKILL.md": skillText("own"),
    "dir/mine/SKILL.md": skillText("mine"),
    "list.json": plugins("moved"),
    "root/moved/SKILL.md": skillText("x"),
  });
  const flags = ["--skill-dir", "../dir", "--plugins-file", "../list.json", "--plugins-root", "../root"];
  const description = await describe(await overStdio(tree, ...flags, "--no-scan-default-dirs"));
  expect(description.match(/<name>[^<]+<\/name>/g)).toEqual(["<name>mine</name>", "<name>moved:x</name>"]);
});

// covers ccski: refresh-interval
test("refresh interval override: each refresh logs one line on stderr, and a change is announced exactly once", async () => {
  const tree = await skillTree({ "ws/skills/a/SKILL.md": skillText("a") });
  const connected = await overStdio(tree, "--refresh-interval", "60", "--include", "agents");
  await describe(connected);
  const lines = () => connected.stderr().match(/^\[skills\] registry refreshed at .*$/gm)?.length ?? 0;
  await expect.poll(lines).toBeGreaterThanOrEqual(3);
  expect(connected.changes()).toBe(0);
  await writeTree(tree.ws, {
    "skills/b/SKILL.md": skillText("b"),
    ".claude/skills/hidden/SKILL.md": skillText("hidden"),
  });
  await expect.poll(connected.changes).toBe(1);
  const seen = lines();
  await expect.poll(lines).toBeGreaterThan(seen + 3);
  expect(connected.changes()).toBe(1);
  expect((await describe(connected)).match(/<name>[^<]+<\/name>/g)).toEqual([
    "<name>a</name>",
    "<name>b</name>",
  ]);
  await rm(join(tree.ws, "skills/b"), { recursive: true });
  await expect.poll(connected.changes).toBe(2);
});

// covers ccski: refresh-can-be-turned-off
test("--no-refresh starts and never refreshes", async () => {
  const tree = await skillTree();
  const connected = await overStdio(tree, "--no-refresh", "--refresh-interval", "20");
  await describe(connected);
  await writeTree(tree.ws, { "skills/late/SKILL.md": skillText("late") });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(connected.stderr()).not.toContain("refreshed");
  expect(await describe(connected)).not.toContain("late");
});

// [ENSURES: requirement-exact-texts.rules:TEST]
test("a bundled file is read inside the skill only, and a search finds skills by their words", async () => {
  const tree = await skillTree({
    "ws/skills/pdf/SKILL.md": skillText("pdf", "Fills forms."),
    "ws/skills/pdf/references/forms.md": "All about forms.",
    "ws/secret.txt": "secret",
  });
  const connected = await overStdio(tree);
  expect((await call(connected, { name: "pdf", path: "references/forms.md" })).text).toContain(
    "All about forms.",
  );
  for (const path of ["../../secret.txt", join(tree.ws, "secret.txt"), "..\\..\\secret.txt"]) {
    const { isError, text } = await call(connected, { name: "pdf", path });
    expect(isError, path).toBe(true);
    expect(text).not.toContain("secret\n");
  }
  expect((await call(connected, { name: "?", query: "form" })).text).toBe("- pdf: Fills forms.");
  expect((await call(connected, { name: "?" })).text).toBe("Skills: pdf");
});

test("invalid arguments are tool errors that a model can read", async () => {
  const connected = await overStdio(await skillTree(twoProviders));
  for (const args of [
    {},
    { name: 7 },
    { name: "" },
    { name: "x".repeat(10_000) },
    { name: "skill://a/b" },
    { nom: "a" },
  ]) {
    const { isError, text } = await call(connected, args);
    expect(isError, JSON.stringify(args).slice(0, 40)).toBe(true);
    expect(text).not.toMatch(/\n\s+at /);
  }
});

test("code in front matter never runs, at startup or at a refresh", async () => {
  const tree = await skillTree();
  const marker = join(tree.root, "marker");
  const write = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "x")`;
  await writeTree(tree.ws, {
    ".claude/skills/a/SKILL.md": `---js\n${write}\n---\n`,
    ".claude/skills/b/SKILL.md": `---javascript\nmodule.exports = ${write}\n---\n`,
  });
  const connected = await overStdio(tree, "--refresh-interval", "30");
  expect(await describe(connected)).toContain("<name>none</name>");
  await expect.poll(() => connected.stderr().match(/refreshed/g)?.length ?? 0).toBeGreaterThan(2);
  await expect(rm(marker)).rejects.toThrow(/ENOENT/);
});

test("bad filters and intervals stop the server at startup with one line and exit code 2", async () => {
  const tree = await skillTree();
  for (const flags of [
    ["--include", "[ab*"],
    ["--exclude", ""],
    ["--refresh-interval", "0"],
    ["--include=codex:@plugins"],
  ]) {
    const ended = await run(hewto, ["mcp", "--profile", "ccski", ...flags], {
      cwd: tree.ws,
      env: { HOME: tree.home },
    });
    expect(ended.code, flags.join(" ")).toBe(2);
    expect(ended.output).toBe("");
    expect(ended.errors.trim().split("\n")).toHaveLength(1);
  }
});

// covers ccski: stdio-by-default-http-at-mcp
test("streamable HTTP at /mcp serves several clients at once, each with its own session", async () => {
  const tree = await skillTree(twoProviders);
  const { url } = await startListening(hewto, ["mcp", "--profile", "ccski"], {
    cwd: tree.ws,
    env: { HOME: tree.home },
  });
  const clients = await Promise.all(
    [1, 2, 3].map(() => connect(new StreamableHTTPClientTransport(new URL(url)))),
  );
  for (const connected of clients) expect(await describe(connected)).toContain("<provider>codex</provider>");
  await clients[0]?.client.close();
  const fourth = await connect(new StreamableHTTPClientTransport(new URL(url)));
  expect((await call(fourth, { name: "codex:pdf" })).text).toContain("provider: codex");
});

// covers ccski: sse-sessions
test("SSE session: GET /mcp opens it and POST /messages delivers", async () => {
  const tree = await skillTree(twoProviders);
  const flags = ["mcp", "--profile", "ccski", "--transport", "sse", "--port", "0", "--no-token"];
  const server = start(hewto, flags, { cwd: tree.ws, env: { HOME: tree.home } });
  const [, url = ""] = await shown(server, /address +(http\S+)/);
  const connected = await connect(new SSEClientTransport(new URL(url)));
  expect(await describe(connected)).toContain("<name>pdf</name>");
  expect((await call(connected, { name: "claude:pdf" })).text).toContain("provider: claude");
});

test("the protocol's own client lists, gets and verifies every file of every skill", async () => {
  const tree = await skillTree({
    "ws/.claude/skills/pdf/SKILL.md": skillText("pdf", "Fills forms."),
    "ws/.claude/skills/pdf/templates/a.md": "template",
    "ws/.claude/skills/pdf/logo.bin": Buffer.from([0, 255, 1, 254]),
    "ws/.claude/skills/Odd Name/SKILL.md": skillText("Odd Name"),
    "ws/.claude/skills/mended/SKILL.md": skillText("mended", "Use when: asked"),
    [pluginsFile]: plugins("@org/tools"),
    "home/.claude/plugins/@org/tools/fmt/SKILL.md": skillText("fmt"),
  });
  const { client } = await overStdio(tree);
  const skills = new SkillsClient(client);
  expect(skills.supported).toBe(true);
  const { skills: entries } = await skills.list();
  expect(entries.map(({ uri }) => uri)).toEqual([
    "skill://claude/plugin/%40org%2Ftools/fmt/SKILL.md",
    "skill://claude/project/pdf/SKILL.md",
  ]);
  for (const entry of entries) {
    expect(Array.isArray(entry.resources)).toBe(true);
    for (const file of Array.isArray(entry.resources) ? entry.resources : []) {
      expect((await skills.read(entry, file.uri)).verified, file.uri).toBe(true);
    }
  }
});

test("a skill over the limits of hosts is omitted from skills/list, with a warning, and stays in the tool", async () => {
  const files = Object.fromEntries(Array.from({ length: 513 }, (_, i) => [`ws/skills/fat/f${i}.txt`, "x"]));
  const tree = await skillTree({ ...files, "ws/skills/fat/SKILL.md": skillText("fat") });
  const connected = await overStdio(tree);
  const { skills } = await new SkillsClient(connected.client).list();
  expect(skills).toEqual([]);
  expect(connected.stderr()).toMatch(/not published: The skill `agents:fat` has 514 files/);
  expect(await describe(connected)).toContain("<name>fat</name>");
});

test("with five hundred skills, tools/list names them all and skills/list returns them in pages", async () => {
  const names = Array.from({ length: 500 }, (_, index) => `skill-${index}`);
  const tree = await skillTree(
    Object.fromEntries(names.map((name) => [`ws/skills/${name}/SKILL.md`, skillText(name)])),
  );
  const connected = await overStdio(tree);
  expect((await describe(connected)).match(/<skill>/g)).toHaveLength(500);
  const { skills } = await new SkillsClient(connected.client).list();
  expect(skills).toHaveLength(500);
  const small = await overStdio(tree, "--catalog-budget", "1900");
  const description = await describe(small);
  expect(description.indexOf("</available_skills>")).toBeLessThan(1900);
  expect(description).toMatch(/<count>4\d\d<\/count>/);
  expect((await call(small, { name: "skill-499" })).isError).toBe(false);
});
