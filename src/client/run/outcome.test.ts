import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";

// covers spec-tui-client: invalid-json-and-requests, unknown-methods-and-parameters, tool-failure-code,
//   timeout-and-cancel-codes, readable-errors
test.each([
  [-32700, "protocol-error", "may not speak MCP"],
  [-32600, "protocol-error", "form of the request"],
  [-32601, "protocol-error", "does not know this method"],
  [-32602, "protocol-error", "refused the arguments"],
  [-32603, "protocol-error", "failed inside"],
  [-32000, "tool-failed", "The tool failed"],
  [-32001, "timed-out", "timeout of its own"],
  [-32002, "cancelled", "was cancelled"],
])("an agent's error %i is %s, and the hint says what that means", (code, state, hint) => {
  const outcome = outcomeOf({ kind: "error", code, message: "said by the agent", data: { x: 1 } }, []);
  expect(outcome).toMatchObject({
    state,
    error: { code, message: "said by the agent", hint: expect.stringContaining(hint), data: { x: 1 } },
  });
});
