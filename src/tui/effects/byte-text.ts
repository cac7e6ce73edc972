import { isUtf8 } from "node:buffer";

/**
 * Decodes bytes so that encoding them again gives exactly the same bytes. A byte that is not UTF-8 becomes a lone
 * surrogate (U+DC80 to U+DCFF), which valid text never contains: editing one line must not damage another.
 */
export function decodeBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString("utf8");
  const parts: string[] = [];
  let valid = 0; // start of the valid bytes not decoded yet
  for (let at = 0; at < buffer.length; ) {
    const length = sequenceLength(buffer, at);
    if (length === 0) {
      parts.push(buffer.toString("utf8", valid, at), String.fromCharCode(0xdc00 + buffer.readUInt8(at)));
      valid = at + 1;
    }
    at += length || 1;
  }
  parts.push(buffer.toString("utf8", valid));
  return parts.join("");
}

export function encodeText(text: string): Buffer {
  const parts = text.split(/((?<![\ud800-\udbff])[\udc80-\udcff])/);
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 0 ? Buffer.from(part, "utf8") : Buffer.from([part.charCodeAt(0) - 0xdc00]),
    ),
  );
}

/** How many bytes the character takes; 0 when the bytes are not valid UTF-8. */
function sequenceLength(buffer: Buffer, at: number): number {
  const first = buffer.readUInt8(at);
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return isUtf8(buffer.subarray(at, at + length)) ? length : 0;
}
