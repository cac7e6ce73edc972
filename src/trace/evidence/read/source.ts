import { nestsDeeperThan } from "../../../kernel/json.ts";
import { limits } from "./limits.ts";

/** The text of a report, decoded only as far as its reader needs it. */
export interface ReportSource {
  /** The first characters, to tell formats apart. */
  readonly head: string;
  readonly bytes: number;
  /** All of it. */
  readonly text: () => string;
  /** Line by line, without line ends; memory does not grow with the file. */
  readonly lines: () => Iterable<string>;
  /** In pieces that end anywhere, for formats whose lines are too many to be made one by one. */
  readonly pieces: () => Iterable<string>;
}

const headBytes = 64 * 1024;

/** UTF-8 unless a byte order mark says UTF-16. Undefined for bytes that are not text. */
export function openSource(bytes: Uint8Array): ReportSource | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return undefined;
  const decode = (part: Uint8Array) => new TextDecoder(encoding).decode(part);
  if (encoding !== "utf-8") {
    const text = decode(bytes);
    return {
      head: text.slice(0, headBytes),
      bytes: bytes.length,
      text: () => text,
      lines: () => linesOf([text]),
      pieces: () => [text],
    };
  }
  return {
    head: decode(bytes.subarray(0, headBytes)),
    bytes: bytes.length,
    text: () => decode(bytes),
    lines: () => linesOf(piecesOf(bytes)),
    pieces: () => piecesOf(bytes),
  };
}

/** The value of JSON text; a sentence when it cannot be read. */
export function parseJson(source: ReportSource): { readonly value: unknown } | string {
  const text = source.text();
  if (nestsDeeperThan(limits.depth, text)) return `it nests deeper than ${limits.depth} levels`;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return "it is not valid JSON: the file may be cut off";
  }
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return bytes.includes(0) ? undefined : "utf-8";
}

/** Decoded in pieces of this size: one call for each line takes ten times as long. */
const pieceBytes = 64 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; from += pieceBytes)
    yield decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true });
  yield decoder.decode();
}

function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest = "";
  for (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield withoutReturn(line);
  }
  if (rest !== "") yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
