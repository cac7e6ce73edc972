import { indexCodebase, indexCommand } from "./code/index-codebase.ts";
import { searchCode } from "./code/search-code.ts";
import { searchDocs } from "./code/search-docs.ts";
import { codeResearch, researchCommand } from "./code-research.ts";
import { findReferences, findSymbol, symbolContextTool } from "./code-research-symbols.ts";
import type { Toolset } from "./toolset.ts";

export const codeToolset: Toolset = {
  operations: [
    indexCodebase,
    indexCommand,
    searchCode,
    searchDocs,
    codeResearch,
    researchCommand,
    findSymbol,
    findReferences,
    symbolContextTool,
  ],
};
