import type { Declaration, ParsedFile } from "./languages/language.ts";
import { type LineTable, lineTable } from "./text/lines.ts";
import { type Piece, piecesOf } from "./text/pieces.ts";

export type ChunkKind = Declaration["kind"] | "file" | "section" | "document";

/** A piece of a file that can be found: whole lines, and what they declare. */
export interface Chunk {
  readonly kind: ChunkKind;
  /** Bare names of what is declared here, the chunk's own first. */
  readonly names: readonly string[];
  /** For people: qualified name, bare name, name with labels; then what else is declared here. */
  readonly symbols: readonly string[];
  /** Names of what encloses it, outermost first. */
  readonly containers: readonly string[];
  readonly signature?: string | undefined;
  readonly breadcrumb?: string | undefined;
  readonly doc?: string | undefined;
  readonly startLine: number;
  readonly endLine: number;
  readonly from: number;
  readonly to: number;
}

/** A type up to this size keeps its small members with it. */
const wholeLines = 40;
const smallMemberLines = 4;
const maxSymbols = 24;

/**
 * Cuts a file so that every line belongs to at most one chunk: one per declaration of some size, with its doc
 * comment; small members stay with their type; text between declarations is a chunk of its owner.
 */
export function chunksOf(text: string, parsed: ParsedFile): Chunk[] {
  const lines = lineTable(text);
  const cutter = new Cutter(lines, parsed);
  cutter.region({ first: 1, last: lines.count }, cutter.childrenOf(undefined), undefined);
  return cutter.chunks;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

class Cutter {
  readonly chunks: Chunk[] = [];
  private readonly children = new Map<number | undefined, number[]>();
  private readonly lines: LineTable;
  private readonly declarations: readonly Declaration[];

  constructor(lines: LineTable, parsed: ParsedFile) {
    this.lines = lines;
    this.declarations = parsed.declarations;
    for (const [index, declaration] of parsed.declarations.entries()) {
      if (declaration.local) continue;
      const siblings = this.children.get(declaration.parent);
      if (siblings) siblings.push(index);
      else this.children.set(declaration.parent, [index]);
    }
  }

  childrenOf(owner: number | undefined): readonly number[] {
    return this.children.get(owner) ?? [];
  }

  /** Cuts the lines of one owner; lines before, between and after its larger members are the owner's own. */
  region(span: Span, members: readonly number[], owner: number | undefined): void {
    let next = span.first;
    let folded: number[] = [];
    let isHead = true;
    for (const member of members) {
      const declaration = this.declarations[member];
      if (!declaration) continue;
      const own = this.spanOf(declaration);
      if (own.first < next || this.folds(declaration, member, owner)) {
        folded.push(member);
        continue;
      }
      this.own({ first: next, last: own.first - 1 }, owner, folded, isHead);
      isHead = false;
      folded = [];
      this.region(own, this.childrenOf(member), member);
      next = own.last + 1;
    }
    this.own({ first: next, last: span.last }, owner, folded, isHead);
  }

  private spanOf(declaration: Declaration): Span {
    const { docFrom } = declaration;
    const first = docFrom === undefined ? declaration.startLine : this.lines.lineAt(docFrom);
    return { first, last: declaration.endLine };
  }

  private folds(member: Declaration, index: number, owner: number | undefined): boolean {
    const { first, last } = this.spanOf(member);
    const size = last - first + 1;
    const codeLines = member.endLine - member.startLine + 1;
    const isPlain = codeLines <= 2 && member.doc === undefined && this.childrenOf(index).length === 0;
    const outer = owner === undefined ? undefined : this.declarations[owner];
    if (!outer) return isPlain && (member.kind === "variable" || member.kind === "constant");
    const outerSpan = this.spanOf(outer);
    return isPlain || (outerSpan.last - outerSpan.first < wholeLines && size <= smallMemberLines);
  }

  /** Lines that belong to the owner itself. */
  private own(span: Span, owner: number | undefined, folded: readonly number[], isHead: boolean): void {
    const trimmed = this.trim(span, isHead && owner !== undefined);
    if (!trimmed) return;
    for (const piece of piecesOf(this.lines, trimmed.first, trimmed.last)) this.emit(piece, owner, folded);
  }

  private emit(piece: Piece, owner: number | undefined, folded: readonly number[]): void {
    const declaration = owner === undefined ? undefined : this.declarations[owner];
    const inside = folded.flatMap((index) => {
      const member = this.declarations[index];
      const isHere = member && member.headerLine >= piece.startLine && member.headerLine <= piece.endLine;
      return isHere ? [member, ...this.foldedBelow(index)] : [];
    });
    const [only] = inside;
    const main = declaration ?? (inside.length === 1 ? only : undefined);
    const members = main === only ? [] : inside;
    const containers = main ? containersOf(main) : [];
    const hasHead =
      main !== undefined && main.headerLine >= piece.startLine && main.headerLine <= piece.endLine;
    const declared = main ? [main, ...members] : members;
    const { startLine, endLine, from, to } = piece;
    this.chunks.push({
      kind: main?.kind ?? "file",
      names: declared.map(({ name }) => name),
      symbols: symbolsOf(declared),
      containers,
      signature: main?.signature || undefined,
      breadcrumb: main && containers.length > 0 ? [...containers, main.name].join(" > ") : undefined,
      doc: hasHead ? main.doc : undefined,
      startLine,
      endLine,
      from,
      to,
    });
  }

  private foldedBelow(index: number): Declaration[] {
    return this.childrenOf(index).flatMap((child) => {
      const declaration = this.declarations[child];
      return declaration ? [declaration, ...this.foldedBelow(child)] : [];
    });
  }

  /** Without blank lines at either end; nothing at all when only brackets are left (unless a header is there). */
  private trim(span: Span, keep: boolean): Span | undefined {
    let { first, last } = span;
    while (first <= last && this.lines.isBlank(first)) first++;
    while (last >= first && this.lines.isBlank(last)) last--;
    if (first > last) return undefined;
    if (keep) return { first, last };
    for (let line = first; line <= last; line++) {
      if (
        /[\p{L}\p{N}]/u.test(this.lines.textOf(line)) &&
        !/^\s*#(endif|else)\b/.test(this.lines.textOf(line))
      )
        return { first, last };
    }
    return undefined;
  }
}

function containersOf(declaration: Declaration): string[] {
  return declaration.container === "" ? [] : declaration.container.split(".");
}

/** Without repetition, and no more than anybody would read. */
function symbolsOf(declared: readonly Declaration[]): string[] {
  const symbols: string[] = [];
  const add = (symbol: string) => {
    if (symbols.length < maxSymbols && !symbols.includes(symbol)) symbols.push(symbol);
  };
  for (const { qualifiedName, name, labels } of declared) {
    add(qualifiedName);
    add(name);
    if (labels && labels.length > 0) add(`${name}(${labels.join(":")}:)`);
  }
  return symbols;
}
