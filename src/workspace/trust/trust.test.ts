import { chmod, open, readFile, rename, stat, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import {
  addressRequest,
  type CommandLine,
  commandRequest,
  describeFiles,
  notTrusted,
  type TrustRequest,
  templateRequest,
} from "./request.ts";
import { decideTrust, isTrusted, trust } from "./trust.ts";

const now = new Date("2026-11-17T00:00:00Z");

async function project(files: Readonly<Record<string, string>> = { "agent.sh": "echo one\n" }) {
  const root = await temporaryTree(files);
  const home = await temporaryFolder();
  const env = { HOME: home };
  const wish = (line: CommandLine, transport = "mcp-stdio", cwd = root) =>
    commandRequest(line, transport, { checkout: root, cwd });
  const trusted = async (given: Promise<TrustRequest> | TrustRequest) => isTrusted(root, await given, env);
  const allow = async (given: Promise<TrustRequest>) =>
    expect(await trust(root, await given, env, now)).toMatchObject({ ok: true });
  return { root, home, env, wish, trusted, allow, file: join(home, ".config/hewto/trusted-commands.json") };
}

describe("permission for a command line", () => {
  it("does not cover other arguments, variables, folders or kinds of agent", async () => {
    const { root, wish, trusted, allow } = await project();
    const line = { command: "agent", args: ["--mcp"], env: { MODE: "safe" } };
    await allow(wish(line));
    expect(await trusted(wish(line))).toBe(true);
    const others: CommandLine[] = [
      { ...line, args: ["--mcp", "--all"] },
      { ...line, args: [] },
      { ...line, env: {} },
      { ...line, env: { MODE: "wild" } },
      { ...line, env: { MODE: "safe", NODE_OPTIONS: "--require=/tmp/x.js" } },
      { ...line, command: "agents" },
    ];
    for (const other of others) expect(await trusted(wish(other))).toBe(false);
    expect(await trusted(wish(line, "acp"))).toBe(false);
    expect(await trusted(wish(line, "mcp-stdio", join(root, "sub")))).toBe(false);
  });

  it("does not depend on the order of variables", async () => {
    const { wish, trusted, allow } = await project();
    await allow(wish({ command: "agent", args: [], env: { A: "1", B: "2" } }));
    expect(await trusted(wish({ command: "agent", args: [], env: { B: "2", A: "1" } }))).toBe(true);
  });

  it.each<[string, CommandLine]>([
    ["the command itself", { command: "./agent.sh", args: [] }],
    ["a script of bash", { command: "bash", args: ["agent.sh"] }],
    ["a script of node", { command: "node", args: ["--no-warnings", "./agent.js"] }],
    ["what node makes of a name", { command: "node", args: ["./agent"] }],
    ["a flag's value", { command: "node", args: ["--require=./agent.js", "-e", "0"] }],
    ["a word of a shell's line", { command: "sh", args: ["-c", "cd . && ./agent.sh"] }],
    ["a variable's value", { command: "node", args: [], env: { NODE_OPTIONS: "--require ./agent.js" } }],
    ["a script of package.json", { command: "npm", args: ["run", "agent"] }],
    ["a target of make", { command: "make", args: ["agent"] }],
  ])(
    "is for the bytes of %s: after a change it is asked again, and says what changed",
    async (_what, line) => {
      const files = ["agent.sh", "agent.js", "package.json", "Makefile"];
      const { root, env, wish, trusted, allow } = await project(
        Object.fromEntries(files.map((name) => [name, "one\n"])),
      );
      const first = await wish(line);
      await allow(wish(line));
      expect(await trusted(wish(line))).toBe(true);
      expect(describeFiles(first)).toMatch(/ sha256:[0-9a-f]{16}/);
      await writeTree(root, Object.fromEntries(files.map((name) => [name, "two\n"])));
      expect(await trusted(wish(line))).toBe(false);
      const { refusal: withheld } = await decideTrust(root, {}, { ok: true, value: await wish(line) }, env);
      expect(withheld?.message).toMatch(
        /(agent\.sh|agent\.js|package\.json|Makefile) changed since you allowed it\.$/,
      );
      await writeTree(root, Object.fromEntries(files.map((name) => [name, "one\n"])));
      expect(await trusted(wish(line))).toBe(true);
    },
  );

  it("does not cover another project", async () => {
    const { wish, allow, env } = await project();
    const line = { command: "agent", args: ["--mcp"] };
    await allow(wish(line));
    const other = await temporaryTree({ "agent.sh": "echo one\n" });
    expect(await isTrusted(other, await wish(line), env)).toBe(false);
  });

  it.each([
    ["npx", ".npmrc"],
    ["npm", ".npmrc"],
    ["pnpm", ".npmrc"],
    ["yarn", ".yarnrc.yml"],
    ["cargo", ".cargo/config.toml"],
    ["cargo", "build.rs"],
    ["deno", "deno.json"],
    ["uv", "pyproject.toml"],
    ["/usr/bin/just", "justfile"],
    ["task.exe", "Taskfile.yml"],
  ])("to run %s covers the content of %s, which decides what runs", async (command, file) => {
    const { root, wish, trusted, allow } = await project({ [file]: "one\n" });
    await allow(wish({ command, args: ["agent"] }));
    expect(await trusted(wish({ command, args: ["agent"] }))).toBe(true);
    await writeTree(root, { [file]: "two\n" });
    expect(await trusted(wish({ command, args: ["agent"] }))).toBe(false);
  });

  it("does not cover a link in place of the script, even with the same text", async () => {
    const { root, wish, trusted, allow } = await project();
    const outside = await temporaryTree({ "agent.sh": "echo one\n" });
    const line = { command: "./agent.sh", args: [] };
    await allow(wish(line));
    await rename(join(root, "agent.sh"), join(root, "old.sh"));
    await symlink(join(outside, "agent.sh"), join(root, "agent.sh"));
    expect(await trusted(wish(line))).toBe(false);
    expect(describeFiles(await wish(line))).toContain(join(outside, "agent.sh"));
    await allow(wish(line));
    await writeTree(outside, { "agent.sh": "echo two\n" });
    expect(await trusted(wish(line))).toBe(false);
  });

  it("does not cover a script that is new, or was deleted", async () => {
    const { root, wish, trusted, allow } = await project();
    const line = { command: "bash", args: ["later.sh", "agent.sh"] };
    await allow(wish(line));
    await writeTree(root, { "later.sh": "echo\n" });
    expect(await trusted(wish(line))).toBe(false);
    await unlink(join(root, "later.sh"));
    expect(await trusted(wish(line))).toBe(true);
    await unlink(join(root, "agent.sh"));
    expect(await trusted(wish(line))).toBe(false);
  });

  it("does not read files outside the project", async () => {
    const { wish } = await project({ "sub/": "" });
    const { files } = await wish({ command: "/bin/sh", args: ["/etc/passwd", "sub", "../..", "/dev/zero"] });
    expect(files).toEqual([]);
  });

  it("of an earlier version, which covered less, does not count", async () => {
    const { root, home, wish, trusted } = await project();
    const elder = { project: root, line: ["./agent.sh"], env: {}, at: now.toISOString() };
    await writeTree(home, { ".config/hewto/trusted-commands.json": JSON.stringify({ trusted: [elder] }) });
    expect(await trusted(wish({ command: "./agent.sh", args: [] }))).toBe(false);
  });
});

describe("permission for an address", () => {
  const addressOf = (...given: Parameters<typeof addressRequest>): TrustRequest => {
    const made = addressRequest(...given);
    if (!made.ok) throw new Error(made.fault.message);
    return made.value;
  };

  it("covers the address as it is sent, its purpose and its keys", async () => {
    const { root, env, trusted } = await project();
    await trust(root, addressOf("http://127.1:8080/v1", "model", ["KEY"]), env, now);
    for (const same of ["http://127.0.0.1:8080/v1", "http://2130706433:8080/v1", "HTTP://0x7f.1:8080/v1"])
      expect(await trusted(addressOf(same, "model", ["KEY"]))).toBe(true);
    expect(await trusted(addressOf("http://127.0.0.1:8080/v2", "model", ["KEY"]))).toBe(false);
    expect(await trusted(addressOf("http://127.0.0.1:8081/v1", "model", ["KEY"]))).toBe(false);
    expect(await trusted(addressOf("https://127.0.0.1:8080/v1", "model", ["KEY"]))).toBe(false);
    expect(await trusted(addressOf("http://127.0.0.1:8080/v1", "model", ["OTHER"]))).toBe(false);
    expect(await trusted(addressOf("http://127.0.0.1:8080/v1", "model"))).toBe(false);
    expect(await trusted(addressOf("http://127.0.0.1:8080/v1", "embedding", ["KEY"]))).toBe(false);
    expect(await trusted(templateRequest("http://127.0.0.1:8080/v1", ""))).toBe(false);
  });

  it("is requested with the file and the address", () => {
    expect(
      notTrusted(templateRequest("https://example.com/t.md?v=2#x", ".specman/templates/SPEC")).message,
    ).toBe(
      ".specman/templates/SPEC of this project wants to fetch a template from `https://example.com/t.md?v=2`, and you have not allowed that yet.",
    );
  });
});

describe("the file of permissions", () => {
  it("is made private, even if it was not before", async () => {
    const { wish, allow, file } = await project();
    await allow(wish({ command: "one", args: [] }));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await chmod(file, 0o644);
    await allow(wish({ command: "two", args: [] }));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8")).trusted).toHaveLength(2);
  });

  it("is replaced atomically, and loses none of two concurrent permissions", async () => {
    const { wish, allow, trusted, file } = await project();
    await allow(wish({ command: "zero", args: [] }));
    const reader = await open(file);
    const before = await readFile(file, "utf8");
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((command) => allow(wish({ command, args: [] }))));
    // Who has opened it still reads the text as it was.
    expect(await reader.readFile("utf8")).toBe(before);
    await reader.close();
    for (const command of names) expect(await trusted(wish({ command, args: [] }))).toBe(true);
  });
});
