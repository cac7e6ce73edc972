import type { Toolset } from "../../operation/toolset.ts";
import { acceptRequirement, waiveRequirement } from "./accept.ts";
import { evidenceOperations } from "./evidence/entries.ts";
import { traceGaps, traceRequirement } from "./gaps.ts";
import { confirmLinks, suggestLinks } from "./links.ts";
import { renameRequirement, tidyRecords } from "./tidy.ts";
import { trace } from "./trace.ts";

/** Requirements, their tests, their evidence and their records. */
export const traceToolset = {
  operations: {
    trace,
    trace_gaps: traceGaps,
    trace_requirement: traceRequirement,
    suggest_links: suggestLinks,
    confirm_links: confirmLinks,
    trace_accept: acceptRequirement,
    trace_waive: waiveRequirement,
    trace_rename: renameRequirement,
    trace_tidy: tidyRecords,
    ...evidenceOperations,
  },
} satisfies Toolset;
