import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fault, faultOf, faultText } from "./fault.ts";
import { exitCodeOf, type FaultCode, faultKinds, rpcCodeOf } from "./fault-codes.ts";

const codes = Object.keys(faultKinds) as FaultCode[]; // the keys of the closed list

describe("fault codes", () => {
  it("give the exit codes of the design", () => {
    expect(exitCodeOf("invalid_argument")).toBe(2);
    expect(exitCodeOf("spec_not_found")).toBe(1);
    expect(exitCodeOf("token_required")).toBe(3);
    expect(exitCodeOf("timed_out")).toBe(124);
    expect(exitCodeOf("cancelled")).toBe(130);
    for (const code of codes) expect([1, 2, 3, 124, 130]).toContain(exitCodeOf(code));
  });

  it("give JSON-RPC codes of the ranges that JSON-RPC and MCP leave to us", () => {
    for (const code of codes) {
      const rpc = rpcCodeOf(code);
      expect(rpc === -32602 || rpc === -32603 || (rpc <= -32000 && rpc >= -32019), code).toBe(true);
    }
  });

  it("each say when they are raised", async () => {
    const source = await readFile("src/kernel/fault-codes.ts", "utf8");
    for (const code of codes) expect(source, code).toMatch(new RegExp(`^  ${code}: "\\w+", // \\S`, "m"));
  });
});

describe("a fault", () => {
  it("reads as what happened, then what to do", () => {
    expect(faultText(fault("spec_not_found", "No spec `a`.", "Run `hewto specs list`."))).toBe(
      "No spec `a`. Run `hewto specs list`.",
    );
    expect(faultText(fault("spec_not_found", "No spec `a`.", ""))).toBe("No spec `a`.");
  });

  it("is made of whatever was thrown", () => {
    expect(faultOf(new Error("boom"))).toMatchObject({
      code: "internal_error",
      message: "Internal error: boom",
    });
    expect(faultOf(undefined).message).toBe("Internal error: undefined");
    expect(faultOf("text").message).toBe("Internal error: text");
  });
});
