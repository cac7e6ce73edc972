import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync, statSync } from "node:fs";
import { relative, sep } from "node:path";
import { sha256 } from "../../kernel/hash.ts";
import { isWithin } from "../paths/paths.ts";
import type { Stamp } from "./stamp.ts";

/** A text that is read instead of the file at its path. */
export interface OverlaidFile {
  readonly content: Buffer;
  /** Made from the content, so that a value cached for it is valid wherever the same text appears again. */
  readonly stamp: Stamp;
}

/**
 * Unsaved texts of an editor, by absolute path. Work that runs inside `withOverlay` reads them instead of the files
 * on disk, at any depth and through every cache; writers look at the disk alone.
 */
export class Overlay {
  readonly #files = new Map<string, OverlaidFile>();

  get size(): number {
    return this.#files.size;
  }

  set(absolute: string, text: string): void {
    const content = Buffer.from(text);
    this.#files.set(absolute, { content, stamp: stampOfContent(content) });
  }

  delete(absolute: string): void {
    this.#files.delete(absolute);
  }

  get(absolute: string): OverlaidFile | undefined {
    return this.#files.get(absolute);
  }

  /** What a folder holds of overlaid files, and of folders of theirs: they are listed before they are saved. */
  entriesIn(folder: string): Map<string, "file" | "folder"> {
    const found = new Map<string, "file" | "folder">();
    const start = folder.endsWith(sep) ? folder : `${folder}${sep}`;
    for (const path of this.#files.keys()) {
      if (!path.startsWith(start)) continue;
      const [name = "", ...below] = path.slice(start.length).split(sep);
      found.set(name, below.length === 0 ? "file" : "folder");
    }
    return found;
  }

  /** The files below a folder whose text differs from the disk, relative to it with "/". */
  unsavedBelow(folder: string): string[] {
    return [...this.#files].flatMap(([path, { content }]) => {
      const inside = isWithin(folder, path) && !isSaved(path, content);
      return inside ? [relative(folder, path).split(sep).join("/")] : [];
    });
  }
}

function isSaved(path: string, content: Buffer): boolean {
  try {
    return statSync(path).size === content.length && readFileSync(path).equals(content);
  } catch {
    return false;
  }
}

const current = new AsyncLocalStorage<Overlay>();
/** Most processes never use one, and then reading a file costs nothing more. */
let isUsed = false;

/** Runs work that reads unsaved texts before the disk. */
export function withOverlay<T>(overlay: Overlay, work: () => Promise<T>): Promise<T> {
  isUsed = true;
  return current.run(overlay, work);
}

/** The overlay of the running work; undefined when files are read as they are on disk. */
export function activeOverlay(): Overlay | undefined {
  return isUsed ? current.getStore() : undefined;
}

/** The unsaved text at an absolute path. */
export function overlaidFile(absolute: string): OverlaidFile | undefined {
  return activeOverlay()?.get(absolute);
}

/** No file has such times: they are digits of a hash, and long past, so that no cache takes them for racy. */
function stampOfContent(content: Buffer): Stamp {
  const hash = sha256(content);
  const digits = (from: number) => Number.parseInt(hash.slice(from, from + 9), 16);
  return { ino: -1 - digits(0), size: content.length, mtimeMs: digits(9) + 0.5, ctimeMs: digits(18) + 0.5 };
}
