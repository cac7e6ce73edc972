import type { StateFile } from "../../../workspace/state/files.ts";
import { readDirectory } from "../../store/sections.ts";

type Ranges = ReadonlyMap<string, readonly [from: number, length: number]>;

/** Named sections of a file, each read when it is needed: a small question should not read a large graph. */
export class SectionFile {
  readonly #ranges: Ranges;
  readonly #read: StateFile["read"];
  readonly close: () => void;

  private constructor(file: StateFile, ranges: Ranges) {
    this.#ranges = ranges;
    this.#read = file.read;
    this.close = file.close;
  }

  /** Undefined if the file is damaged. */
  static over(file: StateFile): SectionFile | undefined {
    const ranges = readRanges(file);
    if (ranges) return new SectionFile(file, ranges);
    file.close();
    return undefined;
  }

  static inMemory(bytes: Uint8Array): SectionFile {
    const read = (from: number, length: number) => bytes.slice(from, from + length);
    const file = SectionFile.over({ size: bytes.length, read, close: () => {} });
    if (!file) throw new Error("Sections packed in memory cannot be damaged.");
    return file;
  }

  bytes(name: string): Uint8Array {
    const [from, length] = this.#rangeOf(name);
    return this.#whole(from, length);
  }

  part(name: string, from: number, to: number): Uint8Array {
    return this.#whole(this.#rangeOf(name)[0] + from, to - from);
  }

  numbers(name: string): Uint32Array {
    const { buffer, byteOffset, byteLength } = this.bytes(name);
    return new Uint32Array(buffer, byteOffset, byteLength / 4);
  }

  #text(name: string): string {
    return decoder.decode(this.bytes(name));
  }

  /** Texts that each end with NUL. */
  texts(name: string): string[] {
    return this.#text(name).split("\0").slice(0, -1);
  }

  #whole(from: number, length: number): Uint8Array {
    const bytes = this.#read(from, length);
    if (bytes.length !== length) throw new Error("The stored graph was cut off.");
    return bytes;
  }

  #rangeOf(name: string): readonly [number, number] {
    const range = this.#ranges.get(name);
    if (!range) throw new Error(`The stored graph has no section ${name}.`);
    return range;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function readRanges(file: StateFile): Ranges | undefined {
  try {
    const ranges = readDirectory(file.read);
    if (!ranges) return undefined;
    const end = Math.max(...[...ranges.values()].map(([from, length]) => from + length));
    return file.read(end - 1, 1).length === 1 ? ranges : undefined;
  } catch {
    return undefined;
  }
}
