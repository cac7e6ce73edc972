import { expect, test } from "vitest";
import { tellingWords } from "./stderr-summary.ts";

test("the cause is found before the stack that follows it; without one the last lines are told", () => {
  const crash = [
    "node:internal/modules/cjs/loader:1228",
    "  throw err;",
    "  ^",
    "Error: Cannot find module '/x/agent.mjs'",
    "    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)",
    "    at node:internal/main/run_main_module:28:49 {",
    "  code: 'MODULE_NOT_FOUND',",
    "  requireStack: []",
    "}",
    "Node.js v20.20.2",
  ];
  expect(tellingWords(crash)).toBe("Error: Cannot find module '/x/agent.mjs'");
  expect(tellingWords(["error: unknown option '--mcp'", "(Did you mean --help?)"])).toBe(
    "error: unknown option '--mcp'",
  );
  expect(tellingWords(["a", "b", "c", "d"])).toBe("b / c / d");
  expect(tellingWords([])).toBe("");
});

test("a program that says one short line before it dies is heard, and one that says only a stack too", () => {
  expect(tellingWords(["panic: boom"], 1)).toBe("panic: boom");
  expect(tellingWords(["panic: boom", "  code: 3,", "    at run (agent.mjs:1:1)"])).toBe("panic: boom");
  expect(tellingWords(["    at run (agent.mjs:1:1)"])).toBe("at run (agent.mjs:1:1)");
});
