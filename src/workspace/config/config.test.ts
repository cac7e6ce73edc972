import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { skipTest } from "../../../test/support/skip.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { type Config, type ConfigSources, loadConfig } from "./config.ts";
import { userConfigFolder } from "./user-folders.ts";

const Mcp = z.object({
  transport: z.enum(["stdio", "http"]).default("stdio"),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).default([]),
  timeout_seconds: z.number().int().min(1).max(3600).default(60),
  verbose: z.boolean().default(false),
  roots: z.union([z.string(), z.array(z.string())]).optional(),
  http: z.object({ port: z.number().int().default(0), host: z.string().default("127.0.0.1") }).prefault({}),
  env: z.record(z.string(), z.string()).default({}),
});

/** A home and a workspace with these files, and the configuration read from them. */
async function configOf(files: { user?: string; project?: string }, sources: ConfigSources = {}) {
  const folder = await temporaryTree({
    ...(files.user === undefined ? {} : { "home/.config/hewto/config.toml": files.user }),
    ...(files.project === undefined ? {} : { "work/hewto.toml": files.project }),
    "work/": "",
  });
  const env = { HOME: join(folder, "home"), ...sources.env };
  return { folder, config: await loadConfig({ workspace: { root: join(folder, "work") }, ...sources, env }) };
}

async function opened(
  files: { user?: string; project?: string },
  sources: ConfigSources = {},
): Promise<Config> {
  const { config } = await configOf(files, sources);
  if (!config.ok) throw new Error(config.fault.message);
  return config.value;
}

async function messageOf(project: string, env: Record<string, string> = {}): Promise<string> {
  const section = (await opened({ project }, { env })).section("mcp", Mcp);
  return section.ok ? "fine" : section.fault.message;
}

describe("loadConfig", () => {
  test("gives the defaults when there is no file at all", async () => {
    const config = await opened({});
    expect(config.section("mcp", Mcp)).toMatchObject({
      value: { transport: "stdio", timeout_seconds: 60, args: [] },
    });
    expect(config.origin("mcp", "transport")).toBeUndefined();
    expect(config.warnings).toEqual([]);
    expect(await loadConfig({ env: { HOME: "/nonexistent" } })).toMatchObject({ ok: true });
  });

  test("lets the later layer win: project, user, environment, flags", async () => {
    const setAll = (value: number) => `[mcp]\ntimeout_seconds = ${value}\n`;
    const env = { HEWTO_MCP_TIMEOUT_SECONDS: "3" };
    const flags = { mcp: { timeout_seconds: 4, command: undefined } };
    const found = [];
    for (const config of [
      await opened({ project: setAll(1) }),
      await opened({ project: setAll(1), user: setAll(2) }),
      await opened({ project: setAll(1), user: setAll(2) }, { env }),
      await opened({ project: setAll(1), user: setAll(2) }, { env, flags }),
    ]) {
      const mcp = config.section("mcp", Mcp);
      found.push([mcp.ok && mcp.value.timeout_seconds, config.origin("mcp", "timeout_seconds")?.layer]);
    }
    expect(found).toEqual([
      [1, "project"],
      [2, "user"],
      [3, "environment"],
      [4, "flag"],
    ]);
  });

  test("merges tables key by key and replaces lists", async () => {
    const project =
      '[mcp]\nargs = ["a", "b"]\nhttp = { port = 1, host = "x" }\n[mcp.env]\nA = "project"\nB = "project"\n';
    const user = '[mcp]\nargs = ["c"]\n[mcp.http]\nport = 2\n[mcp.env]\nB = "user"\n';
    const config = await opened({ user, project });
    expect(config.section("mcp", Mcp)).toMatchObject({
      value: { args: ["c"], http: { port: 2, host: "x" }, env: { A: "project", B: "user" } },
    });
    expect(config.origin("mcp", "http.host")).toEqual({ layer: "project", source: "hewto.toml", line: 3 });
    expect(config.origin("mcp", "http.port")?.layer).toBe("user");
  });

  test("reports who set a command, so that permission can be asked for", async () => {
    const user = '[mcp]\ncommand = "agent"\n[mcp.env]\nA = "1"\n';
    const project = '# ours\n[mcp]\nargs = ["--evil"]\n\n[mcp.env]\nB = "2"\n';
    const { folder, config } = await configOf({ user, project }, { env: { HEWTO_MCP_VERBOSE: "true" } });
    if (!config.ok) throw new Error(config.fault.message);
    config.value.section("mcp", Mcp);
    const file = join(folder, "home/.config/hewto/config.toml");
    expect(config.value.origin("mcp", "command")).toEqual({ layer: "user", source: file, line: 2 });
    expect(config.value.origin("mcp", "args")).toEqual({ layer: "project", source: "hewto.toml", line: 3 });
    expect(config.value.origin("mcp", "env")).toMatchObject({ layer: "project" });
    expect(config.value.origin("mcp", "verbose")).toEqual({
      layer: "environment",
      source: "HEWTO_MCP_VERBOSE",
    });
  });

  test("reports the position where a file is not TOML", async () => {
    const { config } = await configOf({ project: "[mcp]\ntransport = = 1\n" });
    expect(config).toMatchObject({
      fault: {
        code: "invalid_config",
        message: expect.stringMatching(/^hewto\.toml:2:13: not valid TOML: /),
      },
    });
    const { folder, config: other } = await configOf({ user: "[mcp" });
    const file = join(folder, "home/.config/hewto/config.toml");
    expect(other).toMatchObject({ fault: { message: expect.stringContaining(`${file}:1:`) } });
  });

  test("does not read a project file that is a link out of the workspace", async () => {
    const folder = await temporaryTree({ "secret.toml": "[mcp]\n", "work/": "" });
    await symlink("../secret.toml", join(folder, "work/hewto.toml"));
    const sources = { workspace: { root: join(folder, "work") }, env: { HOME: folder } };
    expect(await loadConfig(sources)).toMatchObject({ fault: { code: "path_escape" } });
  });

  test("a user's file that cannot be read is a fault", async () => {
    const folder = await temporaryTree({ ".config/hewto/config.toml/": "" });
    expect(await loadConfig({ env: { HOME: folder } })).toMatchObject({ fault: { code: "not_a_file" } });
  });
});

describe("a wrong value", () => {
  test.each([
    [
      "[mcp]\n\ntimeout_seconds = 0",
      "hewto.toml:3: mcp.timeout_seconds must be a whole number from 1 to 3600, but is 0.",
    ],
    ['[mcp]\ntransport = "sse"', 'hewto.toml:2: mcp.transport must be one of "stdio", "http", but is "sse".'],
    ['[mcp]\nargs = "a b"', 'hewto.toml:2: mcp.args must be a list of strings, but is "a b".'],
    ["[mcp]\nargs = [\n  'a',\n  3,\n]", "hewto.toml:2: mcp.args[1] must be a string, but is 3."],
    ["[mcp]\nverbose = 'yes'", 'hewto.toml:2: mcp.verbose must be true or false, but is "yes".'],
    ["mcp.http.port = 'x'", 'hewto.toml:1: mcp.http.port must be a whole number, but is "x".'],
    ["[mcp]\nhttp = 3", "hewto.toml:2: mcp.http must be a table, but is 3."],
    ["[mcp]\nroots = 3", "hewto.toml:2: mcp.roots must be a string or a list of strings, but is 3."],
    ["mcp = 3", "hewto.toml:1: mcp must be a section."],
    ["[[mcp]]\nverbose = true", "hewto.toml:1: mcp must be a section."],
  ])("in %j is reported with its location and the allowed values", async (project, message) => {
    expect(await messageOf(project)).toBe(message);
  });

  test("that is empty is reported as empty", async () => {
    expect(await messageOf('[mcp]\ncommand = ""')).toMatch(
      /^hewto\.toml:2: mcp\.command must not be empty\.$/,
    );
  });

  test("from the environment names the variable, and several are counted", async () => {
    const env = { HEWTO_MCP_TIMEOUT_SECONDS: "soon" };
    expect(await messageOf("[mcp]\nverbose = 1", env)).toBe(
      'HEWTO_MCP_TIMEOUT_SECONDS: mcp.timeout_seconds must be a whole number from 1 to 3600, but is "soon". And 1 more problem.',
    );
  });

  test("that a later layer replaces is ignored", async () => {
    expect(await messageOf("[mcp]\ntimeout_seconds = 'x'", { HEWTO_MCP_TIMEOUT_SECONDS: "5" })).toBe("fine");
  });

  test("that is missing is reported", async () => {
    const config = await opened({});
    expect(config.section("http", z.object({ port: z.number() }))).toMatchObject({
      fault: { code: "invalid_config", message: "http.port must be a number, but is not set." },
    });
  });
});

describe("the environment", () => {
  test("is parsed as TOML where the schema expects more than text, else taken literally", async () => {
    const env = {
      HEWTO_MCP_COMMAND: "7",
      HEWTO_MCP_ARGS: '["a", "b c"]',
      HEWTO_MCP_VERBOSE: "true",
      HEWTO_MCP_HTTP_PORT: "0x10",
      HEWTO_MCP_HTTP_HOST: '"quoted"',
      HEWTO_MCP_ENV: '{ KEY = "v" }',
      HEWTO_MCP_ROOTS: '["/a"]',
      HEWTO_MCP_TRANSPORT: "",
    };
    expect((await opened({}, { env })).section("mcp", Mcp)).toEqual({
      ok: true,
      value: {
        transport: "stdio",
        command: "7",
        args: ["a", "b c"],
        timeout_seconds: 60,
        verbose: true,
        roots: ["/a"],
        http: { port: 16, host: "quoted" },
        env: { KEY: "v" },
      },
    });
  });

  test("cannot add further keys with a line break", async () => {
    const config = await opened({}, { env: { HEWTO_MCP_COMMAND: '"x"\nargs = ["y"]' } });
    expect(config.section("mcp", Mcp)).toMatchObject({ value: { command: '"x"\nargs = ["y"]', args: [] } });
  });
});

describe("warnings", () => {
  test("name unknown keys with the closest known one", async () => {
    const project =
      '[mcp]\ntimeout_secs = 3\n[mcp.http]\nprot = 1\n[mcp.env]\nANY = "is fine"\n[other]\nx = 1\n';
    const config = await opened({ project }, { env: { HEWTO_MCP_COMAND: "x", HEWTO_FUZZ: "1" } });
    expect(config.section("mcp", Mcp)).toMatchObject({ ok: true });
    config.section("mcp", Mcp);
    expect(config.warnings.map((warning) => warning.message)).toEqual([
      "HEWTO_MCP_COMAND has no effect: the section [mcp] has no such key. Did you mean `HEWTO_MCP_COMMAND`?",
      "hewto.toml:2: the key mcp.timeout_secs is unknown. Did you mean `timeout_seconds`?",
      "hewto.toml:4: the key mcp.http.prot is unknown. Did you mean `port`?",
    ]);
  });

  test("name unknown sections when the known ones are given", async () => {
    const config = await opened({ project: "[mpc]\nx = 1\n" }, { sections: ["mcp", "code"] });
    expect(config.warnings).toEqual([
      {
        message: "hewto.toml:1: the section [mpc] is unknown. Did you mean `mcp`?",
        key: "mpc",
        origin: { layer: "project", source: "hewto.toml", line: 1 },
      },
    ]);
  });
});

test("a key such as __proto__ is only an unknown key", async () => {
  const config = await opened({ project: "[mcp.__proto__]\nverbose = true\n[__proto__]\nx = 1\n" });
  expect(config.section("mcp", Mcp)).toMatchObject({ value: { verbose: false } });
  expect(config.section("__proto__", z.object({ x: z.number().optional() }))).toMatchObject({ ok: true });
  expect({}).not.toHaveProperty("verbose");
});

test("the user's folder follows the XDG standard", () => {
  if (process.platform === "win32") skipTest("XDG folders are not Windows folders");
  expect(userConfigFolder({ HOME: "/h" })).toBe("/h/.config/hewto");
  expect(userConfigFolder({ HOME: "/h", XDG_CONFIG_HOME: "/x" })).toBe("/x/hewto");
  expect(userConfigFolder({ HOME: "/h", XDG_CONFIG_HOME: "relative" })).toBe("/h/.config/hewto");
});
