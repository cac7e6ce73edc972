import type { UsedLayout } from "../../catalog.ts";

/**
 * The tools that a server of the profile `all` lists by itself, by what the workspace has. A model reads every listed
 * tool in every conversation, so these are what an agent needs to start; `hewto_more` lists the others.
 */
export const frontTools: Readonly<Record<UsedLayout | "always" | "planned", readonly string[]>> = {
  always: [
    "skill",
    "index_codebase",
    "search_code",
    "search_docs",
    "code_research",
    "find_references",
    "symbol_context",
    "project_status",
  ],
  /** Any of the layouts. */
  planned: ["list_work", "show_work", "tick_task", "trace_gaps", "trace_requirement"],
  specs: ["list_specs", "get_spec_requirements", "search_specs", "validate_change", "archive_change"],
  features: ["speckit.specify", "speckit.clarify", "speckit.plan", "speckit.tasks", "speckit.implement"],
  artifacts: [
    "list_specifications",
    "describe_specification",
    "describe_implementation",
    "get_constraint",
    "compliance_report",
  ],
  reviews: ["list_review_comments", "resolve_review_comment"],
};
