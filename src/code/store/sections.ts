/**
 * A file of named byte ranges: 8 bytes of magic, 4 of the directory's length, the directory as JSON, then the
 * ranges, each on an 8-byte boundary so that typed arrays can view them without a copy.
 */
export type Sections = ReadonlyMap<string, Uint8Array>;

const magic = "HEWTOSG1";

export function packSections(parts: ReadonlyMap<string, ArrayBufferView>): Uint8Array {
  const pieces = sectionParts(parts);
  const packed = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    packed.set(piece, at);
    at += piece.length;
  }
  return packed;
}

/** The same in pieces, to be written one after the other. */
export function sectionParts(parts: ReadonlyMap<string, ArrayBufferView>): Uint8Array[] {
  const ranges: Record<string, [number, number]> = {};
  let size = 0;
  for (const [name, view] of parts) {
    ranges[name] = [size, view.byteLength];
    size = align(size + view.byteLength);
  }
  const directory = new TextEncoder().encode(JSON.stringify(ranges));
  const head = new Uint8Array(align(12 + directory.length));
  head.set(new TextEncoder().encode(magic));
  new DataView(head.buffer).setUint32(8, directory.length, true);
  head.set(directory, 12);
  const views = [...parts.values()].flatMap(({ buffer, byteOffset, byteLength }) => [
    new Uint8Array(buffer, byteOffset, byteLength),
    new Uint8Array(align(byteLength) - byteLength),
  ]);
  return [head, ...views];
}

/** Undefined when the bytes are not such a file, or were cut off. */
export function readSections(bytes: Uint8Array): Sections | undefined {
  if (bytes.length < 12 || decode(bytes.subarray(0, 8)) !== magic) return undefined;
  // Typed arrays need an aligned start; a small file may lie anywhere in Node's pool.
  const packed = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(8, true);
  const base = align(12 + length);
  if (base > packed.length) return undefined;
  const ranges: unknown = JSON.parse(decode(packed.subarray(12, 12 + length)));
  const sections = new Map<string, Uint8Array>();
  for (const [name, range] of Object.entries(ranges ?? {})) {
    const [from, size] = Array.isArray(range) ? range : [];
    if (!isPlace(from) || !isPlace(size) || base + from + size > packed.length) return undefined;
    sections.set(name, packed.subarray(base + from, base + from + size));
  }
  return sections;
}

/** The ranges alone, of a file that is to be read piece by piece; undefined when it is not such a file. */
export function readDirectory(
  read: (from: number, length: number) => Uint8Array,
): ReadonlyMap<string, readonly [from: number, length: number]> | undefined {
  const head = read(0, 12);
  if (head.length < 12 || decode(head.subarray(0, 8)) !== magic) return undefined;
  const length = new DataView(head.buffer, head.byteOffset).getUint32(8, true);
  const base = align(12 + length);
  const ranges: unknown = JSON.parse(decode(read(12, length)));
  const sections = new Map<string, readonly [number, number]>();
  for (const [name, range] of Object.entries(ranges ?? {})) {
    const [from, size] = Array.isArray(range) ? range : [];
    if (!isPlace(from) || !isPlace(size)) return undefined;
    sections.set(name, [base + from, size]);
  }
  return sections;
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function section(sections: Sections, name: string): Uint8Array {
  const bytes = sections.get(name);
  if (!bytes) throw new Error(`The index has no section ${name}.`);
  return bytes;
}

export function uint32s(sections: Sections, name: string): Uint32Array {
  const bytes = section(sections, name);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

export function uint16s(sections: Sections, name: string): Uint16Array {
  const bytes = section(sections, name);
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
}

export function float64s(sections: Sections, name: string): Float64Array {
  const bytes = section(sections, name);
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
}

function align(size: number): number {
  return Math.ceil(size / 8) * 8;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
