// Writes docs/*-traceability.md: each requirement of a public system next to the tests that cover it. The requirements
// are in scripts/traceability/*.json, by chapter: `id: sentence`, or `id: { what, … }` with
//   conditional  why all of its tests depend on a condition, such as a program that might be missing
//   instead      how it is shown without a test
// A test says what it covers on the line above it: `// covers specman: creates-specs, result-has-paths`.
// With --check nothing is written. A requirement without a test, an unknown requirement, a condition without a reason
// and an outdated page are failures.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { claimsIn, skippingFunctions } from "./traceability-claims.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pages = [
  {
    system: "spec-oxide",
    file: "docs/specs-traceability.md",
    title: "Specs and changes: requirements and tests",
    about: "The scenarios of Spec Oxide's `mcp` specification and the tests that cover them",
  },
  {
    system: "ccski",
    file: "docs/skills-traceability.md",
    title: "Skills: requirements and tests",
    about: "The requirements of ccski's MCP interface and the tests that cover them",
  },
  {
    system: "spec-tui-client",
    file: "docs/client-traceability.md",
    title: "The client: requirements and tests",
    about: "The parts of spec-tui's MCP client contract and the tests that cover them",
  },
  {
    system: "specman",
    file: "docs/artifacts-traceability.md",
    title: "Artifacts: requirements and tests",
    about:
      "Each MUST, SHOULD and RESERVED of the SpecMan MCP Server specification 1.0.0 and the tests that cover it",
  },
  {
    system: "swiftindex",
    file: "docs/code-traceability.md",
    title: "Code search: requirements and tests",
    about:
      "The scenarios of SwiftIndex's `mcp-server` specification, the hard cases that we added, and the tests that cover them",
  },
  {
    system: "spec-tui",
    file: "docs/tui-traceability.md",
    title: "The terminal app: requirements and tests",
    about:
      "The user stories and requirements of spec-tui's terminal client, the hard cases that we added, and the tests that cover them",
  },
  {
    system: "trace",
    file: "docs/trace-traceability.md",
    title: "Requirements and their tests: hard cases and tests",
    about:
      "What can go wrong between requirements, tests, evidence and branches, and the tests that cover it",
  },
  {
    system: "team",
    file: "docs/team-traceability.md",
    title: "A shared index: hard cases and tests",
    about:
      "What can go wrong between checkouts, workers, a shared store and a team server, and the tests that cover it",
  },
].map((page) => ({ ...page, chapters: chaptersOf(page.system) }));
const requirements = new Map(
  pages.flatMap(({ system, chapters }) =>
    chapters.flatMap(({ items }) => items.map((item) => [`${system}: ${item.id}`, item])),
  ),
);

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
for (const [id, item] of requirements) checkTests(id, item);
for (const page of pages) {
  const text = render(page);
  if (!process.argv.includes("--check")) writeFileSync(join(root, page.file), text);
  else if (readOrNothing(join(root, page.file)) !== text)
    problems.push(`${page.file} is outdated: run node scripts/gen-traceability.mjs`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

function chaptersOf(system) {
  const written = JSON.parse(readFileSync(join(root, "scripts", "traceability", `${system}.json`), "utf8"));
  return Object.entries(written).map(([heading, items]) => ({
    heading,
    items: Object.entries(items).map(([id, item]) => ({
      id,
      ...(typeof item === "string" ? { what: item } : item),
    })),
  }));
}

function readClaims(file) {
  const where = relative(root, file).split(sep).join("/");
  for (const { line, system, ids, name, condition } of claimsIn(readFileSync(file, "utf8"), helpers)) {
    if (name === undefined) problems.push(`${where}:${line}: no test follows the comment`);
    for (const id of ids.map((id) => `${system}: ${id}`)) {
      if (!requirements.has(id)) problems.push(`${where}:${line}: unknown requirement ${id}`);
      claims.set(id, [...(claims.get(id) ?? []), { where, name: name ?? "", condition }]);
    }
  }
}

function checkTests(id, { what, conditional, instead }) {
  const tests = claims.get(id) ?? [];
  const isConditional = tests.length > 0 && tests.every(({ condition }) => condition !== undefined);
  if (tests.length === 0 && instead === undefined) problems.push(`${id} has no test (${what})`);
  if (isConditional && conditional === undefined)
    problems.push(
      `all tests of ${id} have a condition (${tests[0].condition}): add the reason to its JSON file`,
    );
  if (!isConditional && conditional !== undefined)
    problems.push(`${id} has a reason for a condition, but a test without one`);
}

function render({ system, title, about, chapters }) {
  const items = chapters.flatMap((chapter) => chapter.items);
  const tested = items.filter(({ id }) => claims.has(`${system}: ${id}`)).length;
  const others = [...new Set(items.flatMap(({ instead = [] }) => instead))].map(
    (instead) => `, ${items.filter((item) => item.instead === instead).length} ${instead}`,
  );
  const lines = [
    `# ${title}`,
    "",
    "<!-- Generated by scripts/gen-traceability.mjs from `// covers` comments in the tests. Do not edit. -->",
    "",
    `${about}: ${items.length} requirements, ${tested} with tests${others.join("")}.`,
    "",
    `A test names what it covers in a comment, for example \`// covers ${system}: ${items[0].id}\`. In parentheses: the test file, and the condition if a test does not run everywhere.`,
  ];
  for (const chapter of chapters) {
    lines.push("", `## ${chapter.heading}`, "", "| Requirement | Name | Tests |", "|---|---|---|");
    for (const { id, what, conditional, instead } of chapter.items) {
      const tests = (claims.get(`${system}: ${id}`) ?? []).map(
        ({ where, name, condition }) =>
          `${name} (\`${where}\`${condition === undefined ? "" : `; ${condition}`})`,
      );
      if (conditional !== undefined) tests.push(`*${conditional}*`);
      lines.push(`| ${cell(what)} | \`${id}\` | ${cell(instead ?? tests.join("<br>"))} |`);
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
