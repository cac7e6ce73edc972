import { isUtf8 } from "node:buffer";
import { crc32, inflateRawSync } from "node:zlib";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { entryPath, refused, sourceLimits } from "./entry-names.ts";
import type { TreeFile } from "./tree.ts";

const endMark = 0x06054b50;
const centralMark = 0x02014b50;
const localMark = 0x04034b50;
const linkKind = 0xa000;
const folderKind = 0x4000;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  readonly mode: number;
}

/** The files of a zip archive. How many there are and what they unpack to is checked before anything is unpacked. */
export function readZip(input: Uint8Array): Result<TreeFile[]> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  try {
    const entries = readDirectory(bytes);
    return entries.ok ? unpackAll(bytes, entries.value) : entries;
  } catch {
    // Offsets that point outside the file, or data that does not inflate.
    return refused("it is not a zip archive, or damaged");
  }
}

function readDirectory(bytes: Buffer): Result<Entry[]> {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endMark) end--;
  if (end < 0 || end < bytes.length - 22 - 0xffff) return refused("it is not a zip archive, or damaged");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  // Folders are entries too, so a few more are fine than there may be files.
  if (count > 2 * sourceLimits.files) return refused(`it holds more than ${sourceLimits.files} files`);
  if (at === 0xffffffff) return refused(`it is larger than ${sourceLimits.bytes} bytes`);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== centralMark) return refused("it is not a zip archive, or damaged");
    const flags = bytes.readUInt16LE(at + 8);
    if (flags & 1) return refused("the archive is encrypted");
    const length = bytes.readUInt16LE(at + 28);
    const name = bytes.subarray(at + 46, at + 46 + length);
    if (!isUtf8(name)) return refused("a name in the archive is not UTF-8");
    entries.push({
      name: name.toString("utf8"),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      mode: bytes.readUInt32LE(at + 38) >>> 16,
    });
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return ok(entries);
}

function unpackAll(bytes: Buffer, entries: readonly Entry[]): Result<TreeFile[]> {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > sourceLimits.bytes)
    return refused(`it would unpack to ${total} bytes, and at most ${sourceLimits.bytes} are taken`);
  const files: TreeFile[] = [];
  for (const entry of entries) {
    const kind = entry.mode & 0xf000;
    if (kind === linkKind) return refused(`\`${entry.name}\` is a link, not a file`);
    const path = entryPath(entry.name);
    if (!path.ok) return fail(path.fault);
    if (entry.name.endsWith("/") || kind === folderKind) continue;
    const content = unpack(bytes, entry);
    if (content?.length !== entry.size || crc32(content) !== entry.crc) {
      return refused(`\`${entry.name}\` in the archive is damaged`);
    }
    if (files.length === sourceLimits.files) return refused(`it holds more than ${sourceLimits.files} files`);
    files.push({ path: path.value, content, executable: (entry.mode & 0o100) !== 0 });
  }
  return ok(files);
}

function unpack(bytes: Buffer, { offset, packed, size, method }: Entry): Buffer | undefined {
  if (bytes.readUInt32LE(offset) !== localMark) return undefined;
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const data = bytes.subarray(start, start + packed);
  if (method === 0) return data;
  // One byte more than promised is enough to know that the promise was false.
  return method === 8 ? inflateRawSync(data, { maxOutputLength: Math.max(1, size + 1) }) : undefined;
}
