import { isUtf8 } from "node:buffer";

const replacement = "\ufffd";

/**
 * Where the bytes stop being UTF-8; undefined when they never do. `text` is their lossy decoding: a
 * replacement character that is not in the bytes marks the place.
 */
export function firstInvalidByte(bytes: Buffer, text: string): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    const isGenuine = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!isGenuine) return offset;
    offset += 3;
    from = at + 1;
  }
  return undefined;
}
