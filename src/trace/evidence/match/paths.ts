import { fileURLToPath } from "node:url";

const maxKnown = 100_000;

/** Finds the files of the workspace that a path of a report can mean. Nothing is opened; a path is only compared. */
export class FileIndex {
  readonly #byName = new Map<string, { path: string; parts: string[] }[]>();
  readonly #root: string;
  /** Reports name the same file for many tests. */
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** `root` is the absolute path of the workspace, for reports of this machine. */
  constructor(files: Iterable<string>, root = "") {
    this.#root = `${root.replaceAll("\\", "/")}/`;
    for (const path of new Set(files)) {
      const parts = path.split("/");
      const name = parts.at(-1) ?? "";
      const entry = { path, parts };
      const known = this.#byName.get(name);
      if (known === undefined) this.#byName.set(name, [entry]);
      else known.push(entry);
    }
  }

  /**
   * The files whose path has the longest common tail with the reported one: `/app/test/x.ts` (a container),
   * `C:\w\test\x.ts` and `test/x.ts` all mean `test/x.ts`. Several files are an ambiguity, which `near`, the folder of
   * the report, can resolve.
   */
  find(reported: string, near = ""): ReadonlySet<string> {
    const key = near === "" ? reported : `${near}\0${reported}`;
    const known = this.#known.get(key) ?? new Set(this.#search(reported, near));
    if (this.#known.size < maxKnown) this.#known.set(key, known);
    return known;
  }

  #search(reported: string, near: string): string[] {
    const path = slashed(reported);
    const inside = path.startsWith(this.#root) && this.#root !== "/" ? path.slice(this.#root.length) : path;
    const parts = inside.split("/").filter((part) => part !== "" && part !== ".");
    const named = this.#byName.get(parts.at(-1) ?? "") ?? [];
    const exact = named.find((file) => file.path === inside);
    if (exact !== undefined && inside !== path) return [exact.path];
    const tails = named.map((file) => ({ file, length: commonTail(file.parts, parts) }));
    const longest = Math.max(0, ...tails.map(({ length }) => length));
    const best = tails.filter(({ length }) => length === longest).map(({ file }) => file);
    // A file that the reported path names whole is meant before one in a deeper folder.
    const whole = best.filter((file) => file.parts.length === longest);
    return nearest(whole.length > 0 && near === "" ? whole : best, near).map((file) => file.path);
  }
}

/** Of several packages of a monorepo the one that holds the report. */
function nearest<F extends { readonly parts: readonly string[] }>(files: F[], near: string): F[] {
  if (files.length < 2 || near === "") return files;
  const folder = near.split("/");
  const shared = files.map(({ parts }) => {
    const at = parts.findIndex((part, index) => part !== folder[index]);
    return at < 0 ? parts.length : at;
  });
  const most = Math.max(...shared);
  return files.filter((_, index) => shared[index] === most);
}

export function commonTail(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

function slashed(reported: string): string {
  const path = reported.startsWith("file://") ? pathOfUrl(reported) : reported;
  return path.replaceAll("\\", "/");
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url.slice("file://".length);
  }
}
