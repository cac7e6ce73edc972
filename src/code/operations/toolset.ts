import type { Toolset } from "../../operation/toolset.ts";
import { codeResearch, researchCommand } from "./code-research.ts";
import { indexCodebase, indexCommand } from "./index-codebase.ts";
import { searchCode } from "./search-code.ts";
import { searchDocs } from "./search-docs.ts";
import { findReferences, findSymbol, symbolContextTool } from "./symbols.ts";

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
