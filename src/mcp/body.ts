import type { IncomingMessage } from "node:http";

const MOST_BYTES = 4 * 1024 * 1024;

export type Body = { ok: true; value: unknown } | { ok: false; status: 400 | 413; message: string };

/** The JSON of a request, read to the end but never kept beyond the limit. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size <= MOST_BYTES) parts.push(bytes);
  }
  if (size > MOST_BYTES)
    return { ok: false, status: 413, message: `Payload too large: at most ${MOST_BYTES} bytes.` };
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(parts).toString("utf8")) };
  } catch {
    return { ok: false, status: 400, message: "Parse error: the body is not JSON." };
  }
}
