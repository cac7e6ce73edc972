import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { temporaryTree } from "../support/temporary.ts";

async function report(root: string, home: string, extra: Record<string, string> = {}, ...flags: string[]) {
  const env = { HOME: home, XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "", ...extra };
  return run(hewto, ["doctor", "--report", ...flags], { cwd: root, env });
}

it("prints what a bug report needs as Markdown, whatever the state of the workspace", async () => {
  const root = await temporaryTree({
    "openspec/specs/a/spec.md": "# A\n",
    "hewto.toml": '[mcp]\ntimeout_seconds = 7\ndriver = "builtin"\n',
  });
  const { code, output } = await report(root, await temporaryTree({}));
  expect(code).toBe(0);
  for (const line of [
    /^# Hewto report$/m,
    /^\| Hewto \| \d+\.\d+\.\d+ \|$/m,
    /^\| Node \| v\d+/m,
    /^\| Platform \| \w+ /m,
    /^\| git \| \d+\.\d+/m,
    /^\| Layouts \| openspec in openspec\/specs \(1 spec, 0 changes\) \|$/m,
    /^\| Index \| not built/m,
    /^- `mcp\.timeout_seconds`: 7 \(hewto\.toml\)$/m,
    /^- `mcp\.driver`: "builtin" \(hewto\.toml\)$/m,
    /^## Recent internal errors\n\nNone\.$/m,
  ])
    expect(output).toMatch(line);
  expect(output).not.toContain(root);
  const { output: json } = await report(root, await temporaryTree({}), {}, "--json");
  expect(JSON.parse(json).report).toMatch(/^# Hewto report/);
});

it("never prints secrets of the settings, the environment, errors or logs", async () => {
  const secrets = {
    header: "hdr-7f3a9c2e",
    variable: "var-1b8d4e6f",
    argument: "arg-5c2e8a1d",
    environment: "env-9d4b7c3a",
    key: "key-2a6f8e1c",
    bug: "bug-4e7a1d9b",
    log: "log-8c3f5b2e",
    endpoint: "end-6b1d9f4a",
    conversation: "what I asked the agent in private",
  };
  const root = await temporaryTree({
    "hewto.toml": [
      "[mcp]",
      `endpoint = "https://me:${secrets.endpoint}@agent.example/mcp?key=${secrets.endpoint}"`,
      `headers = { Authorization = "Bearer ${secrets.header}" }`,
      `env = { AGENT_PASSWORD = "${secrets.variable}" }`,
      `args = ["--token", "${secrets.argument}"]`,
      "[model]",
      'api_key_env = "MODEL_KEY"',
    ].join("\n"),
    ".hewto/logs/plan-1.log": [
      "step: plan",
      "",
      `2026-01-01T00:00:00.000Z [SYS] started with --token ${secrets.log}`,
      `2026-01-01T00:00:01.000Z [OUT] ${secrets.conversation}`,
      `2026-01-01T00:00:02.000Z [ERR] MODEL_KEY was ${secrets.key}`,
    ].join("\n"),
  });
  const home = await temporaryTree({});
  await mkdir(join(home, ".cache/hewto"), { recursive: true });
  const stack = `Error: fetch https://x.example/?token=${secrets.bug} failed\n    at load (${root}/a.js:1:1)`;
  const bugs = [{ at: "2026-01-01T00:00:00.000Z", version: "0.0.1", stack }];
  await writeFile(join(home, ".cache/hewto/bugs.json"), JSON.stringify(bugs), { mode: 0o600 });
  const { code, output } = await report(root, home, {
    GITHUB_TOKEN: secrets.environment,
    MODEL_KEY: secrets.key,
  });
  expect(code).toBe(0);
  for (const [name, secret] of Object.entries(secrets)) expect(output, name).not.toContain(secret);
  expect(output).not.toContain(home);
  expect(output).toContain("`mcp.headers.Authorization`: (hidden)");
  expect(output).toContain("at load (WORKSPACE/a.js:1:1)");
  expect(output).toMatch(/\[SYS\] started with --token \[redacted\]/);
});
