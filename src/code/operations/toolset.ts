import type { Toolset } from "../../operation/toolset.ts";
import { codeResearch } from "./code-research.ts";
import { indexCodebase } from "./index-codebase.ts";
import { searchCode } from "./search-code.ts";
import { searchDocs } from "./search-docs.ts";
import { findReferences, findSymbol, symbolContextTool } from "./symbols.ts";

export const codeToolset = {
  operations: {
    index_codebase: indexCodebase,
    search_code: searchCode,
    search_docs: searchDocs,
    code_research: codeResearch,
    find_symbol: findSymbol,
    find_references: findReferences,
    symbol_context: symbolContextTool,
  },
} satisfies Toolset;
