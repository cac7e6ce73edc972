import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Language, Parser, Query } from "web-tree-sitter";
import { version } from "../../../kernel/version.ts";
import type { Grammar } from "./grammar.ts";

export interface LoadedGrammar {
  readonly parser: Parser;
  readonly query: Query;
}

const runtimeFile = "web-tree-sitter.wasm";

let ready: Promise<void> | undefined;

/** Loads a grammar into this thread. The runtime itself is loaded with the first one. */
export async function loadGrammar(grammar: Grammar): Promise<LoadedGrammar> {
  ready ??= Parser.init({ locateFile: () => grammarFile(runtimeFile) });
  await ready;
  const language = await Language.load(grammarFile(grammar.wasm));
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, query: new Query(language, grammar.query) };
}

/** The build copies grammars next to the bundle, together with the runtime. */
function grammarFile(name: string): string {
  if (!version.endsWith("-source")) return fileURLToPath(new URL(`grammars/${name}`, import.meta.url));
  if (name === runtimeFile) return createRequire(import.meta.url).resolve(`web-tree-sitter/${name}`);
  return fileURLToPath(new URL(`../../../../grammars/${name}`, import.meta.url));
}
