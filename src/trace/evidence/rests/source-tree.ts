import { languageFor } from "../../../code/languages/registry.ts";
import { sha256 } from "../../../kernel/hash.ts";
import { sortedBy } from "../../../kernel/order.ts";
import { readText } from "../../../workspace/files/files.ts";
import type { StampCache } from "../../../workspace/files/stamp-cache.ts";
import type { WorkspacePath } from "../../../workspace/paths/paths.ts";
import type { Workspace } from "../../../workspace/paths/root.ts";
import type { WalkEntry } from "../../../workspace/walk/walk.ts";
import type { FileHashes } from "../../sources/cache.ts";
import { findEntry } from "../../sources/entries.ts";
import { hashOfFile, readSymbols, type SourceSymbol } from "../../sources/symbols.ts";
import { codeHash } from "../../tests/hash.ts";
import type { DiscoveredTest } from "../../tests/model.ts";
import { readSyntax } from "../../tests/syntax.ts";
import { importsIn } from "./imports.ts";
import { Packages } from "./packages.ts";

const maxFileBytes = 1_048_576;
/** A test that reaches more files than this rests on the whole tree. */
const maxReached = 2_000;
/** A larger tree is compared by the text of its files, so that a comment counts as a change. */
const maxParsed = 5_000;

/** The tests in a file. */
export type TestsOfFile = (path: string) => readonly DiscoveredTest[];

/** The source files of a workspace with their hashes. Each file is read and parsed at most once. */
export class SourceTree {
  readonly #workspace: Workspace;
  readonly #entries: readonly WalkEntry[];
  readonly #texts = new Map<string, string | undefined>();
  readonly #hashes = new Map<string, FileHashes>();
  readonly #cache: StampCache<FileHashes> | undefined;
  readonly #reached = new Map<string, readonly string[] | undefined>();
  readonly #testsIn: TestsOfFile;
  readonly #packages: Packages;
  #byPath: ReadonlyMap<string, WalkEntry> | undefined;
  readonly #current: SourceTree | undefined;
  /** The stamps of the entries are older than this. */
  readonly #startedAt = Date.now();
  #tree: string | undefined;
  #treeDigest: Promise<string> | undefined;

  /**
   * `tests` are those of the workspace, to tell what is around them in their files. `cache` has the hashes of files
   * that have not changed since an earlier call; `current` is the tree that has all texts but those of this one.
   */
  constructor(
    workspace: Workspace,
    entries: readonly WalkEntry[],
    tests: readonly DiscoveredTest[] | TestsOfFile,
    { cache, current }: { readonly cache?: StampCache<FileHashes>; readonly current?: SourceTree } = {},
  ) {
    this.#workspace = workspace;
    this.#cache = cache;
    this.#current = current;
    this.#testsIn = typeof tests === "function" ? tests : byFile(tests);
    this.#entries = entries;
    this.#packages = new Packages({
      files: () => this.files,
      text: (path) => this.text(path),
    });
  }

  /** The same tree with other texts for some files: what was there before a branch. Undefined for files that it added. */
  before(
    texts: ReadonlyMap<WorkspacePath, string | undefined>,
    tests: readonly DiscoveredTest[],
  ): SourceTree {
    const entries = this.#entries.filter(({ path }) => !texts.has(path));
    for (const [path, text] of texts)
      if (text !== undefined)
        entries.push({ path, kind: "file", size: text.length, mtimeMs: 0, ctimeMs: 0, ino: 0 });
    const sorted = sortedBy(entries, ({ path }) => path);
    const tree = new SourceTree(this.#workspace, sorted, tests, { current: this });
    for (const [path, text] of texts) tree.#texts.set(path, text);
    return tree;
  }

  get files(): Iterable<string> {
    return this.#entries.map(({ path }) => path);
  }

  /** Files of a language that is indexed. */
  get sourceFiles(): string[] {
    return this.#entries.flatMap(({ path }) => (languageFor(path, "") === undefined ? [] : [path])).sort();
  }

  /** Asked for many names that do not exist, when imports are followed. */
  has(path: string): boolean {
    this.#byPath ??= new Map(this.#entries.map((entry) => [entry.path, entry]));
    return this.#byPath.has(path);
  }

  mtimeMs(path: string): number {
    return this.#entry(path)?.mtimeMs ?? 0;
  }

  async text(path: string): Promise<string | undefined> {
    if (this.#texts.has(path)) return this.#texts.get(path);
    if (this.#current !== undefined) return this.#current.text(path);
    const entry = this.#entry(path);
    const file = entry && (await readText(this.#workspace, entry.path, { maxBytes: maxFileBytes }));
    const text = file?.ok === true && !file.value.text.includes("\0") ? file.value.text : undefined;
    this.#texts.set(path, text);
    return text;
  }

  /** Of the text without regard to line endings: equal digests need no parsing. The empty path is the whole tree. */
  async digest(path: string): Promise<string | undefined> {
    if (path === "") {
      this.#treeDigest ??= this.#readTreeDigest();
      return this.#treeDigest;
    }
    const known = this.#hashesOf(path);
    if (!("digest" in known)) {
      const text = await this.text(path);
      known.digest = text === undefined ? undefined : sha256(text.replaceAll("\r\n", "\n")).slice(0, 16);
    }
    return known.digest;
  }

  /** Of the tokens of a whole file; undefined if it does not exist. */
  async fileHash(path: string): Promise<string | undefined> {
    const known = this.#hashesOf(path);
    if (known.file !== undefined) return known.file;
    const text = await this.text(path);
    if (text !== undefined) known.file = await hashOfFile(path, text);
    return known.file;
  }

  async symbols(path: string): Promise<readonly SourceSymbol[]> {
    const known = this.#hashesOf(path);
    known.symbols ??= await this.#readSymbols(path);
    return known.symbols;
  }

  /** What is known of a file as it is now. Hashes of an older text are never among it: the stamp is another. */
  #hashesOf(path: string): FileHashes {
    const known = this.#hashes.get(path);
    if (known !== undefined) return known;
    if (this.#current !== undefined && !this.#texts.has(path)) return this.#current.#hashesOf(path);
    const entry = this.#entry(path);
    const cached = entry && this.#cache?.get(path, entry);
    const hashes = cached ?? {};
    this.#hashes.set(path, hashes);
    if (entry !== undefined && cached === undefined) {
      const { ino, size, mtimeMs, ctimeMs } = entry;
      this.#cache?.set(path, { ino, size, mtimeMs, ctimeMs }, hashes, this.#startedAt);
    }
    return hashes;
  }

  /**
   * The hash of an item of `rests_on`: `file`, `file#symbol`, `file#` (what is around the tests of a file: helpers,
   * hooks, imports), or the whole tree (the empty text).
   */
  async itemHash(item: string): Promise<string | undefined> {
    if (item === "") return this.treeHash();
    const end = item.indexOf("#");
    if (end < 0) return this.fileHash(item);
    const name = item.slice(end + 1);
    if (name === "") return this.#hashAroundTests(item.slice(0, end));
    const hashes = (await this.symbols(item.slice(0, end))).filter((symbol) => symbol.name === name);
    return hashes.length === 0 ? undefined : joined(hashes.map(({ hash }) => hash));
  }

  /** The files that a file reaches by imports, without itself; undefined where its language gives no paths. */
  async reached(path: string): Promise<readonly string[] | undefined> {
    if (this.#reached.has(path)) return this.#reached.get(path);
    const seen = new Set([path]);
    let isKnown = true;
    for (const file of seen) {
      const text = (await this.text(file)) ?? "";
      const imports =
        importsIn(file, text, (candidate) => this.has(candidate)) ??
        (await this.#packages.importsOf(file, text));
      if (imports === undefined || seen.size > maxReached) {
        isKnown = false;
        break;
      }
      for (const each of imports) seen.add(each);
    }
    seen.delete(path);
    const reached = isKnown ? [...seen].sort() : undefined;
    this.#reached.set(path, reached);
    return reached;
  }

  /** Of the tokens of all source files together; of their texts where parsing all of them would take too long. */
  async treeHash(): Promise<string> {
    if (this.#tree !== undefined) return this.#tree;
    const files = this.sourceFiles;
    const isParsed = files.length <= maxParsed;
    const lines: string[] = [];
    for (const path of files)
      lines.push(`${path} ${(await (isParsed ? this.fileHash(path) : this.digest(path))) ?? ""}`);
    this.#tree = `c1:${sha256(lines.join("\n")).slice(0, 12)}`;
    return this.#tree;
  }

  /** Of the texts of all source files: equal digests need no parsing. */
  async #readTreeDigest(): Promise<string> {
    const lines: string[] = [];
    for (const path of this.sourceFiles) lines.push(`${path} ${(await this.digest(path)) ?? ""}`);
    return sha256(lines.join("\n")).slice(0, 16);
  }

  async #hashAroundTests(path: string): Promise<string | undefined> {
    const known = this.#hashesOf(path);
    if (!("aroundTests" in known)) known.aroundTests = await this.#readAroundTests(path);
    return known.aroundTests;
  }

  async #readAroundTests(path: string): Promise<string | undefined> {
    const text = await this.text(path);
    const syntax = text === undefined ? undefined : await readSyntax(path, text);
    if (syntax === undefined) return this.fileHash(path);
    const ranges = this.#testsIn(path).map(({ range }) => range);
    const tokens = syntax.tokens.filter(
      ({ from, to }) => !ranges.some((range) => range.from <= from && to <= range.to),
    );
    return codeHash({ text: syntax.text, tokens }, { from: 0, to: syntax.text.length });
  }

  #entry(path: string): WalkEntry | undefined {
    return this.#byPath === undefined ? findEntry(this.#entries, path) : this.#byPath.get(path);
  }

  async #readSymbols(path: string): Promise<readonly SourceSymbol[]> {
    const text = await this.text(path);
    const symbols = text === undefined ? [] : await readSymbols(path, text);
    return symbols.filter(({ isLocal }) => !isLocal);
  }
}

/** Overloads have one name: together they are one item. */
function joined(hashes: readonly string[]): string {
  const [first = ""] = hashes;
  return hashes.length === 1 ? first : `c1:${sha256(hashes.join(" ")).slice(0, 12)}`;
}

export function pathOfItem(item: string): string {
  const end = item.indexOf("#");
  return end < 0 ? item : item.slice(0, end);
}

function byFile(tests: readonly DiscoveredTest[]): TestsOfFile {
  let files: Map<string, DiscoveredTest[]> | undefined;
  return (path) => {
    files ??= grouped(tests);
    return files.get(path) ?? [];
  };
}

function grouped(tests: readonly DiscoveredTest[]): Map<string, DiscoveredTest[]> {
  const files = new Map<string, DiscoveredTest[]>();
  for (const test of tests) {
    const known = files.get(test.file);
    if (known === undefined) files.set(test.file, [test]);
    else known.push(test);
  }
  return files;
}
