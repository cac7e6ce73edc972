import { isUtf8 } from "node:buffer";

/**
 * The text of a file, without a byte order mark; undefined when the bytes are not text. UTF-8 and UTF-16 (by
 * its mark) are read as such; other text without NUL bytes is taken for Windows-1252, so that an old Latin
 * file stays searchable.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) return undefined;
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  return hasControls(bytes) ? undefined : new TextDecoder("windows-1252").decode(bytes);
}

/** Control characters that no text file holds, in more than one of fifty bytes. */
function hasControls(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 8192);
  let controls = 0;
  for (const byte of sample)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12) controls++;
  return controls * 50 > sample.length;
}
