import { docCommentsFlag, explainFlag } from "./code/operations/flags.ts";
import { ok, type Result } from "./kernel/result.ts";
import type { FlagSpec, Flags } from "./operation/flags.ts";
import type { AnyOperation } from "./operation/operation.ts";
import type { Toolset, ToolsetName } from "./operation/toolset.ts";
import type { UsedLayout } from "./project/used-layouts.ts";
import { serverFlags as skillFlags } from "./skills/operations/flags.ts";
import type { Workspace } from "./workspace/paths/root.ts";

export type { UsedLayout };

/** What must be known of a toolset before it is loaded: enough to answer `initialize` and to route a command. */
export interface CatalogEntry {
  readonly name: ToolsetName;
  readonly summary: string;
  /** First words of its commands. */
  readonly commands: readonly string[];
  /** For the server's `instructions`. */
  readonly instructions: string;
  readonly flags: readonly FlagSpec[];
  /** Whether a server may start with these flags; a wrong one is reported at start, not at the first call. */
  readonly check?: (flags: Flags, workspace: Workspace) => Promise<Result<unknown>>;
  /** What it offers besides tools; `tasks` where one of them has `taskSupport`. */
  readonly offers: { readonly resources: boolean; readonly prompts: boolean; readonly tasks: boolean };
  /** Entries of the `extensions` capability. */
  readonly extensions?: Readonly<Record<string, object>>;
  /** Protocol methods of those extensions. */
  readonly methods?: readonly string[];
  readonly load: () => Promise<Toolset>;
}

/** The entries of each toolset, with their types. Loaded when first needed: nothing else imports all rooms. */
export const load = {
  specs: async () => (await import("./changes/operations/toolset.ts")).specsToolset,
  skills: async () => (await import("./skills/operations/toolset.ts")).skillsToolset,
  code: async () => (await import("./code/operations/toolset.ts")).codeToolset,
  artifacts: async () => (await import("./artifacts/operations/toolset.ts")).artifactsToolset,
  trace: async () => (await import("./trace/operations/toolset.ts")).traceToolset,
  workflow: async () => (await import("./workflow/operations/toolset.ts")).workflowToolset,
  project: async () => (await import("./project/toolset.ts")).projectToolset,
  reviews: async () => (await import("./reviews/operations/toolset.ts")).reviewsToolset,
  specman2: async () => (await import("./artifacts/operations/specman2/toolset.ts")).specman2Toolset,
};

/** The table of tables, in the order of `tools/list`. Adding a toolset is one entry here. */
export const catalog: readonly CatalogEntry[] = [
  {
    name: "specs",
    summary: "Specs and change proposals",
    commands: ["specs", "changes"],
    instructions:
      "Specs: call list_specs, then get_spec_requirements, then get_scenario; search_specs when you do not know the id. Changes: call list_changes, then get_change. Before you finish, call validate_spec or validate_change.",
    flags: [],
    offers: { resources: false, prompts: false, tasks: false },
    load: load.specs,
  },
  {
    name: "skills",
    summary: "Agent skills",
    commands: ["skills"],
    instructions:
      "Skills: the skill tool lists what is installed; call it with a name to load the instructions.",
    flags: skillFlags,
    check: async (flags, workspace) =>
      skillFlags.some(({ name }) => flags[name] !== undefined)
        ? (await import("./skills/operations/registry-of.ts")).checkSkillFlags(flags, workspace)
        : ok(undefined),
    offers: { resources: true, prompts: false, tasks: false },
    extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
    methods: ["skills/list", "skills/get", "resources/directory/read"],
    load: load.skills,
  },
  {
    name: "code",
    summary: "Code search and research",
    commands: ["index", "search", "docs", "research", "symbols", "store", "worker"],
    instructions:
      "Code: run index_codebase once for a path; afterwards search_code, search_docs and code_research read what changed before they answer.",
    flags: [explainFlag, docCommentsFlag],
    offers: { resources: false, prompts: false, tasks: true },
    load: load.code,
  },
  {
    name: "artifacts",
    summary: "Spec, impl and scratch artifacts with constraints and compliance",
    commands: ["artifacts"],
    instructions:
      "Artifacts: spec://, impl:// and scratch:// handles name artifacts; read a prompt with get_authoring_prompt before create_artifact or update_artifact, and check compliance_report.",
    flags: [],
    offers: { resources: true, prompts: true, tasks: true },
    load: load.artifacts,
  },
  {
    name: "trace",
    summary: "Requirements with their tests, evidence and states",
    commands: ["trace", "evidence", "prove"],
    instructions:
      "Trace: trace_gaps says which requirements have no passing test; before you write a test call trace_requirement, link tests that exist with suggest_links and confirm_links, and give add_evidence the report of a test run; trace_impact says which tests a change needs.",
    flags: [],
    offers: { resources: false, prompts: true, tasks: true },
    load: load.trace,
  },
  {
    name: "workflow",
    summary: "The specify, clarify, plan, tasks, implement workflow",
    commands: ["features", "tasks", "worktree", "run"],
    instructions:
      "Workflow: speckit.specify, speckit.clarify, speckit.plan, speckit.tasks and speckit.implement work on one folder under specs/, in this order.",
    flags: [],
    offers: { resources: false, prompts: false, tasks: true },
    load: load.workflow,
  },
  {
    name: "project",
    summary: "Status, work in flight and checks of the whole workspace",
    commands: ["status", "work", "graph", "map", "check", "activity", "runs"],
    instructions:
      "Start: call project_status first; it says what this repository has, what is in flight, what is wrong and what to do next. Work: list_work, show_work, tick_task.",
    flags: [],
    offers: { resources: false, prompts: false, tasks: false },
    load: load.project,
  },
  {
    name: "reviews",
    summary: "Review comments and approvals of work and specs",
    commands: ["reviews"],
    instructions:
      "Reviews: call list_review_comments before you continue work; answer each open comment, then call resolve_review_comment.",
    flags: [],
    offers: { resources: false, prompts: false, tasks: false },
    load: load.reviews,
  },
  {
    name: "specman2",
    summary: "The tools of SpecMan MCP 2.0, over the same artifacts",
    commands: [],
    instructions:
      "Artifacts: spec://, impl:// and scratch:// handles name artifacts. Tools and names are those of SpecMan MCP 2.0; the data model is that of SpecMan Core 0.2.",
    flags: [],
    offers: { resources: true, prompts: true, tasks: false },
    load: load.specman2,
  },
];

/** The operation of that name, wherever it is; loads toolsets until it is found. */
export async function findOperation(name: string): Promise<AnyOperation | undefined> {
  for (const entry of catalog) {
    const operation = new Map(Object.entries((await entry.load()).operations)).get(name);
    if (operation) return operation;
  }
  return undefined;
}

/** What the workspace plans its work with, which decides the tools that a server lists by itself. */
export async function usedLayouts(workspace: Workspace): Promise<ReadonlySet<UsedLayout>> {
  return (await import("./project/used-layouts.ts")).usedLayouts(workspace);
}
