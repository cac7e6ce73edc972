import { fail, ok, type Result } from "../../kernel/result.ts";
import { entryPath, refused, sourceLimits } from "./entry-names.ts";
import type { TreeFile } from "./tree.ts";

const block = 512;
/** A record of the tar format about the next file, such as its long name. */
const maxRecordBytes = 64 * 1024;

interface Header {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly mode: number;
}

/** The files of a tar archive (ustar, pax, GNU long names). Links and devices refuse the whole archive. */
export function readTar(bytes: Uint8Array): Result<TreeFile[]> {
  const files: TreeFile[] = [];
  let longName: string | undefined;
  for (let at = 0; at + block <= bytes.length; ) {
    const header = readHeader(bytes.subarray(at, at + block));
    if (header === "end") break;
    if (header === undefined) return refused("it is not a tar archive, or damaged");
    const start = at + block;
    const content = bytes.subarray(start, start + header.size);
    if (content.length < header.size) return refused("the archive ends in the middle of a file");
    at = start + Math.ceil(header.size / block) * block;
    const { type } = header;
    if (files.length >= sourceLimits.files && type !== "5")
      return refused(`it holds more than ${sourceLimits.files} files`);
    if ((type === "x" || type === "L" || type === "g") && header.size > maxRecordBytes)
      return refused(`a record about a file in it is larger than ${maxRecordBytes} bytes`);
    if (type === "x" || type === "L") longName = type === "x" ? paxPath(content, longName) : textOf(content);
    else if (type === "0" || type === "") {
      const path = entryPath(plainName(longName ?? header.name));
      if (!path.ok) return fail(path.fault);
      files.push({ path: path.value, content, executable: (header.mode & 0o100) !== 0 });
      longName = undefined;
    } else if (type === "5") longName = undefined;
    else if (type !== "g") return refused(`\`${longName ?? header.name}\` is a link or device, not a file`);
  }
  return ok(files);
}

function readHeader(bytes: Uint8Array): Header | "end" | undefined {
  if (bytes.every((byte) => byte === 0)) return "end";
  const size = octal(bytes, 124, 12);
  const mode = octal(bytes, 100, 8);
  const sum = bytes.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (size === undefined || mode === undefined || octal(bytes, 148, 8) !== sum) return undefined;
  const isUstar = textOf(bytes.subarray(257, 262)) === "ustar";
  const prefix = isUstar ? textOf(bytes.subarray(345, 500)) : "";
  const name = textOf(bytes.subarray(0, 100));
  const type = textOf(bytes.subarray(156, 157));
  return { name: prefix === "" ? name : `${prefix}/${name}`, size, type, mode };
}

/** `./a` is how tar names what is in the current folder. */
function plainName(name: string): string {
  return name.replace(/^(?:\.\/)+/, "");
}

/** Records of `<length> key=value\n`; only the path matters here, and it may hold line breaks. */
function paxPath(content: Uint8Array, before: string | undefined): string | undefined {
  const bytes = Buffer.from(content);
  let path = before;
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.toString("latin1", at, at + 8), 10);
    if (!(length > 0)) break;
    const record = bytes.toString("utf8", at, at + length - 1);
    const start = record.indexOf(" ") + 1;
    if (record.startsWith("path=", start)) path = record.slice(start + "path=".length);
    at += length;
  }
  return path;
}

function octal(bytes: Uint8Array, start: number, length: number): number | undefined {
  const text = textOf(bytes.subarray(start, start + length)).trim();
  return /^[0-7]{0,12}$/.test(text) ? Number.parseInt(text || "0", 8) : undefined;
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString("utf8");
}
