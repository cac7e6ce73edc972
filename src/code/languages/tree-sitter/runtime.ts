import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Language, Parser, Query } from "web-tree-sitter";
import { version } from "../../../kernel/version.ts";
import type { Grammar } from "./grammar.ts";

export interface LoadedGrammar {
  readonly parser: Parser;
  readonly query: Query;
}

let ready: Promise<void> | undefined;

/** Loads a grammar into this thread. The runtime itself is loaded with the first one. */
export async function loadGrammar(grammar: Grammar): Promise<LoadedGrammar> {
  ready ??= Parser.init({ locateFile: () => grammarFile("web-tree-sitter/web-tree-sitter.wasm") });
  await ready;
  const language = await Language.load(grammarFile(grammar.wasm));
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, query: new Query(language, grammar.query) };
}

/** The build copies grammars beside the bundle; from source they lie in their packages. */
function grammarFile(wasm: string): string {
  if (version.endsWith("-source")) return createRequire(import.meta.url).resolve(wasm);
  const name = wasm.slice(wasm.lastIndexOf("/") + 1);
  return fileURLToPath(new URL(`grammars/${name}`, import.meta.url));
}
