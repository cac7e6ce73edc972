import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";

// covers spec-tui-client: invalid-json-and-requests, unknown-methods-and-parameters, tool-failure-code,
//   timeout-and-cancel-codes, readable-errors
test.each([
  [-32700, "protocol-error", "might not support MCP"],
  [-32600, "protocol-error", "rejected the request as malformed"],
  [-32601, "protocol-error", "does not have this method"],
  [-32602, "protocol-error", "rejected the arguments"],
  [-32603, "protocol-error", "internal error"],
  [-32000, "tool-failed", "The tool failed"],
  [-32001, "timed-out", "timeout of its own"],
  [-32002, "cancelled", "was canceled"],
])("the error code %i of an agent is %s, and the hint explains it", (code, state, hint) => {
  const outcome = outcomeOf({ kind: "error", code, message: "said by the agent", data: { x: 1 } }, []);
  expect(outcome).toMatchObject({
    state,
    error: { code, message: "said by the agent", hint: expect.stringContaining(hint), data: { x: 1 } },
  });
});
