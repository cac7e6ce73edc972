import { isUtf8 } from "node:buffer";

const replacement = "\ufffd";

/** Why bytes are not UTF-8 text. */
export interface Utf8Error {
  /** The position of the first invalid byte. */
  readonly offset: number;
  /** The line of that byte, 1-based. */
  readonly line: number;
  /** A sentence without its subject, which is the file. */
  readonly message: string;
  /** False for a binary file: the bytes are not text in any encoding that contains ASCII. */
  readonly isText: boolean;
}

/** Why the bytes are not UTF-8; undefined when they are. `text` is their lossy decoding. */
export function findUtf8Error(bytes: Buffer, text: string): Utf8Error | undefined {
  const offset = firstInvalidByte(bytes, text);
  if (offset === undefined) return undefined;
  const line = bytes.toString("utf8", 0, offset).split(/\r\n?|\n/).length;
  const isText = !bytes.includes(0);
  const isUtf16 = !isText && /^(?:fffe|feff)$/.test(bytes.toString("hex", 0, 2));
  if (isUtf16) return { offset, line, isText, message: "is UTF-16, not UTF-8 text." };
  const byte = `byte ${offset} (0x${bytes.toString("hex", offset, offset + 1).toUpperCase()}, on line ${line})`;
  return { offset, line, isText, message: `is not UTF-8 text: ${byte} is invalid.` };
}

/**
 * The position of the first byte that is not UTF-8; undefined when all are. `text` is the lossy decoding: a
 * replacement character that is not in the bytes marks the position.
 */
function firstInvalidByte(bytes: Buffer, text: string): number | undefined {
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
