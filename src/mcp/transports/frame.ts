import {
  isInitializeRequest,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
} from "@modelcontextprotocol/server";
import { isRecord } from "../../kernel/json.ts";
import { listenRefusal } from "../protocol/modern-checks.ts";

/** One line of input. `reply` is the JSON-RPC error for a line that is not a message. */
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
    value = JSON.parse(line.startsWith("\ufeff") ? line.slice(1) : line);
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
  if (isBadInitialize(value)) {
    const needs = "`protocolVersion`, `capabilities` and `clientInfo` with `name` and `version`";
    return refuse(-32602, `Invalid params: initialize needs ${needs}.`, value.id);
  }
  const refused = listenRefusal(value);
  if (refused) return refuse(refused.code, refused.message, value.id, refused.data);
  return { kind: "message", message: bare(translated(value)) as unknown as JSONRPCMessage }; // checked just above
}

function problemOf(value: Record<string, unknown>): string | undefined {
  if (value.jsonrpc !== "2.0") return '`jsonrpc` must be "2.0".';
  if ("id" in value && !isId(value.id)) return "`id` must be a string or an integer.";
  if (isReply(value)) return "id" in value || "error" in value ? undefined : "a reply needs an `id`.";
  if (typeof value.method !== "string") return "`method` must be a string.";
  if (value.params === undefined) return undefined;
  if (!isRecord(value.params)) return "`params` must be an object.";
  const meta = value.params._meta;
  if (meta === undefined) return undefined;
  if (!isRecord(meta)) return "`params._meta` must be an object.";
  if ("progressToken" in meta && !isId(meta.progressToken))
    return "`progressToken` must be a string or an integer.";
  const task = meta[RELATED_TASK_META_KEY];
  if (task !== undefined && !(isRecord(task) && typeof task.taskId === "string"))
    return `\`${RELATED_TASK_META_KEY}\` must have a \`taskId\`.`;
  return undefined;
}

function isReply(value: Record<string, unknown>): boolean {
  return "result" in value || "error" in value;
}

/** The SDK would answer it with an internal error. A claim of 2026-07-28 is the SDK's to judge: no such method. */
function isBadInitialize(value: Record<string, unknown>): boolean {
  if (value.method !== "initialize" || !("id" in value)) return false;
  const meta = isRecord(value.params) ? value.params._meta : undefined;
  const isModern = isRecord(meta) && PROTOCOL_VERSION_META_KEY in meta;
  return !isModern && !isInitializeRequest(bare(value));
}

/** Names of spec-tui clients for methods that MCP calls otherwise. */
function translated(value: Record<string, unknown>): Record<string, unknown> {
  if (value.method !== "$/cancelRequest" || !isRecord(value.params)) return value;
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: value.params.id } };
}

/** Only what JSON-RPC knows: the SDK drops a message with more than that, and its sender would wait for ever. */
function bare(value: Record<string, unknown>): Record<string, unknown> {
  const known = isReply(value) ? ["jsonrpc", "id", "result", "error"] : ["jsonrpc", "id", "method", "params"];
  return Object.fromEntries(known.flatMap((key) => (key in value ? [[key, value[key]]] : [])));
}

/** What the SDK takes for an id or a token: larger numbers would come back as others. */
export function isId(value: unknown): value is string | number {
  return typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
}

function refuse(code: number, message: string, id?: unknown, data?: object): Frame {
  const error = { code, message, ...(data ? { data } : {}) };
  return { kind: "refused", reply: { jsonrpc: "2.0", ...(isId(id) ? { id } : {}), error } };
}
