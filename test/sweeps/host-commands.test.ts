// Real agents with the commands that `hewto install --commands` writes, against a model on loopback. Needs the npm
// registry, 1 GB of disk and some minutes: `npm run test:hosts`.
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startMockModel } from "../support/mock-model.ts";
import { temporaryTree, writeTree } from "../support/temporary.ts";

const packages = [
  "@anthropic-ai/claude-code@2.1.197",
  "@github/copilot@1.0.102",
  "@google/gemini-cli@0.61.0",
  "@openai/codex@0.169.0",
  "opencode-ai@1.18.33",
];
const folder = resolve("node_modules/.cache/hewto-hosts");
const program = (name: string) => join(folder, "node_modules/.bin", name);
const bundle = resolve("dist/hewto.js");
const patience = 180_000;

let model: Awaited<ReturnType<typeof startMockModel>>;

beforeAll(async () => {
  model = await startMockModel();
  if (existsSync(program("opencode")) && existsSync(program("claude"))) return;
  await mkdir(folder, { recursive: true });
  await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...packages]);
}, 10 * 60_000);

afterAll(() => model.stop());

/** A project with the commands for one host, and what the model gets when the host runs with these arguments. */
async function ask(host: string, name: string, args: readonly string[], env: Record<string, string> = {}) {
  const home = await temporaryTree({ "keep.txt": "" });
  const project = await temporaryTree({ "a.txt": "x\n" });
  spawnSync("git", ["init", "-q"], { cwd: project });
  const install = ["install", host, "--scope", "project", "--commands", "--portable"];
  const installed = spawnSync(process.execPath, [bundle, ...install], {
    cwd: project,
    env: { ...process.env, HOME: home },
    encoding: "utf8",
  });
  expect(installed.stdout).toContain("commands written");
  await writeTree(home, settings(model.url));
  model.requests.length = 0;
  const all = {
    HOME: home,
    XDG_CACHE_HOME: join(home, ".cache"),
    MOCK_KEY: "x",
    OPENCODE_CONFIG: join(home, "opencode.json"),
    ...env,
  };
  const run = promisify(execFile)(program(name), [...args], {
    cwd: project,
    env: { PATH: process.env["PATH"], ...all },
    timeout: patience,
  });
  run.child.stdin?.end();
  return { output: (await run).stdout, sent: model.requests.join("\n") };
}

function settings(url: string): Record<string, string> {
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    name: "mock",
    options: { baseURL: `${url}/v1`, apiKey: "x" },
    models: { m: { name: "m" } },
  };
  const codex = `model = "m"\nmodel_provider = "mock"\n[model_providers.mock]\nname = "mock"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "MOCK_KEY"\n`;
  return {
    ".codex/config.toml": codex,
    ".gemini/settings.json": JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }),
    "opencode.json": JSON.stringify({ model: "mock/m", provider: { mock: provider } }),
  };
}

const question = "who calls start";
const text = "Ask `code_research`";

it("Claude Code expands a command and the words after it", { timeout: patience }, async () => {
  const env = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "x" };
  const { sent } = await ask("claude-code", "claude", ["-p", `/hewto:research ${question}`], env);
  expect(sent).toContain(`Input: ${question}`);
  expect(sent).toContain(text);
});

it("Codex lists the commands as skills and loads the one that is named", { timeout: patience }, async () => {
  const args = ["exec", "--skip-git-repo-check", `$hewto-research ${question}`];
  const { sent } = await ask("codex", "codex", args);
  expect(sent).toContain("hewto-propose");
  expect(sent).toContain(text);
});

it("Gemini CLI expands a command and the words after it", { timeout: patience }, async () => {
  const env = { GEMINI_API_KEY: "x", GOOGLE_GEMINI_BASE_URL: model.url };
  const { sent } = await ask(
    "gemini-cli",
    "gemini",
    ["--skip-trust", "-p", `/hewto:research ${question}`],
    env,
  );
  expect(sent).toContain(`Input: ${question}`);
  expect(sent).toContain(text);
});

it("OpenCode expands a command and the words after it", { timeout: patience }, async () => {
  const { sent } = await ask("opencode", "opencode", ["run", "--command", "hewto-research", question]);
  expect(sent).toContain(question);
  expect(sent).toContain(text);
});

it("Copilot CLI lists the commands as skills of the project", { timeout: patience }, async () => {
  const { output } = await ask("copilot-cli", "copilot", ["skill", "list"]);
  expect(output).toContain("hewto-propose - Propose a change");
});
