import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";
import { isRecord } from "../../kernel/json.ts";
import { inputSchema } from "../../operation/schema.ts";
import { TASKS_EXTENSION } from "../tools/task-extension.ts";
import type { Host } from "./host.ts";

/** What a message is refused with, before the SDK sees it. */
export interface RequestRefusal {
  readonly code: number;
  readonly message: string;
  readonly data?: Record<string, unknown>;
}

/**
 * Rules of 2026-07-28 that the SDK leaves to servers like this one: an argument that HTTP clients repeat in a header
 * (`x-mcp-header` in the schema of a tool) must be there and say the same.
 */
export async function headerRefusal(
  host: Host,
  message: unknown,
  header: (name: string) => string | undefined,
): Promise<RequestRefusal | undefined> {
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return undefined;
  const { name, arguments: args } = message.params;
  const registry = await host.registry();
  const tool = typeof name === "string" ? registry.tool(name) : undefined;
  if (!tool || !isRecord(args)) return undefined;
  for (const { headerName, value } of mirrored(inputSchema(tool), args)) {
    const problem = mismatch(header(headerName.toLowerCase()), value);
    if (problem !== undefined) return { code: -32020, message: `Header mismatch: ${headerName} ${problem}` };
  }
  return undefined;
}

/** Only a client that declares the tasks extension can subscribe to tasks. */
export function listenRefusal(message: unknown): RequestRefusal | undefined {
  if (!isRecord(message) || message.method !== "subscriptions/listen" || !isRecord(message.params))
    return undefined;
  const { notifications, _meta: meta } = message.params;
  if (!isRecord(notifications) || notifications.taskIds === undefined) return undefined;
  const capabilities = isRecord(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  if (isRecord(extensions) && extensions[TASKS_EXTENSION] !== undefined) return undefined;
  return {
    code: -32021,
    message: `Missing required client capability: ${TASKS_EXTENSION}`,
    data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  };
}

type Scalar = string | number | boolean;

/** The arguments that have a header of their own, at any depth of objects. */
function mirrored(schema: unknown, args: Record<string, unknown>): { headerName: string; value: Scalar }[] {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([key, property]) => {
    const value = args[key];
    if (isRecord(value)) return mirrored(property, value);
    const suffix = isRecord(property) ? property["x-mcp-header"] : undefined;
    if (typeof suffix !== "string" || !isScalar(value)) return [];
    return [{ headerName: `Mcp-Param-${suffix}`, value }];
  });
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function mismatch(sent: string | undefined, value: Scalar): string | undefined {
  if (sent === undefined) return "is missing, though the argument is given.";
  const decoded = decode(sent);
  if (decoded === undefined) return "is not valid Base64 of UTF-8 text.";
  const isSame = typeof value === "number" ? Number(decoded) === value : decoded === String(value);
  return isSame ? undefined : "does not match the argument.";
}

/** `=?base64?…?=` holds text that a header cannot; anything else stands for itself. */
function decode(sent: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(sent)?.[1];
  if (encoded === undefined) return sent;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
