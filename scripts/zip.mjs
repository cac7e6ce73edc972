import { crc32, deflateRawSync } from "node:zlib";

/** The first day that the format can express, so that the same files give the same bytes. */
const day = (1 << 5) | 1;

/** A zip archive of files by name. Reproducible: sorted, without times. */
export function zip(files) {
  const names = Object.keys(files).sort();
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const name of names) {
    const content = Buffer.from(files[name]);
    const packed = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    // Version 2.0, names in UTF-8, deflated.
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(day, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from("PK\u0003\u0004"), fields, path, packed);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002"), Buffer.from([20, 3]), fields, entry, path);
    offset += 30 + path.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
