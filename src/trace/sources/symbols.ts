import { languageFor, prepareLanguage } from "../../code/languages/registry.ts";
import { codeHash, textHash } from "../tests/hash.ts";
import { readSyntax } from "../tests/syntax.ts";

/** A declaration with the hash of its tokens. */
export interface SourceSymbol {
  /** With all enclosing types: `BookingService.book`. */
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly hash: string;
}

export interface SymbolsOfFile {
  readonly symbols: readonly SourceSymbol[];
  /** Of all tokens of the file. */
  readonly hash: string;
}

/** The declarations of a source text, with hashes that comments and formatting do not change. */
export async function readSymbols(path: string, text: string): Promise<SymbolsOfFile> {
  const language = languageFor(path, text);
  const syntax = await readSyntax(path, text);
  if (language === undefined || syntax === undefined) return { symbols: [], hash: textHash(text) };
  await prepareLanguage(language);
  const symbols = language.parse(text, path).declarations.map((declaration): SourceSymbol => {
    const { qualifiedName, startLine, endLine } = declaration;
    return { name: qualifiedName, startLine, endLine, hash: codeHash(syntax, declaration) };
  });
  return { symbols, hash: codeHash(syntax, { from: 0, to: text.length }) };
}
