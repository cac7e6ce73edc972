import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { runHere } from "../support/cli.ts";
import { connectSpeckit } from "../support/speckit.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

/** A project whose agent answers every call with these fields of a JSON-RPC response. */
async function answering(fields: string) {
  const agent = writeAgent(
    `if (message.method === "tools/call") { send({ id: message.id, ${fields} }); return false; }`,
  );
  const root = await temporaryTree({
    "specs/001-x/spec.md": "# Feature Specification: x\n",
    "specs/001-x/plan.md": "# Plan\n",
    "specs/001-x/tasks.md": "# Tasks: x\n\n- [x] T001 done\n",
    "hewto.toml": `[mcp]\ntransport = "stdio"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(agent)}]\n`,
  });
  const env = { HOME: await temporaryFolder() };
  const hew = (...words: string[]) => runHere(["run", ...words, "--trust"], { cwd: root, env });
  const json = async (...words: string[]) => {
    const ended = await hew(...words, "--json");
    return { ...ended, outcome: JSON.parse(ended.output) };
  };
  return { root, hew, json };
}

// covers spec-tui-client: calls-a-workflow-tool, specify-arguments, clarify-arguments,
//   plan-and-tasks-arguments, implement-arguments
test("each step calls its tool with exactly the contract's arguments", async () => {
  const { root, json } = await answering(`result: { content: [{ type: "text", text: "No questions." }] }`);
  const spec_directory = join(root, "specs/001-x");
  const cases: [string, string[], Record<string, unknown>][] = [
    ["specify", ["--description", "More of it"], { feature_description: "More of it", spec_directory }],
    [
      "clarify",
      ["--question", "Why?", "--question", "How?"],
      { spec_directory, questions: ["Why?", "How?"] },
    ],
    ["clarify", [], { spec_directory }],
    ["plan", [], { spec_directory }],
    ["tasks", [], { spec_directory }],
    ["implement", ["--task-filter", "US1"], { spec_directory, task_filter: "US1" }],
    ["implement", [], { spec_directory }],
  ];
  for (const [step, words, args] of cases) {
    const { outcome } = await json(step, "1", ...words);
    const log = await readFile(outcome.log, "utf8");
    const sent = [...log.matchAll(/\[RPC\] → (.*)/g)].map(([, text = ""]) => JSON.parse(text));
    expect(sent.find(({ method }) => method === "tools/call")).toEqual({
      jsonrpc: "2.0",
      id: 3,
      method: "tools/call",
      params: { name: `speckit.${step}`, arguments: args, _meta: { progressToken: "tool-3" } },
    });
  }
});

// covers spec-tui-client: invalid-json-and-requests, unknown-methods-and-parameters, tool-failure-code,
//   timeout-and-cancel-codes, readable-errors
test.each([
  [-32700, "protocol-error", 1],
  [-32600, "protocol-error", 1],
  [-32601, "protocol-error", 1],
  [-32602, "protocol-error", 1],
  [-32603, "protocol-error", 1],
  [-32000, "tool-failed", 1],
  [-32001, "timed-out", 124],
  [-32002, "cancelled", 130],
])(
  "an agent's error %i ends a run as %s with exit code %i; the log has all of it",
  async (code, state, exit) => {
    const { json } = await answering(
      `error: { code: ${code}, message: "It says why.", data: { detail: "deep" } }`,
    );
    const { outcome, errors, ...ended } = await json("plan", "1");
    expect({ code: ended.code, state: outcome.state }).toEqual({ code: exit, state });
    expect(outcome.error).toMatchObject({ message: "It says why.", code, data: { detail: "deep" } });
    expect(outcome.error.hint).not.toBe("");
    expect(errors).toContain("It says why.");
    expect(await readFile(outcome.log, "utf8")).toMatch(/\[SYS\] error: .*"detail":"deep"/);
  },
);

// covers spec-tui-client: output-is-buffered, output-is-logged
test("text, stdout and stderr of one result are all shown and logged", async () => {
  const { hew, json } = await answering(
    `result: { content: [{ type: "text", text: "Planned." }], structuredContent: { stdout: "built\\n", stderr: "1 warning\\n" }, isError: false }`,
  );
  const { code, output, errors } = await hew("plan", "1");
  expect({ code, output }).toEqual({ code: 0, output: "Planned.\nbuilt\n" });
  expect(errors).toContain("1 warning\n");
  const { outcome } = await json("plan", "1");
  expect(outcome).toMatchObject({ state: "done", isError: false, structuredContent: { stdout: "built\n" } });
  const log = await readFile(outcome.log, "utf8");
  for (const line of ["[OUT] Planned.", "[OUT] built", "[ERR] 1 warning"]) expect(log).toContain(line);
});

// covers spec-tui-client: tool-results
test("results of our own five tools carry isError: false when they succeed and true when they fail", async () => {
  const root = await temporaryTree({ "a.md": "" });
  const { client } = await connectSpeckit(root);
  const spec_directory = join(root, "specs/001-x");
  const call = (step: string, more: Record<string, unknown> = {}) =>
    client.callTool({ name: `speckit.${step}`, arguments: { spec_directory, ...more } });
  expect(await call("plan")).toMatchObject({ isError: true });
  const described = { feature_description: "Users can export a table" };
  for (const [step, more] of [["specify", described], ["clarify"], ["plan"], ["tasks"]] as const)
    expect(Object.entries(await call(step, more))).toContainEqual(["isError", false]);
});
