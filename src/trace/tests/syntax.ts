import type { LanguageId } from "../../code/languages/language.ts";
import { languageFor } from "../../code/languages/registry.ts";
import { lexSwift } from "../../code/languages/swift/lexing/lexer.ts";
import type { Grammar } from "../../code/languages/tree-sitter/grammar.ts";
import { cFamily } from "../../code/languages/tree-sitter/grammars/c-family.ts";
import { csharp } from "../../code/languages/tree-sitter/grammars/csharp.ts";
import { ecmascript } from "../../code/languages/tree-sitter/grammars/ecmascript.ts";
import { go } from "../../code/languages/tree-sitter/grammars/go.ts";
import { java, kotlin } from "../../code/languages/tree-sitter/grammars/jvm.ts";
import { php } from "../../code/languages/tree-sitter/grammars/php.ts";
import { python } from "../../code/languages/tree-sitter/grammars/python.ts";
import { ruby } from "../../code/languages/tree-sitter/grammars/ruby.ts";
import { rust } from "../../code/languages/tree-sitter/grammars/rust.ts";
import { isHopeless } from "../../code/languages/tree-sitter/parse.ts";
import type { LoadedGrammar } from "../../code/languages/tree-sitter/runtime.ts";

/** A node of a syntax tree as plain data. Offsets count UTF-16 units. */
export interface SyntaxNode {
  readonly type: string;
  /** The role that the grammar gives it in its parent: `name`, `body`. */
  readonly field: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly isNamed: boolean;
  readonly children: readonly SyntaxNode[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A source text with its comments and tokens, in order. */
export interface Syntax {
  readonly language: LanguageId;
  readonly text: string;
  /** Undefined for Swift, which has a reader of its own. */
  readonly root: SyntaxNode | undefined;
  readonly comments: readonly Span[];
  readonly tokens: readonly Span[];
}

/** Reads texts of the languages that have a grammar. Undefined for other files, and where the parser gave up. */
export async function readSyntax(path: string, text: string): Promise<Syntax | undefined> {
  const language = languageFor(path, text)?.id;
  if (language === undefined) return undefined;
  if (language === "swift") return readSwift(text);
  const grammar = grammars.get(language);
  if (grammar === undefined) return undefined;
  const loading = loaded.get(language) ?? load(grammar);
  loaded.set(language, loading);
  return readTree(language, grammar, await loading, text);
}

const grammars = new Map<LanguageId, Grammar>(
  [...ecmascript, python, go, rust, java, kotlin, ...cFamily, csharp, ruby, php].map((grammar) => [
    grammar.id,
    grammar,
  ]),
);
const loaded = new Map<LanguageId, Promise<LoadedGrammar>>();

async function load(grammar: Grammar): Promise<LoadedGrammar> {
  const { loadGrammar } = await import("../../code/languages/tree-sitter/runtime.ts");
  return loadGrammar(grammar);
}

function readSwift(text: string): Syntax {
  const { tokens, comments } = lexSwift(text);
  // The lexer writes over its tokens with the next file.
  const spans = tokens.filter(({ from, to }) => to > from).map(({ from, to }) => ({ from, to }));
  return { language: "swift", text, root: undefined, comments, tokens: spans };
}

const maxMs = 4_000;

function readTree(
  language: LanguageId,
  grammar: Grammar,
  { parser }: LoadedGrammar,
  text: string,
): Syntax | undefined {
  if (isHopeless(text)) return undefined;
  const started = performance.now();
  const progressCallback = () => performance.now() - started > maxMs;
  const tree = parser.parse(grammar.readable?.(text) ?? text, null, { progressCallback });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    return treeSyntax(language, text, tree.walk());
  } finally {
    tree.delete();
  }
}

type Cursor = ReturnType<NonNullable<ReturnType<LoadedGrammar["parser"]["parse"]>>["walk"]>;
type Draft = Omit<SyntaxNode, "children"> & { readonly children: Draft[] };

/** Copies the tree without recursion: generated code is nested deeper than the stack. */
function treeSyntax(language: LanguageId, text: string, cursor: Cursor): Syntax {
  const comments: Span[] = [];
  const tokens = new Tokens(text, language === "python");
  const root = draftAt(cursor);
  const open: Draft[] = [root];
  for (let isEntered = cursor.gotoFirstChild(); open.length > 0; ) {
    if (!isEntered) {
      const done = open.pop();
      if (done !== undefined) tokens.leave(done);
      if (open.length === 0) break;
      if (done !== root) cursor.gotoParent();
      isEntered = cursor.gotoNextSibling();
      continue;
    }
    const node = draftAt(cursor);
    const isComment = node.type.includes("comment") && node.isNamed;
    if (isComment) comments.push({ from: node.from, to: node.to });
    open.at(-1)?.children.push(node);
    if (!isComment && cursor.gotoFirstChild()) {
      tokens.enter(node);
      open.push(node);
      continue;
    }
    if (isComment) tokens.skip(node);
    else tokens.add(node);
    isEntered = cursor.gotoNextSibling();
  }
  cursor.delete();
  tokens.end();
  return { language, text, root, comments, tokens: tokens.spans };
}

function draftAt(cursor: Cursor): Draft {
  return {
    type: cursor.nodeType,
    field: cursor.currentFieldName ?? undefined,
    from: cursor.startIndex,
    to: cursor.endIndex,
    isNamed: cursor.nodeIsNamed,
    children: [],
  };
}

/**
 * Gathers tokens: leaves of the tree, and text between them that no leaf covers, such as the text of a template. In
 * Python the ends of blocks are tokens too, because nothing but indentation shows them.
 */
class Tokens {
  readonly spans: Span[] = [];
  readonly #text: string;
  readonly #hasBlocks: boolean;
  #at = 0;

  constructor(text: string, hasBlocks: boolean) {
    this.#text = text;
    this.#hasBlocks = hasBlocks;
  }

  add({ from, to }: Span): void {
    this.#gap(from);
    if (to > from) this.spans.push({ from, to });
    this.#at = Math.max(this.#at, to);
  }

  skip({ from, to }: Span): void {
    this.#gap(from);
    this.#at = Math.max(this.#at, to);
  }

  enter({ type, from }: SyntaxNode): void {
    if (this.#hasBlocks && type === "block") this.spans.push({ from, to: from });
  }

  leave({ type, to }: SyntaxNode): void {
    if (this.#hasBlocks && type === "block") this.spans.push({ from: to, to });
  }

  end(): void {
    this.#gap(this.#text.length);
  }

  #gap(to: number): void {
    const gap = this.#text.slice(this.#at, to);
    const start = gap.length - gap.trimStart().length;
    const length = gap.trim().length;
    if (length > 0) this.spans.push({ from: this.#at + start, to: this.#at + start + length });
    this.#at = Math.max(this.#at, to);
  }
}

/** The first child with that role. */
export function childOf(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  return node?.children.find((child) => child.field === field);
}

export function childOfType(node: SyntaxNode | undefined, ...types: string[]): SyntaxNode | undefined {
  return node?.children.find((child) => types.includes(child.type));
}

export function namedChildren(node: SyntaxNode | undefined): SyntaxNode[] {
  return node?.children.filter((child) => child.isNamed && !child.type.includes("comment")) ?? [];
}

/** All nodes below a node, parents first; `enter` says whether to go into one. */
export function* descendants(
  node: SyntaxNode,
  enter: (node: SyntaxNode) => boolean = () => true,
): Generator<SyntaxNode> {
  const ahead = [...node.children].reverse();
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    yield next;
    if (enter(next))
      for (let at = next.children.length - 1; at >= 0; at--) ahead.push(...next.children.slice(at, at + 1));
  }
}
