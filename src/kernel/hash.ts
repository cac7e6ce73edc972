/** Hex SHA-256 of text (as UTF-8) or bytes. */
export function sha256(content: string | Uint8Array): string {
  return crypto().createHash("sha256").update(content).digest("hex");
}

/** So many random bytes in hex, for a name that nobody else has. */
export function randomHex(bytes: number): string {
  return crypto().randomBytes(bytes).toString("hex");
}

/** A random (version 4) UUID. */
export function randomUuid(): string {
  return crypto().randomUUID();
}

/** Loaded at its first use: to a command that only lists, it would be a tenth of the way from start to answer. */
function crypto() {
  return process.getBuiltinModule("node:crypto");
}
