/** Values of rows, which are what a database gave: a wrong type is a bug of the schema and throws. */
export function textOf(value: unknown): string {
  if (typeof value !== "string") throw new Error("The store gave no text where text was expected.");
  return value;
}

/** A `bigint` comes as text. */
export function numberOf(value: unknown): number {
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number))
    throw new Error("The store gave no number where a number was expected.");
  return number;
}

export function bytesOf(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error("The store gave no bytes where bytes were expected.");
  return value;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

/** ISO 8601. */
export function timeOf(value: unknown): string {
  if (!(value instanceof Date)) throw new Error("The store gave no time where a time was expected.");
  return value.toISOString();
}

export function hex(value: unknown): string {
  return Buffer.from(bytesOf(value)).toString("hex");
}

export function unhex(text: string): Buffer {
  return Buffer.from(text, "hex");
}
