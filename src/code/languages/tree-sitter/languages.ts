import type { Language } from "../language.ts";
import type { Grammar } from "./grammar.ts";
import { cFamily } from "./grammars/c-family.ts";
import { csharp } from "./grammars/csharp.ts";
import { ecmascript } from "./grammars/ecmascript.ts";
import { go } from "./grammars/go.ts";
import { java, kotlin } from "./grammars/jvm.ts";
import { php } from "./grammars/php.ts";
import { python } from "./grammars/python.ts";
import { ruby } from "./grammars/ruby.ts";
import { rust } from "./grammars/rust.ts";
import { parseWith } from "./parse.ts";
import type { LoadedGrammar } from "./runtime.ts";

/** Raised when the part that all grammars share gives other facts. */
const engineVersion = 3;

/** All languages that tree-sitter parses. Nothing of it is loaded before a file asks for it. */
export const treeSitterLanguages: readonly Language[] = [
  ...ecmascript,
  python,
  go,
  rust,
  java,
  kotlin,
  ...cFamily,
  csharp,
  ruby,
  php,
].map((grammar) => languageOf(grammar));

function languageOf(grammar: Grammar): Language {
  let grammarOfThread: LoadedGrammar | undefined;
  return {
    id: grammar.id,
    extensions: grammar.extensions,
    version: grammar.version * 1000 + engineVersion,
    prepare: async () => {
      const { loadGrammar } = await import("./runtime.ts");
      grammarOfThread = await loadGrammar(grammar);
    },
    parse: (text) => {
      if (!grammarOfThread) throw new Error(`The ${grammar.id} grammar was not prepared.`);
      return parseWith(grammar, grammarOfThread, text);
    },
  };
}
