import { languageFor, prepareLanguage } from "../../code/languages/registry.ts";
import { codeHash, textHash } from "../tests/hash.ts";
import { readSyntax } from "../tests/syntax.ts";

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
  const language = languageFor(path, text);
  const syntax = language && (await readSyntax(path, text));
  if (language === undefined || syntax === undefined) return [];
  await prepareLanguage(language);
  return language.parse(text, path).declarations.map((declaration): SourceSymbol => {
    const { qualifiedName: name, startLine, endLine, headerLine, local } = declaration;
    const hash = codeHash(syntax, declaration);
    return { name, startLine, endLine, headerLine, isLocal: local === true, hash };
  });
}

/** Of all tokens of a text; of its lines where it has no grammar. */
export async function hashOfFile(path: string, text: string): Promise<string> {
  const syntax = await readSyntax(path, text);
  return syntax === undefined ? textHash(text) : codeHash(syntax, { from: 0, to: text.length });
}
