import type { IncomingMessage } from "node:http";
import { nestsDeeperThan } from "../../kernel/json.ts";

export type Body = { ok: true; value: unknown } | { ok: false; status: 400 | 413; message: string };

/** No message of MCP needs a tenth of it, and recursive code below us survives it. */
const maxDepth = 500;

/** The JSON of a request. What is over the limit is refused at once and what still comes is thrown away. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else resolve({ ok: false, status: 413, message: `Payload too large: at most ${maxBytes} bytes.` });
    });
    request.on("end", () => resolve(parsed(Buffer.concat(parts))));
    const cut = { ok: false, status: 400, message: "Parse error: the body ended early." } as const;
    request.on("error", () => resolve(cut));
    request.on("close", () => resolve(cut));
  });
}

function parsed(bytes: Buffer): Body {
  const text = bytes.toString("utf8");
  if (nestsDeeperThan(maxDepth, text))
    return {
      ok: false,
      status: 400,
      message: `Parse error: the body nests deeper than ${maxDepth} levels.`,
    };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, status: 400, message: "Parse error: the body is not JSON." };
  }
}
