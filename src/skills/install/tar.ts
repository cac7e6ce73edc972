import { unpackTar } from "modern-tar";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { entryPath, refused, sourceLimits } from "./entry-names.ts";
import type { TreeFile } from "./tree.ts";

const block = 512;
/** A record of the tar format about the next file, such as its long name. */
const maxRecordBytes = 64 * 1024;

type Entries = Awaited<ReturnType<typeof unpackTar>>;

/** The files of a tar archive (ustar, pax, GNU long names). Links and devices refuse the whole archive. */
export async function readTar(bytes: Uint8Array): Promise<Result<TreeFile[]>> {
  const entries = await unpack(bytes);
  return entries.ok ? filesOf(entries.value, bytes) : entries;
}

async function unpack(bytes: Uint8Array): Promise<Result<Entries>> {
  let files = 0;
  const tooMany = new Error("too many files");
  try {
    const filter = ({ type }: { type?: string }) => {
      if (type !== "directory" && ++files > sourceLimits.files) throw tooMany;
      return true;
    };
    return ok(await unpackTar(bytes, { strict: true, filter }));
  } catch (error) {
    if (error === tooMany) return refused(`it has more than ${sourceLimits.files} files`);
    return refused("it is not a tar archive, or damaged");
  }
}

function filesOf(entries: Entries, bytes: Uint8Array): Result<TreeFile[]> {
  if (recordBytes(entries, bytes) > maxRecordBytes * (entries.length + 1))
    return refused(`a record about a file in it is larger than ${maxRecordBytes} bytes`);
  const files: TreeFile[] = [];
  for (const { header, data } of entries) {
    if (header.type === "directory") continue;
    if (header.type !== "file") return refused(`\`${header.name}\` is a link or device, not a file`);
    const path = entryPath(plainName(header.name));
    if (!path.ok) return fail(path.fault);
    const executable = ((header.mode ?? 0) & 0o100) !== 0;
    files.push({ path: path.value, content: data ?? new Uint8Array(), executable });
  }
  return ok(files);
}

/** The size of the archive without its files, their headers and the zeros at its end. */
function recordBytes(entries: Entries, bytes: Uint8Array): number {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return entries.reduce((rest, { header }) => rest - block - Math.ceil(header.size / block) * block, end);
}

/** tar names a file in the current folder `./a`. */
function plainName(name: string): string {
  return name.replace(/^(?:\.\/)+/, "");
}
