import type { Toolset } from "../../operation/toolset.ts";
import { storeAudit, storeGrants } from "../../store/operations/access.ts";
import { storeInit } from "../../store/operations/init.ts";
import { storeAdd, storeRemove } from "../../store/operations/repos.ts";
import { codeResearch } from "./code-research.ts";
import { indexCodebase } from "./index-codebase.ts";
import { searchCode } from "./search-code.ts";
import { searchDocs } from "./search-docs.ts";
import { storeGc, storeStatus, storeVerify } from "./store-upkeep.ts";
import { findReferences, findSymbol, symbolContextTool } from "./symbols.ts";
import { worker } from "./worker.ts";

export const codeToolset = {
  operations: {
    index_codebase: indexCodebase,
    search_code: searchCode,
    search_docs: searchDocs,
    code_research: codeResearch,
    find_symbol: findSymbol,
    find_references: findReferences,
    symbol_context: symbolContextTool,
    store_init: storeInit,
    store_status: storeStatus,
    store_add: storeAdd,
    store_remove: storeRemove,
    store_grants: storeGrants,
    store_audit: storeAudit,
    store_gc: storeGc,
    store_verify: storeVerify,
    run_worker: worker,
  },
} satisfies Toolset;
