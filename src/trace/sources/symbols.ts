import { languageFor, prepareLanguage } from "../../code/languages/registry.ts";
import { codeHash, textHash } from "../tests/hash.ts";
import { readSyntax, type Syntax } from "../tests/syntax.ts";

/** A declaration with the hash of its tokens. */
export interface SourceSymbol {
  /** With all enclosing types: `BookingService.book`. */
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The line of its name, which import time executes too. */
  readonly headerLine: number;
  /** Declared inside a function, so that no other file can name it. */
  readonly isLocal: boolean;
  readonly hash: string;
}

/** The declarations of a source text, with hashes that comments and formatting do not change. */
export async function readSymbols(path: string, text: string): Promise<readonly SourceSymbol[]> {
  const syntax = languageFor(path, text) && (await readSyntax(path, text));
  return syntax === undefined ? [] : symbolsIn(path, syntax);
}

/** The declarations of a text with the hash of all of it, which is read once for both. */
export async function readCode(
  path: string,
  text: string,
): Promise<{ readonly hash: string; readonly symbols: () => Promise<readonly SourceSymbol[]> }> {
  const syntax = await readSyntax(path, text);
  const hash = syntax === undefined ? textHash(text) : codeHash(syntax, { from: 0, to: text.length });
  return { hash, symbols: async () => (syntax === undefined ? [] : symbolsIn(path, syntax)) };
}

async function symbolsIn(path: string, syntax: Syntax): Promise<readonly SourceSymbol[]> {
  const language = languageFor(path, syntax.text);
  if (language === undefined) return [];
  await prepareLanguage(language);
  return language.parse(syntax.text, path).declarations.map((declaration): SourceSymbol => {
    const { qualifiedName: name, startLine, endLine, headerLine, local } = declaration;
    const hash = codeHash(syntax, declaration);
    return { name, startLine, endLine, headerLine, isLocal: local === true, hash };
  });
}

/** Of all tokens of a text; of its lines where it has no grammar. */
export async function hashOfFile(path: string, text: string): Promise<string> {
  return (await readCode(path, text)).hash;
}
