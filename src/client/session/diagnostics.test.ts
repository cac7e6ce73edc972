import { expect, test } from "vitest";
import { StrayOutput, summarizeStderr } from "./diagnostics.ts";

test("the cause is found before the stack trace that follows it; without a cause the last lines are used", () => {
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
  expect(summarizeStderr(crash)).toBe("Error: Cannot find module '/x/agent.mjs'");
  expect(summarizeStderr(["error: unknown option '--mcp'", "(Did you mean --help?)"])).toBe(
    "error: unknown option '--mcp'",
  );
  expect(summarizeStderr(["a", "b", "c", "d"])).toBe("b / c / d");
  expect(summarizeStderr([])).toBe("");
});

test("a single short line is shown, and so is a stack trace if there is nothing else", () => {
  expect(summarizeStderr(["panic: boom"], 1)).toBe("panic: boom");
  expect(summarizeStderr(["panic: boom", "  code: 3,", "    at run (agent.mjs:1:1)"])).toBe("panic: boom");
  expect(summarizeStderr(["    at run (agent.mjs:1:1)"])).toBe("at run (agent.mjs:1:1)");
});

function summaryOf(...lines: readonly string[]): string {
  const output = new StrayOutput();
  for (const line of lines) output.add(line);
  return output.summary();
}

test("of output that is not messages, the start of the first lines is shown on one line", () => {
  expect(summaryOf()).toBe("");
  expect(summaryOf("one", "two", "three", "four")).toBe(
    " Instead of messages it printed: one / two / three.",
  );
  expect(summaryOf("<!doctype html>\r\n  <html>\u001b[2J\n")).toMatch(
    /: <!doctype html> <html>\u241b\[2J\.$/,
  );
  expect(summaryOf("é".repeat(80))).toMatch(/: é{80}\.$/);
  expect(summaryOf("😀".repeat(1_000_000))).toMatch(/: 😀{80}…\.$/u);
});
