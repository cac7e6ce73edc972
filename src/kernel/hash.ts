/** Hex SHA-256 of text (as UTF-8) or bytes. */
export function sha256(content: string | Uint8Array): string {
  return crypto().hash("sha256", content);
}

/** The name that git gives to content: of SHA-1, or of SHA-256 in repositories that use it. */
export function gitBlob(content: Uint8Array, algorithm: "sha1" | "sha256"): string {
  return crypto().createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest("hex");
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
