import { createHash } from "node:crypto";
import type { SourceSymbol } from "../../sources/symbols.ts";
import { linesOfRanges } from "../executed-lines/v8.ts";
import { FileIndex } from "../match/paths.ts";
import type { FileCoverage, ReportNote, TestReference } from "../model.ts";
import type { SourceTree } from "./source-tree.ts";

/** What a coverage report says about one file of the workspace, in a compact form. */
interface CoveredFile {
  readonly path: string;
  readonly hit: readonly number[];
  readonly missed: readonly number[];
  readonly coverage: Pick<FileCoverage, "byTest" | "lineDigests" | "ranges">;
}

/** Symbols of a file with and without hits in a whole run. */
export interface SymbolHitsOfFile {
  readonly file: string;
  readonly hit: Readonly<Record<string, string>>;
  readonly missed: Readonly<Record<string, string>>;
}

export interface ExecutedByTest {
  readonly test: TestReference;
  /** Items of `rests_on` with their hashes. */
  readonly items: ReadonlyMap<string, string>;
}

/** Collects coverage of files of the workspace; other files are left out. */
export class CoverageCollector {
  readonly #index: FileIndex;
  readonly #files: CoveredFile[] = [];

  constructor(tree: SourceTree, root: string) {
    this.#index = new FileIndex(tree.files, root);
  }

  readonly visit = ({ file, lines, byTest, lineDigests, ranges }: FileCoverage): void => {
    const [path, ...others] = this.#index.find(file);
    if (path === undefined || others.length > 0) return;
    const hit: number[] = [];
    const missed: number[] = [];
    for (const [line, count] of lines) (count > 0 ? hit : missed).push(line);
    this.#files.push({ path, hit, missed, coverage: { byTest, lineDigests, ranges } });
  };

  /** Lines become symbols. A file whose coverage does not fit its text is dropped and noted. */
  async finish(
    tree: SourceTree,
  ): Promise<{ files: SymbolHitsOfFile[]; byTest: ExecutedByTest[]; notes: ReportNote[] }> {
    const files = new Map<string, { hit: Record<string, string>; missed: Record<string, string> }>();
    const byTest: ExecutedByTest[] = [];
    const notes: ReportNote[] = [];
    for (const file of this.#files) {
      const lines = await fittingLines(file, tree);
      if (lines === undefined) {
        const message = `The coverage of ${file.path} does not fit the file, and is left out.`;
        notes.push({ rule: "coverage-dropped", message });
        continue;
      }
      const symbols = await tree.symbols(file.path);
      const known = files.get(file.path) ?? { hit: {}, missed: {} };
      files.set(file.path, known);
      addHits(known, symbols, lines.hit, lines.missed);
      for (const { test, lines: executed } of file.coverage.byTest ?? []) {
        byTest.push({ test, items: await itemsOf(file.path, symbols, executed, tree) });
      }
    }
    return { files: [...files].map(([file, hits]) => ({ file, ...hits })), byTest, notes };
  }
}

async function fittingLines(
  file: CoveredFile,
  tree: SourceTree,
): Promise<{ hit: readonly number[]; missed: readonly number[] } | undefined> {
  const text = await tree.text(file.path);
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/);
  const { ranges, lineDigests } = file.coverage;
  if (ranges !== undefined) {
    const hits = linesOfRanges(text, ranges);
    if (hits === undefined) return undefined;
    const all = [...hits];
    return {
      hit: all.filter(([, count]) => count > 0).map(([line]) => line),
      missed: all.filter(([, count]) => count === 0).map(([line]) => line),
    };
  }
  if ([...file.hit, ...file.missed].some((line) => line > lines.length)) return undefined;
  for (const [line, digest] of lineDigests ?? []) {
    const actual = createHash("md5")
      .update(lines[line - 1] ?? "")
      .digest("base64");
    if (actual.replace(/=+$/, "") !== digest.replace(/=+$/, "")) return undefined;
  }
  return file;
}

/** The line of the name runs at import time, so it says nothing about a call, unless the whole body is on it. */
function bodyHas(symbol: SourceSymbol, line: number): boolean {
  return (
    line >= symbol.startLine &&
    line <= symbol.endLine &&
    (line > symbol.headerLine || symbol.endLine === symbol.headerLine)
  );
}

function innermost(symbols: readonly SourceSymbol[], line: number): SourceSymbol | undefined {
  let best: SourceSymbol | undefined;
  for (const symbol of symbols) {
    if (line < symbol.startLine || line > symbol.endLine) continue;
    if (best === undefined || symbol.endLine - symbol.startLine <= best.endLine - best.startLine)
      best = symbol;
  }
  return best !== undefined && bodyHas(best, line) ? best : undefined;
}

function addHits(
  known: { hit: Record<string, string>; missed: Record<string, string> },
  symbols: readonly SourceSymbol[],
  hit: readonly number[],
  missed: readonly number[],
): void {
  for (const line of hit) {
    const symbol = innermost(symbols, line);
    if (symbol === undefined) continue;
    known.hit[symbol.name] = symbol.hash;
    delete known.missed[symbol.name];
  }
  for (const line of missed) {
    const symbol = innermost(symbols, line);
    if (symbol !== undefined && known.hit[symbol.name] === undefined) known.missed[symbol.name] = symbol.hash;
  }
}

/** The symbols that a test executed; a file without a grammar is one item. */
async function itemsOf(
  path: string,
  symbols: readonly SourceSymbol[],
  lines: readonly number[],
  tree: SourceTree,
): Promise<Map<string, string>> {
  const items = new Map<string, string>();
  for (const line of lines) {
    const symbol = innermost(symbols, line);
    const item = symbol === undefined ? undefined : `${path}#${symbol.name}`;
    const hash = item === undefined ? undefined : await tree.itemHash(item);
    if (item !== undefined && hash !== undefined) items.set(item, hash);
  }
  if (symbols.length === 0) {
    const hash = await tree.fileHash(path);
    if (hash !== undefined) items.set(path, hash);
  }
  return items;
}
