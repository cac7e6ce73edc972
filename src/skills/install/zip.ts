import { isUtf8 } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { entryPath, refused, sourceLimits } from "./entry-names.ts";
import type { TreeFile } from "./tree.ts";

const linkKind = 0xa000;
const folderKind = 0x4000;

/** The files of a zip archive. Their number and unpacked size are checked before anything is unpacked. */
export async function readZip(bytes: Uint8Array): Promise<Result<TreeFile[]>> {
  try {
    const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Names are checked below, by our own rules.
    const zip = await fromBufferPromise(input, { lazyEntries: true, decodeStrings: false });
    const entries = await readDirectory(zip);
    return entries.ok ? await unpackAll(zip, entries.value) : entries;
  } catch {
    return refused("it is not a zip archive, or damaged");
  }
}

async function readDirectory(zip: ZipFile): Promise<Result<Entry[]>> {
  // Folders are entries too, so there may be more entries than files.
  if (zip.entryCount > 2 * sourceLimits.files) return refused(`it has more than ${sourceLimits.files} files`);
  const entries: Entry[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) return refused("the archive is encrypted");
    if (!isUtf8(entry.fileNameRaw)) return refused("a name in the archive is not UTF-8");
    total += entry.uncompressedSize;
    entries.push(entry);
  }
  if (total > sourceLimits.bytes)
    return refused(`it would unpack to ${total} bytes, and the limit is ${sourceLimits.bytes}`);
  return ok(entries);
}

async function unpackAll(zip: ZipFile, entries: readonly Entry[]): Promise<Result<TreeFile[]>> {
  const files: TreeFile[] = [];
  for (const entry of entries) {
    const name = entry.fileNameRaw.toString("utf8");
    const mode = entry.externalFileAttributes >>> 16;
    const kind = mode & 0xf000;
    if (kind === linkKind) return refused(`\`${name}\` is a link, not a file`);
    const path = entryPath(name);
    if (!path.ok) return fail(path.fault);
    if (name.endsWith("/") || kind === folderKind) continue;
    if (files.length === sourceLimits.files) return refused(`it has more than ${sourceLimits.files} files`);
    const content = await unpack(zip, entry);
    if (content === undefined) return refused(`\`${name}\` in the archive is damaged`);
    files.push({ path: path.value, content, executable: (mode & 0o100) !== 0 });
  }
  return ok(files);
}

/** The bytes of a file; undefined if they do not match the archive's directory. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer | undefined> {
  try {
    // The stream fails as soon as there are more bytes than the directory declares.
    const content = await buffer(await zip.openReadStreamPromise(entry));
    return crc32(content) === entry.crc32 ? content : undefined;
  } catch {
    return undefined;
  }
}
