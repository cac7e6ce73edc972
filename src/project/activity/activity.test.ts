import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { specPlace } from "../../../test/support/specs.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { appendCalls, startCallLog } from "../../workspace/state/call-log.ts";
import { listCalls } from "./calls.ts";
import { answerRun, cancelRun, startRun } from "./run-operations.ts";
import { listRuns, showRun } from "./runs.ts";

const line = (more: object) =>
  JSON.stringify({ ts: "2026-11-18T11:00:00.000Z", session: "a", root: "/x", outcome: "ok", ...more });

test("a server by itself writes nothing; once somebody watches, its calls are listed with the program that made them", async () => {
  const place = await specPlace({ "a.md": "a" });
  const { workspace } = place.context;
  appendCalls(workspace, line({ event: "call", tool: "list_specs" }));
  expect((await place.call(listCalls)).value).toEqual({ calls: [], left_out: 0, recorded: false });
  await startCallLog(workspace);
  expect((await place.call(listCalls)).message).toContain("No calls yet.");
  appendCalls(workspace, line({ event: "initialize", outcome: "claude-code" }));
  appendCalls(workspace, line({ event: "call", tool: "search_code", ms: 12, artifacts: ["a.md"] }));
  const { value, message } = await place.call(listCalls);
  expect(value.calls).toMatchObject([
    { tool: "search_code", client: "claude-code", ms: 12, artifacts: ["a.md"] },
    { event: "initialize" },
  ]);
  expect(message).toContain("claude-code  search_code  ok 12 ms  a.md");
});

test("the log of calls stays small, and what is not a call in it is left out", async () => {
  const place = await specPlace({});
  const { workspace } = place.context;
  await startCallLog(workspace);
  const file = join(place.root, ".hewto/logs/calls.jsonl");
  writeFileSync(file, `not json\n{"ts":1}\n${"x".repeat(600 * 1024)}\n`, { flag: "a" });
  appendCalls(workspace, line({ event: "call", tool: "one" }));
  appendCalls(workspace, line({ event: "call", tool: "two" }));
  expect(statSync(file).size).toBeLessThan(1000);
  const { value } = await place.call(listCalls);
  expect(value.calls.map(({ tool }: { tool: string }) => tool)).toEqual(["two", "one"]);
});

test("a log of calls that is a link is neither written nor read", async () => {
  const place = await specPlace({ "victim.txt": "mine\n", ".hewto/logs/keep": "" });
  const file = join(place.root, ".hewto/logs/calls.jsonl");
  symlinkSync(join(place.root, "victim.txt"), file);
  appendCalls(place.context.workspace, line({ event: "call" }));
  expect(readFileSync(join(place.root, "victim.txt"), "utf8")).toBe("mine\n");
  expect((await place.call(listCalls)).value.recorded).toBe(false);
  await rm(file);
});

test("runs are listed with how they ended, and their log is read in parts", async () => {
  const place = await specPlace({});
  const logs = join(place.root, ".hewto/logs");
  await mkdir(logs, { recursive: true });
  const header =
    "tool: speckit.plan\nspec: /w/specs/001-x\nagent: builtin\nstarted: 2026-11-18T11:00:00.000Z\n\n";
  const done = `${header}2026-11-18T11:00:01.000Z [OUT] hello\n2026-11-18T11:00:02.000Z [SYS] ended: done\n`;
  await writeFile(join(logs, "001-x-plan-20261118T110000-1.log"), done, { mode: 0o600 });
  await writeFile(
    join(logs, `001-x-tasks-20261118T120000-${process.pid}.log`),
    `${header}2026-11-18T11:00:01.000Z [OUT] half`,
    { mode: 0o600 },
  );
  await writeFile(join(logs, "001-x-tasks-20261118T100000-999999999.log"), header, { mode: 0o600 });
  const { value } = await place.call(listRuns);
  expect(value.runs).toMatchObject([
    { state: "running", work: "001-x" },
    { state: "done", step: "plan", agent: "builtin", started: "2026-11-18T11:00:00.000Z" },
    { state: "interrupted" },
  ]);
  const shown = (await place.call(showRun, { id: "001-x-plan-20261118T110000-1" })).value;
  expect(shown.lines).toContainEqual({ time: "2026-11-18T11:00:01.000Z", kind: "OUT", text: "hello" });
  const rest = await place.call(showRun, { id: shown.id, from: shown.next });
  expect(rest.value.lines).toEqual([]);
  const half = (await place.call(showRun, { id: value.runs[0].id })).value;
  expect(half.lines.at(-1).text).toBe("");
  expect(await place.call(showRun, { id: "../../../etc/passwd" })).toMatchObject({ code: "path_not_found" });
});

test("a run of the page asks its questions there, waits for the answer, and can be canceled", async () => {
  const agent = writeAgent(
    `if (message.method === "tools/call") { call = message.id; send({ jsonrpc: "2.0", id: 900, method: "elicitation/create", params: { message: "Which port?", requestedSchema: { type: "object", properties: { port: { type: "integer", title: "Port" } }, required: ["port"] } } }); return false; }
     if (message.id === 900) { if (message.result.action === "accept") text(call, "port " + message.result.content.port); return false; }`,
    "let call;",
  );
  const home = await temporaryTree({
    ".config/hewto/config.toml": `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n`,
  });
  const before = process.env["HOME"];
  process.env["HOME"] = home;
  onTestFinished(() => {
    process.env["HOME"] = before;
  });
  const place = await specPlace({ "specs/001-x/spec.md": "# Feature Specification: X\n\nOne line.\n" });
  const runs = async () => (await place.call(listRuns)).value.runs;
  const question = async () => {
    await expect.poll(async () => (await runs())[0]?.live?.questions.length, { timeout: 15_000 }).toBe(1);
    return (await runs())[0].live.questions[0];
  };
  expect((await place.call(startRun, { work: "001-x", step: "plan" })).value).toMatchObject({ step: "plan" });
  const asked = await question();
  expect(asked).toMatchObject({ kind: "form", fields: [{ name: "port", kind: "integer" }] });
  expect(await place.call(startRun, { work: "001-x" })).toMatchObject({ code: "locked" });
  const wrong = await place.call(answerRun, { question: asked.id, answer: "yes", values: { port: "x" } });
  expect(wrong).toMatchObject({ ok: false, code: "invalid_argument" });
  await place.call(answerRun, { question: asked.id, answer: "yes", values: { port: "8080" } });
  await expect.poll(async () => (await runs())[0].state, { timeout: 15_000 }).not.toBe("running");
  const { lines } = (await place.call(showRun, { id: (await runs())[0].id })).value;
  expect(lines.map(({ text }: { text: string }) => text)).toContain("port 8080");
  expect(await place.call(answerRun, { question: asked.id, answer: "no" })).toMatchObject({
    code: "write_conflict",
  });

  await place.call(startRun, { work: "001-x", step: "plan" });
  await question();
  await place.call(cancelRun, { id: (await runs())[0].id });
  await expect.poll(async () => (await runs())[0].state, { timeout: 15_000 }).toBe("cancelled");
  expect((await runs())[0].live.questions).toEqual([]);
});
