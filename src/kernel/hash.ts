/** Hex SHA-256 of text (as UTF-8) or bytes. */
export function sha256(content: string | Uint8Array): string {
  return crypto().createHash("sha256").update(content).digest("hex");
}

/** Random bytes in hex, for a unique name. */
export function randomHex(bytes: number): string {
  return crypto().randomBytes(bytes).toString("hex");
}

/** A random (version 4) UUID. */
export function randomUuid(): string {
  return crypto().randomUUID();
}

/** Loaded on first use: it would take a tenth of the time of a command that only lists. */
function crypto() {
  return process.getBuiltinModule("node:crypto");
}
