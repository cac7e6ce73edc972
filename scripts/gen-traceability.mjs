// Writes docs/*-traceability.md: every demand of a specification beside the tests that show it. A test claims demands by
// a comment on the line above it: `// seed: CA-3, CA-12`. With --check nothing is written, and a demand without a test,
// one whose tests all depend on a condition without a reason in its items file, an unknown demand or an outdated page is
// a failure. The items files hold the demand, or { "what", "conditional" } with that reason.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { claimsIn, skippingFunctions } from "./traceability-claims.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pages = [
  {
    file: "docs/specs-traceability.md",
    title: "Specs and changes: from demand to test",
    about: "Each scenario of Spec Oxide's mcp specification, and the tests that show it",
    items: "scripts/spox-items.json",
    chapters: {
      XI: "MCP Interface Layer",
      XP: "MCP Server Protocol",
      XL: "List Specs Tool",
      XR: "Get Spec Requirements Tool",
      XG: "Get Scenario Tool",
      XS: "Search Specs Tool",
      XC: "List Changes Tool",
      XD: "Get Change Tool",
      XV: "Validate Spec Tool",
      XW: "Validate Change Tool",
      XN: "Graceful Degradation",
    },
    notTestable: ["XI-2"],
    instead: "held by the import rules of `npm run check`",
  },
  {
    file: "docs/skills-traceability.md",
    title: "Skills: from demand to test",
    about: "Each requirement and scenario of ccski's MCP Interface, and the tests that show it",
    items: "scripts/ccski-items.json",
    chapters: {
      KL: "Skill tool listing",
      KI: "Tool invocation loads skill content",
      KT: "Transports",
      KR: "Auto-refresh",
      KC: "Registry configuration passthrough",
      KF: "MCP respects source filters",
      KP: "Provider-aware resolution",
    },
    notTestable: [],
  },
  {
    file: "docs/client-traceability.md",
    title: "The client: from demand to test",
    about: "Each part of spec-tui's MCP Client Contract, and the tests that show it",
    items: "scripts/client-items.json",
    chapters: {
      LM: "Message Types",
      LI: "Initialization",
      LD: "Tool Discovery",
      LV: "Tool Invocation",
      LC: "Cancellation",
      LS: "Shutdown",
      LT: "Workflow Tool Schemas",
      LE: "Error Codes",
      LR: "Client Implementation Requirements",
      LX: "Transport Configuration",
    },
    notTestable: [],
  },
  {
    file: "docs/artifacts-traceability.md",
    title: "Artifacts: from demand to test",
    about:
      "Each MUST, SHOULD and RESERVED of the SpecMan MCP Server specification 1.0.0, and the tests that show it",
    items: "scripts/specman-items.json",
    chapters: {
      TR: "Terminology & References",
      MT: "MCP Transport Compliance",
      CP: "SpecMan Capability Parity",
      CA: "Required Tool: create_artifact",
      IS: "Input Schema Requirements",
      UA: "Required Tool: update_artifact",
      PC: "Prompt Catalog",
      CR: "Constraint Resources",
      CO: "Compliance Resources",
      WG: "Workspace & Data Governance",
      SS: "Session Safety & Deterministic Execution",
      ES: "Entity: MCPWorkspaceSession",
      ED: "Entity: SpecManCapabilityDescriptor",
      AN: "Additional Notes",
    },
    // Demands on readers, which no program can meet.
    notTestable: ["TR-1", "TR-2"],
  },
  {
    file: "docs/code-traceability.md",
    title: "Code search: from demand to test",
    about:
      "Each scenario of SwiftIndex's mcp-server specification and each hard case that we gathered for it, and the tests that show it",
    items: "scripts/code-items.json",
    chapters: {
      SP: "MCP Server Protocol",
      IC: "index_codebase",
      SC: "search_code",
      SD: "search_docs",
      RS: "code_research",
      ER: "Error Handling",
      PR: "Progress Reporting",
      TO: "Tool List Ordering",
      TA: "Tasks API",
      CT: "Content Types and Annotations",
      K: "Hard cases",
    },
    notTestable: [],
  },
  {
    file: "docs/tui-traceability.md",
    title: "The terminal app: from demand to test",
    about:
      "Each user story, requirement and hard case that we gathered for the terminal client of spec-tui, and the tests that show it",
    items: "scripts/tui-items.json",
    chapters: {
      US: "User stories",
      FR: "Functional requirements",
      T1: "Sizes",
      T2: "Wide text",
      T3: "Hostile text",
      T4: "Interruptions, signals, crashes",
      T5: "Keys",
      T6: "Folders of specs",
      T7: "Documents",
      T8: "Ticking",
      T9: "Editor",
      T10: "Worktrees",
      T11: "Run menu",
      T12: "Terminals",
      T13: "Times",
      T14: "Logs",
      T15: "The full story",
    },
    // A test of times would only say how busy the machine is.
    notTestable: ["T13-2", "T13-3", "T13-4", "T13-5"],
    instead: "measured by `npm run bench tui`",
  },
].map((page) => ({ ...page, items: itemsIn(JSON.parse(readFileSync(join(root, page.items), "utf8"))) }));
const known = new Set(pages.flatMap(({ items }) => Object.keys(items)));

const claims = new Map();
const problems = [];
const helpers = new Map(
  sourcesIn(join(root, "test/support"), ".ts").flatMap((file) => [
    ...skippingFunctions(readFileSync(file, "utf8")),
  ]),
);
for (const file of [
  ...sourcesIn(join(root, "src"), ".test.ts"),
  ...sourcesIn(join(root, "test"), ".test.ts"),
].sort())
  readClaims(file);
for (const page of pages) {
  for (const [id, { what, conditional }] of Object.entries(page.items)) {
    const tests = claims.get(id) ?? [];
    const isConditional = tests.length > 0 && tests.every(({ condition }) => condition !== undefined);
    if (tests.length === 0 && !page.notTestable.includes(id)) problems.push(`${id} has no test: ${what}`);
    if (isConditional && conditional === undefined)
      problems.push(
        `${id} has only tests with a condition (${tests[0].condition}): say why in its items file`,
      );
    if (!isConditional && conditional !== undefined)
      problems.push(`${id} no longer needs a reason for a condition`);
  }
  const text = render(page);
  if (!process.argv.includes("--check")) writeFileSync(join(root, page.file), text);
  else if (readOrNothing(join(root, page.file)) !== text)
    problems.push(`${page.file} is outdated: run node scripts/gen-traceability.mjs`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

function itemsIn(written) {
  return Object.fromEntries(
    Object.entries(written).map(([id, item]) => [id, typeof item === "string" ? { what: item } : item]),
  );
}

function readClaims(file) {
  const where = relative(root, file).split(sep).join("/");
  for (const { line, ids, name, condition } of claimsIn(readFileSync(file, "utf8"), helpers)) {
    if (name === undefined) problems.push(`${where}:${line}: no test follows the claim`);
    for (const id of ids) {
      if (!known.has(id)) problems.push(`${where}:${line}: there is no demand ${id}`);
      claims.set(id, [...(claims.get(id) ?? []), { where, name: name ?? "", condition }]);
    }
  }
}

function render({ title, about, items, chapters, notTestable, instead = "addressed to readers" }) {
  const tested = Object.keys(items).filter((id) => claims.has(id)).length;
  const others = notTestable.length > 0 ? `, ${notTestable.length} ${instead}` : "";
  const lines = [
    `# ${title}`,
    "",
    "<!-- Generated by scripts/gen-traceability.mjs from the claims in the tests. Do not edit. -->",
    "",
    `${about}: ${Object.keys(items).length} demands, ${tested} with tests${others}.`,
  ];
  for (const [prefix, heading] of Object.entries(chapters)) {
    lines.push("", `## ${heading}`, "", "| Demand | What | Tests |", "|---|---|---|");
    for (const [id, { what, conditional }] of Object.entries(items).filter(([id]) =>
      id.startsWith(`${prefix}-`),
    )) {
      const tests = (claims.get(id) ?? []).map(
        ({ where, name, condition }) =>
          `${name} (\`${where}\`${condition === undefined ? "" : `; ${condition}`})`,
      );
      if (conditional !== undefined) tests.push(`*${conditional}*`);
      const shown = notTestable.includes(id) ? instead : tests.join("<br>");
      lines.push(`| ${id} | ${cell(what)} | ${cell(shown)} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function sourcesIn(folder, ending) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path, ending);
    return entry.name.endsWith(ending) ? [path] : [];
  });
}

function readOrNothing(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
