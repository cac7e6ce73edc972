import { ProtocolError } from "@modelcontextprotocol/server";
import * as z from "zod";

const PAGE = 200;

export const PageParams = z.looseObject({ cursor: z.string().optional() });

/** One page of a list; the cursor is opaque to the client and refused when it is not ours. */
export function page<T>(
  items: readonly T[],
  cursor: string | undefined,
): { items: T[]; nextCursor?: string } {
  const from = cursor === undefined ? 0 : offsetOf(cursor);
  if (from === undefined) throw new ProtocolError(-32602, "Invalid cursor. Start again without one.");
  const shown = items.slice(from, from + PAGE);
  const next = from + shown.length;
  return next < items.length ? { items: shown, nextCursor: cursorAt(next) } : { items: shown };
}

function cursorAt(offset: number): string {
  return Buffer.from(`from:${offset}`).toString("base64url");
}

function offsetOf(cursor: string): number | undefined {
  const match = /^from:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString());
  return match ? Number(match[1]) : undefined;
}
