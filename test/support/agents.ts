import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The common start of agents in tests: `send`, `hello`, `tools`, `call(name)`. */
const prelude = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const steps = ["specify", "clarify", "plan", "tasks", "implement"];
const answers = {
  initialize: (id, version = "2025-11-25") => send({ id, result: { protocolVersion: version, capabilities: { tools: { listChanged: true } }, serverInfo: { name: "test-agent", version: "1.2.3" } } }),
  "tools/list": (id) => send({ id, result: { tools: steps.map((step) => ({ name: "speckit." + step, description: step, inputSchema: { type: "object" } })) } }),
  shutdown: (id) => send({ id, result: null }),
};
const text = (id, text, more = {}) => send({ id, result: { content: [{ type: "text", text }], ...more } });
const progress = (id, done, message, total = 100) => send({ method: "notifications/progress", params: { progressToken: "tool-" + id, progress: done, total, message } });
let rest = "";
process.stdin.on("data", (chunk) => {
  rest += chunk;
  for (let end = rest.indexOf("\\n"); end >= 0; end = rest.indexOf("\\n")) {
    const message = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    if (message.method === "exit") process.exit(0);
    if (on(message) === false) continue;
    answers[message.method]?.(message.id);
  }
});
`;

/** An agent for one test. `on` sees every message first and returns false if it answered it. */
export function writeAgent(on: string, before = ""): string {
  const file = join(mkdtempSync(join(tmpdir(), "hewto-agent-")), "agent.mjs");
  writeFileSync(file, `${before}\n${prelude}\nfunction on(message) { ${on} }\n`);
  return file;
}

/** A valid plan.md that contains the value of `words`, an expression of an agent's script. */
export function planScript(words: string): string {
  const head = "# Implementation Plan: x\n\n## Summary\n\n";
  const tail =
    "\n\n## Technical Context\n\n**Language/Version**: Go\n**Testing**: go test\n\n## Constitution Check\n\n## Project Structure\n";
  return `${JSON.stringify(head)} + ${words} + ${JSON.stringify(tail)}`;
}
