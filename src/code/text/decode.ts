import { isUtf8 } from "node:buffer";

/** A file's text, and the same as UTF-8. */
export interface DecodedText {
  readonly text: string;
  readonly utf8: Uint8Array;
}

/**
 * The text of a file, without a byte order mark; undefined when the bytes are not text. UTF-8 and UTF-16 (by
 * its mark) are read as such; other text without NUL bytes is taken for Windows-1252, so that an old Latin
 * file stays searchable.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return encoded(new TextDecoder("utf-16le").decode(bytes));
  if (first === 0xfe && second === 0xff) return encoded(new TextDecoder("utf-16be").decode(bytes));
  if (bytes.includes(0)) return undefined;
  if (isUtf8(bytes)) {
    const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
    return { text: utf8.decode(bytes), utf8: isMarked ? bytes.subarray(3) : bytes };
  }
  return hasControls(bytes) ? undefined : encoded(new TextDecoder("windows-1252").decode(bytes));
}

/** Whether the bytes of a file are its text as UTF-8: no mark, no other encoding, nothing binary. */
export function isTextItself(bytes: Uint8Array): boolean {
  return bytes[0] !== 0xef && !bytes.includes(0) && isUtf8(bytes);
}

const utf8 = new TextDecoder();

function encoded(text: string): DecodedText {
  return { text, utf8: new TextEncoder().encode(text) };
}

/** Control characters that no text file holds, in more than one of fifty bytes. */
function hasControls(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 8192);
  let controls = 0;
  for (const byte of sample)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12) controls++;
  return controls * 50 > sample.length;
}
