import type { Toolset } from "../../operation/toolset.ts";
import { acceptRequirement, waiveRequirement } from "./accept.ts";
import { evidenceOperations } from "./evidence/entries.ts";
import { exportTrace } from "./export.ts";
import { traceGaps, traceRequirement } from "./gaps.ts";
import { traceImpact } from "./impact.ts";
import { confirmLinks, suggestLinks } from "./links.ts";
import { tracePrompts } from "./missing-test.ts";
import { proveRequirement } from "./prove/prove.ts";
import { renameRequirement, tidyRecords } from "./tidy.ts";
import { trace } from "./trace.ts";

/** Requirements, their tests, their evidence and their records. */
export const traceToolset = {
  operations: {
    trace,
    trace_gaps: traceGaps,
    trace_requirement: traceRequirement,
    trace_impact: traceImpact,
    trace_export: exportTrace,
    suggest_links: suggestLinks,
    confirm_links: confirmLinks,
    trace_accept: acceptRequirement,
    trace_waive: waiveRequirement,
    trace_rename: renameRequirement,
    trace_tidy: tidyRecords,
    prove_requirement: proveRequirement,
    ...evidenceOperations,
  },
  prompts: tracePrompts,
} satisfies Toolset;
