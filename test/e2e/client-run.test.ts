import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planScript, writeAgent } from "../support/agents.ts";
import { hewto } from "../support/bundle.ts";
import { runHere } from "../support/cli.ts";
import { isAlive, start } from "../support/processes.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

interface Outcome {
  readonly state: string;
  readonly tool: string;
  readonly spec_directory: string;
  readonly log: string;
  readonly error?: { message: string; hint: string; retryable: boolean };
  readonly content?: unknown;
}

/** A project whose hewto.toml names an agent that the test wrote. */
async function project(on: string, more: { before?: string; toml?: string } = {}) {
  const agent = writeAgent(on, more.before);
  const toml = `[mcp]\ntransport = "stdio"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(agent)}]\n${more.toml ?? ""}`;
  const root = await temporaryTree({
    "specs/001-x/spec.md": "# Feature Specification: x\n",
    // A plan that is there already: these agents only talk.
    "specs/001-x/plan.md": "# Plan\n",
    "hewto.toml": toml,
  });
  const home = await temporaryFolder();
  const at = { cwd: root, env: { HOME: home, XDG_CONFIG_HOME: join(home, ".config") } };
  const json = async (...words: string[]) => {
    const { code, output, errors } = await runHere(["run", ...words, "--json"], at);
    const outcome: Outcome = JSON.parse(output);
    return { code, outcome, errors };
  };
  return {
    root,
    home,
    json,
    run: (...words: string[]) => runHere(words, at),
    start: (...words: string[]) => start(hewto, words, at),
  };
}

const done = `if (message.method === "tools/call") { progress(message.id, 50, "Analyzing requirements..."); text(message.id, "Plan done"); return false; }`;

// [ENSURES: requirement-trust-before-the-start.rules:TEST]
// covers spec-tui-client: progress-is-shown, output-is-logged, stdio-agent
test("the agent of hewto.toml runs after trust; text on stdout, progress on stderr, a log with every line", async () => {
  const at = await project(`${done} console.error("agent log line");`);
  const { code, output, errors } = await at.run("run", "plan", "1", "--trust");
  expect({ code, output }).toEqual({ code: 0, output: "Plan done\n" });
  expect(errors).toContain("50 % Analyzing requirements...");
  const [name = ""] = await readdir(join(at.root, ".hewto/logs"));
  expect(name).toMatch(/^001-x-plan-\d{8}T\d{6}-\d+\.log$/);
  const log = await readFile(join(at.root, ".hewto/logs", name), "utf8");
  expect(log).toMatch(/^tool: speckit\.plan\nspec: .*001-x\ncwd: /);
  for (const kind of [
    "RPC] → ",
    "PROG] 50 % Analyzing",
    "OUT] Plan done",
    "ERR] agent log line",
    "SYS] ended: done",
  ])
    expect(log).toContain(`[${kind}`);
  const sent = [...log.matchAll(/\[RPC\] → (.*)/g)].map(([, text = ""]) => JSON.parse(text));
  expect(sent.map(({ id, method }) => [id, method])).toEqual([
    [1, "initialize"],
    [undefined, "notifications/initialized"],
    [2, "tools/list"],
    [3, "tools/call"],
    [4, "shutdown"],
    [undefined, "exit"],
  ]);
  expect(sent[0].params).toMatchObject({
    protocolVersion: "2025-11-25",
    capabilities: { sampling: {} },
    clientInfo: { name: "spec-tui" },
  });
  expect(sent[3].params).toEqual({
    name: "speckit.plan",
    arguments: { spec_directory: join(at.root, "specs/001-x") },
    _meta: { progressToken: "tool-3" },
  });
});

test("a command of the project's file is not started before trust; --trust counts once, doctor --trust for good", async () => {
  const at = await project(done, {
    before: `import { writeFileSync as note } from "node:fs"; note("started", "x");`,
  });
  const refused = await at.json("plan", "1");
  expect(refused).toMatchObject({ code: 3, outcome: { state: "unavailable", tool: "speckit.plan" } });
  expect(refused.outcome.error?.hint).toContain("--trust");
  expect(await readdir(at.root)).not.toContain("started");
  expect((await at.json("plan", "1", "--trust")).code).toBe(0);
  expect((await at.json("plan", "1")).code).toBe(3);
  expect((await at.run("doctor", "--trust")).code).toBe(0);
  expect((await at.json("plan", "1")).code).toBe(0);
  const toml = await readFile(join(at.root, "hewto.toml"), "utf8");
  await writeFile(join(at.root, "hewto.toml"), toml.replace("args = [", 'args = ["--more", '));
  expect((await at.json("plan", "1")).outcome.state).toBe("unavailable");
});

// covers spec-tui-client: default-timeout, timeout-cancels
test("an agent that never answers is cancelled with both messages after the idle limit: exit 124", async () => {
  const at = await project(`if (message.method === "tools/call") return false;`);
  const { code, outcome } = await at.json("plan", "1", "--trust", "--timeout", "1");
  expect(code).toBe(124);
  expect(outcome).toMatchObject({
    state: "timed-out",
    error: { message: "No progress for 1 s.", retryable: true },
  });
  const log = await readFile(outcome.log, "utf8");
  expect(log).toMatch(
    /notifications\/cancelled","params":\{"requestId":3,"reason":"timeout"\}[\s\S]*"\$\/cancelRequest","params":\{"id":3\}/,
  );
});

test("progress keeps a run alive beyond the idle limit", async () => {
  const at = await project(
    `if (message.method === "tools/call") { let n = 0; const timer = setInterval(() => { progress(message.id, ++n, "step " + n); if (n === 12) { clearInterval(timer); text(message.id, "late but there"); } }, 150); return false; }`,
  );
  expect((await at.json("plan", "1", "--trust", "--timeout", "1")).outcome).toMatchObject({ state: "done" });
});

test.each([
  ["exits 1", `process.exit(1)`, "exit code 1"],
  ["is killed", `process.kill(process.pid, "SIGKILL")`, "SIGKILL"],
  ["closes its output", `process.stdout.end()`, "closed its output"],
])("an agent that %s in a call is agent-died: exit 1", async (_, act, reason) => {
  const at = await project(
    `if (message.method === "tools/call") { console.error("final output"); setTimeout(() => ${act}, 50); return false; }`,
  );
  const { code, outcome } = await at.json("plan", "1", "--trust");
  expect({ code, state: outcome.state }).toEqual({ code: 1, state: "agent-died" });
  expect(outcome.error?.message).toContain(reason);
});

test("an agent that is gone right after the handshake is unavailable: exit 3", async () => {
  const at = await project(
    `if (message.method === "initialize") { answers.initialize(message.id); setTimeout(() => process.exit(0), 20); return false; } return false;`,
  );
  expect(await at.json("plan", "1", "--trust")).toMatchObject({ code: 3, outcome: { state: "unavailable" } });
});

// covers spec-tui-client: readable-errors
test("a command that is missing, or not an agent, is unavailable with the reason", async () => {
  const root = await temporaryTree({
    "specs/001-x/spec.md": "x",
    "hewto.toml": '[mcp]\ncommand = "no-such-agent-anywhere"\n',
  });
  const missing = await runHere(["run", "plan", "1", "--trust"], { cwd: root });
  expect(missing.code).toBe(3);
  expect(missing.errors).toContain("`no-such-agent-anywhere` was not found");
  expect(missing.errors).toMatch(/--driver builtin needs none|Installed: /);
  const fresh = ["run", "specify", "--description", "A new thing", "--trust"];
  expect((await runHere(fresh, { cwd: root })).code).toBe(3);
  expect(await readdir(join(root, "specs"))).toEqual(["001-x"]);
  const at = await project("return false;", {
    before: `console.error("error: unknown option '--mcp'"); process.exit(1);`,
  });
  const { outcome } = await at.json("plan", "1", "--trust");
  expect(outcome.error?.message).toContain("unknown option '--mcp'");
  expect(outcome.error?.hint).toContain('args = ["mcp", "serve"]');
});

// covers spec-tui-client: tool-failure-code
test("odd replies: result null, no code, isError without text, media, streams as JSON", async () => {
  const reply = (body: string) =>
    project(`if (message.method === "tools/call") { send({ id: message.id, ${body} }); return false; }`);
  const state = async (body: string) =>
    (await (await reply(body)).json("plan", "1", "--trust")).outcome.state;
  expect(await state("result: null")).toBe("protocol-error");
  expect(await state("error: {}")).toBe("protocol-error");
  expect(await state(`error: { code: -32000, message: "no" }`)).toBe("tool-failed");
  expect(await state(`result: { isError: true, content: [] }`)).toBe("tool-failed");
  const media = await (
    await reply(
      `result: { content: [{ type: "image", mimeType: "image/png", data: "AAAA" }, { type: "resource_link", uri: "file:///x", name: "x" }, { type: "text", text: JSON.stringify({ stdout: "out\\n", stderr: "err\\n" }) }] }`,
    )
  ).run("run", "plan", "1", "--trust");
  expect(media.output).toBe("[image/png 1 kB]\n[x] file:///x\nout\n");
  expect(media.errors).toContain("err\n");
});

test("terminal escapes in an agent's text reach neither screen nor log", async () => {
  const at = await project(
    `if (message.method === "tools/call") { progress(message.id, 1, "\\u001b[2Jevil"); text(message.id, "a\\u001b]52;c;x\\u0007b\\u202ec"); return false; }`,
  );
  const { output, errors } = await at.run("run", "plan", "1", "--trust");
  const [name = ""] = await readdir(join(at.root, ".hewto/logs"));
  const log = await readFile(join(at.root, ".hewto/logs", name), "utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there
  for (const text of [output, errors, log]) expect(/[\u001b\u0007\u202e]/.test(text)).toBe(false);
});

test("an agent without the tool is unavailable and its own tools are named", async () => {
  const at = await project(
    `if (message.method === "tools/list") { send({ id: message.id, result: { tools: [{ name: "Bash" }, { name: "speckit.plans" }] } }); return false; }`,
  );
  const { code, outcome } = await at.json("plan", "1", "--trust");
  expect(code).toBe(3);
  expect(outcome.error).toMatchObject({
    message: expect.stringContaining("has no tool speckit.plan; its tools are Bash"),
    hint: expect.stringContaining("speckit.plans"),
  });
});

test("Ctrl-C cancels with both messages, whatever the agent answers: exit 130", async () => {
  const at = await project(
    `if (message.method === "tools/call") { console.error("working"); progress(message.id, 1, "begun"); return false; } if (message.method === "$/cancelRequest") { send({ id: message.params.id, error: { code: -32002, message: "cancelled" } }); return false; }`,
  );
  const started = at.start("run", "plan", "1", "--trust");
  await new Promise<void>((resolve) =>
    started.child.stderr.on("data", () => /begun/.test(started.errors()) && resolve()),
  );
  started.child.kill("SIGINT");
  expect(await started.exit).toBe(130);
  const [name = ""] = await readdir(join(at.root, ".hewto/logs"));
  const log = await readFile(join(at.root, ".hewto/logs", name), "utf8");
  expect(log).toContain("notifications/cancelled");
  expect(log).toContain("$/cancelRequest");
});

test("an agent that ignores shutdown, end of input and SIGTERM is killed, with what it started", async () => {
  const at = await project(done, {
    before: `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
      const grandchild = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "ignore" });
      writeFileSync("pids", process.pid + " " + grandchild.pid);
      process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.exit = () => {};`,
  });
  expect((await at.json("plan", "1", "--trust")).outcome.state).toBe("done");
  const pids = (await readFile(join(at.root, "pids"), "utf8")).split(" ").map(Number);
  for (const pid of pids) expect(isAlive(pid), String(pid)).toBe(false);
});

test("what an agent leaves running in a session of its own, with its pipes, does not keep the run from ending", async () => {
  const leaves = `spawn("sleep", ["60"], { detached: true, stdio: ["ignore", "inherit", "inherit"] }).unref();`;
  const at = await project(done, { before: `import { spawn } from "node:child_process"; ${leaves}` });
  expect(await at.run("run", "plan", "1", "--trust")).toMatchObject({ code: 0, output: "Plan done\n" });
});

test("a question is declined and sampling refused when nobody is there; a model answers with --yes", async () => {
  const ask = `if (message.method === "tools/call") { globalThis.call = message.id; send({ id: "s", method: "sampling/createMessage", params: { messages: [{ role: "user", content: { type: "text", text: "say hi" } }], maxTokens: 10 } }); send({ id: "e", method: "elicitation/create", params: { message: "?", requestedSchema: { type: "object", properties: {} } } }); send({ id: "r", method: "roots/list" }); globalThis.got = {}; return false; }
    if (!message.method) { got[message.id] = message.result ?? message.error; if (Object.keys(got).length === 3) text(call, JSON.stringify(got)); return false; }`;
  const script = join(await temporaryFolder(), "model.mjs");
  await writeFile(
    script,
    'let text = ""; process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => console.log("model heard: " + text));',
  );
  const toml = `\n[model]\nbackend = "command"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n`;
  const at = await project(ask, { toml });
  const heard = async (...flags: string[]) =>
    JSON.parse((await at.run("run", "plan", "1", "--trust", ...flags)).output);
  expect(await heard()).toMatchObject({
    s: { code: -1 },
    e: { action: "decline" },
    r: { roots: [{ uri: expect.stringContaining("file://") }] },
  });
  expect(await heard("--yes")).toMatchObject({
    s: {
      role: "assistant",
      content: { text: expect.stringContaining("model heard: say hi") },
      model: expect.stringContaining("agent:"),
    },
  });
});

test("wrong settings are reported with file, line and key: exit 2", async () => {
  const tell = async (toml: string) => {
    const root = await temporaryTree({ "specs/001-x/spec.md": "x", "hewto.toml": toml });
    return runHere(["run", "plan", "1"], { cwd: root });
  };
  const cases: [string, RegExp][] = [
    ["[mcp\n", /hewto\.toml/],
    ["[mcp]\ntimeout_seconds = 0\n", /timeout_seconds/],
    ["[mcp]\ntimeout_seconds = 601\n", /timeout_seconds/],
    ['[mcp]\ntimeout_seconds = "60"\n', /timeout_seconds/],
    ['[mcp]\ncommand = "x"\nargs = "--mcp"\n', /args/],
    ['[mcp]\ntransport = "carrier-pigeon"\n', /transport/],
    ['[mcp]\ntransport = "http"\n', /endpoint/],
  ];
  for (const [toml, pattern] of cases) {
    const { code, errors } = await tell(toml);
    expect({ toml, code }).toEqual({ toml, code: 2 });
    expect(errors).toMatch(pattern);
  }
  expect((await tell('[mcp]\ncomand = "x"\n')).errors).toMatch(/comand.*command/s);
});

test("usage: no step, a wrong step, a flag of another step, no description, no such feature", async () => {
  const root = await temporaryTree({ "specs/001-x/spec.md": "x" });
  const code = async (...words: string[]) => (await runHere(["run", ...words], { cwd: root })).code;
  expect(await code()).toBe(2);
  expect(await code("plam")).toBe(2);
  expect(await code("plan", "1", "--description", "x")).toBe(2);
  expect(await code("specify")).toBe(2);
  expect(await code("plan")).toBe(2);
  expect(await code("plan", "9")).toBe(1);
});

test("exec runs a headless agent with the prompt on stdin; a bad exit code is a failure", async () => {
  const script = join(await temporaryFolder(), "agent.mjs");
  await writeFile(
    script,
    `import { writeFileSync } from "node:fs"; let text = ""; process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => { writeFileSync(process.env.SPECIFY_FEATURE_DIRECTORY + "/plan.md", ${planScript("text")}); console.log("wrote the plan"); console.error("chatter"); process.exit(Number(process.argv[2] ?? 0)); });`,
  );
  const toml = (more: string) =>
    `[mcp]\ndriver = "exec"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}${more}]\n`;
  const root = await temporaryTree({ "specs/001-x/spec.md": "x", "hewto.toml": toml("") });
  const good = await runHere(["run", "plan", "1", "--trust"], { cwd: root });
  expect({ code: good.code, output: good.output }).toEqual({ code: 0, output: "wrote the plan\n" });
  expect(await readFile(join(root, "specs/001-x/plan.md"), "utf8")).toContain(
    `Work on the feature in ${root}/specs/001-x`,
  );
  await writeFile(join(root, "hewto.toml"), toml(', "4"'));
  expect(
    JSON.parse((await runHere(["run", "plan", "1", "--trust", "--json"], { cwd: root })).output),
  ).toMatchObject({ state: "tool-failed", error: { message: expect.stringContaining("exit code 4") } });
  await mkdir(join(root, "empty"));
  const none = await runHere(["run", "plan", "1", "--driver", "exec", "--agent", "codex", "--trust"], {
    cwd: root,
    env: { PATH: join(root, "empty") },
  });
  expect(none.code).toBe(3);
});
