import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { isRecord } from "../kernel/json.ts";

/** One line of input, judged. `reply` is what JSON-RPC wants sent back for a line that is no message. */
export type Frame =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "refused"; readonly reply: object }
  | { readonly kind: "blank" };

/**
 * The SDK stays silent on malformed input, and a client that waits for a reply hangs. We answer -32700 and
 * -32600. Without a usable id the reply has none: MCP's schema allows that, and hosts reject `id: null`.
 */
export function readFrame(line: string): Frame {
  if (line.trim() === "") return { kind: "blank" };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return refuse(-32700, `Parse error: ${error instanceof Error ? error.message : "not JSON"}`);
  }
  return readMessage(value);
}

export function readMessage(value: unknown): Frame {
  if (Array.isArray(value))
    return refuse(-32600, "Invalid request: batches are not part of MCP; send one message a line.");
  if (!isRecord(value)) return refuse(-32600, "Invalid request: a message is one JSON object.");
  const problem = problemOf(value);
  if (problem !== undefined) return refuse(-32600, `Invalid request: ${problem}`, value.id);
  return { kind: "message", message: translated(value) as unknown as JSONRPCMessage }; // checked just above
}

function problemOf(value: Record<string, unknown>): string | undefined {
  if (value.jsonrpc !== "2.0") return '`jsonrpc` must be "2.0".';
  const isReply = "result" in value || "error" in value;
  if ("id" in value && !isId(value.id)) return "`id` must be a string or an integer.";
  if (isReply) return "id" in value || "error" in value ? undefined : "a reply needs an `id`.";
  if (typeof value.method !== "string") return "`method` must be a string.";
  if (value.params === undefined) return undefined;
  if (!isRecord(value.params)) return "`params` must be an object.";
  const meta = value.params._meta;
  if (meta === undefined) return undefined;
  if (!isRecord(meta)) return "`params._meta` must be an object.";
  if ("progressToken" in meta && !isId(meta.progressToken))
    return "`progressToken` must be a string or an integer.";
  return undefined;
}

/** The client seed's names for what MCP calls otherwise. */
function translated(value: Record<string, unknown>): Record<string, unknown> {
  if (value.method !== "$/cancelRequest" || !isRecord(value.params)) return value;
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: value.params.id } };
}

export function isId(value: unknown): value is string | number {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value));
}

function refuse(code: number, message: string, id?: unknown): Frame {
  return {
    kind: "refused",
    reply: { jsonrpc: "2.0", ...(isId(id) ? { id } : {}), error: { code, message } },
  };
}
