import { createHash } from "node:crypto";

/** Hex SHA-256 of text (as UTF-8) or bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
