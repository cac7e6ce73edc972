// Writes docs/*-traceability.md: every demand of a specification beside the tests that show it. A test claims demands by
// a comment on the line above it: `// seed: CA-3, CA-12`. With --check nothing is written, and a demand without a test,
// an unknown demand or an outdated page is a failure.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pages = [
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
    notTestable: ["T13-2", "T13-3", "T13-4"],
    instead: "measured by `npm run bench tui`",
  },
].map((page) => ({ ...page, items: JSON.parse(readFileSync(join(root, page.items), "utf8")) }));
const known = new Set(pages.flatMap(({ items }) => Object.keys(items)));

const claims = new Map();
const problems = [];
for (const file of [...testFiles(join(root, "src")), ...testFiles(join(root, "test"))].sort())
  readClaims(file);
for (const page of pages) {
  for (const [id, what] of Object.entries(page.items)) {
    if (!claims.has(id) && !page.notTestable.includes(id)) problems.push(`${id} has no test: ${what}`);
  }
  const text = render(page);
  if (!process.argv.includes("--check")) writeFileSync(join(root, page.file), text);
  else if (readOrNothing(join(root, page.file)) !== text)
    problems.push(`${page.file} is outdated: run node scripts/gen-traceability.mjs`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

function readClaims(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  for (const [index, line] of lines.entries()) {
    const claim = /^\s*\/\/ seed: (.+)$/.exec(line)?.[1];
    if (claim === undefined) continue;
    const name = nameOfTest(lines.slice(index + 1, index + 40));
    const where = relative(root, file).split(sep).join("/");
    if (name === undefined) problems.push(`${where}:${index + 1}: no test follows the claim`);
    for (const id of claim.split(",").map((word) => word.trim())) {
      if (!known.has(id)) problems.push(`${where}:${index + 1}: there is no demand ${id}`);
      claims.set(id, [...(claims.get(id) ?? []), { where, name: name ?? "" }]);
    }
  }
}

/** The first text that is followed by a function; rows of `each` come before it. Other comments may stand between. */
function nameOfTest(lines) {
  const start = lines.findIndex((line) => !/^\s*\/\//.test(line));
  const text = lines.slice(start).join("\n");
  if (!/^\s*(?:test|it)\b/.test(text)) return undefined;
  return /(["'`])((?:\\.|(?!\1).)+)\1,\s*(?:\{[^{}]*\},\s*)?(?:async\s*)?(?:\(|\w+ =>)/.exec(text)?.[2];
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
    for (const [id, what] of Object.entries(items).filter(([id]) => id.startsWith(`${prefix}-`))) {
      const tests = (claims.get(id) ?? []).map(({ where, name }) => `${name} (\`${where}\`)`);
      const shown = notTestable.includes(id) ? instead : tests.join("<br>");
      lines.push(`| ${id} | ${cell(what)} | ${cell(shown)} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return entry.name.endsWith(".test.ts") ? [path] : [];
  });
}

function readOrNothing(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
