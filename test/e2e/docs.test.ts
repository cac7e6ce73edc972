import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { catalog } from "../../src/catalog.ts";
import { allCommands, allFlags, matchCommand } from "../../src/cli/commands.ts";
import { parseLine } from "../../src/cli/parse.ts";
import { hostTable } from "../../src/hosts/host-table.ts";
import { githubSlug } from "../../src/markdown/slug.ts";
import { type AnyOperation, isTool } from "../../src/operation/operation.ts";
import { profiles } from "../../src/profiles.ts";

const page = (name: string) => readFileSync(name, "utf8");

/** Lines of fenced blocks that call hewto, as words. */
function calls(text: string): string[][] {
  const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? "");
  const lines = blocks.flatMap((block) => block.split("\n"));
  const own = lines.flatMap((line) => /^(?:\$ )?(?:.*&& )?hewto ([a-z-][^#|>]*)/.exec(line)?.[1] ?? []);
  return own.map((line) => [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word));
}

const pagesWithCommands = [
  "README.md",
  ...[
    "getting-started",
    "guides/adopt",
    "guides/gate-pull-requests",
    "guides/verifiable-specs",
    "guides/search-and-research",
    "guides/team-skills",
    "guides/workflow-with-an-agent",
    "profiles",
    "hosts",
    "check",
    "specs",
    "code",
    "research",
    "skills",
    "artifacts",
    "workflow",
  ].map((name) => `docs/${name}.md`),
  "docs/tui.md",
  "docs/packaging.md",
];

it.each(pagesWithCommands)(
  "every command that %s shows is one that there is, with flags that it knows",
  async (name) => {
    const commands = await allCommands();
    const shown = calls(page(name));
    expect(shown.length).toBeGreaterThan(0);
    for (const words of shown) {
      const match = matchCommand(words, commands);
      expect(match?.command.words, words.join(" ")).toBeDefined();
      if (!match) continue;
      const line = parseLine(match.rest, allFlags(match.command));
      expect(line.ok ? "" : line.fault.message, words.join(" ")).toBe("");
    }
  },
);

it("every command that the page about switching names is one that there is, and no row is empty", async () => {
  const commands = await allCommands();
  const text = page("docs/switching.md");
  const named = [...text.matchAll(/`hewto ([a-z][^`]*)`/g)].map(([, line = ""]) => line.split(" "));
  expect(named.length).toBeGreaterThan(80);
  for (const words of named) {
    const match = matchCommand(words, commands);
    expect(match?.command.words, words.join(" ")).toBeDefined();
    if (!match) continue;
    const line = parseLine(match.rest, allFlags(match.command));
    expect(line.ok ? "" : line.fault.message, words.join(" ")).toBe("");
  }
  for (const row of text.split("\n").filter((line) => line.startsWith("| ")))
    expect(row.split("|")[2]?.trim(), row).toMatch(/\S{3}/);
  expect(text).not.toMatch(/\|\s*(?:none|nothing|–|-)\s*\|/i);
});

it("the page of profiles names every profile, its server and its tools in their order", async () => {
  const text = page("docs/profiles.md");
  for (const { name, serverName, toolsets, extras } of profiles) {
    expect(text).toContain(`| \`${name}\` | \`${serverName}\` |`);
    const loaded = await Promise.all(
      catalog.filter((entry) => toolsets.includes(entry.name)).map((entry) => entry.load()),
    );
    const tools = loaded
      .flatMap(({ operations }) => Object.values<AnyOperation>(operations))
      .filter((operation) => isTool(operation, extras));
    if (name === "all") expect(text).toContain(`| ${tools.length}: all below`);
    else expect(text, name).toContain(tools.map((tool) => `\`${tool.name}\``).join(", "));
  }
});

it("the page of hosts names every host and its files", () => {
  const text = page("docs/hosts.md");
  for (const { id, title, projectFile } of hostTable)
    expect(text).toContain(`| ${title} | \`${id}\` | ${projectFile ? `\`${projectFile}\`` : "–"} |`);
});

const written = [
  "README.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "bench/REPORT.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
];
const pages = written.filter((name) => name.endsWith(".md"));
const withoutFences = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "");

it.each(pages)("every link of %s leads to a file and a heading that are there", (name) => {
  for (const [, link = ""] of withoutFences(page(name)).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(link)) continue;
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? name : join(dirname(name), file);
    expect(existsSync(target), link).toBe(true);
    if (anchor === undefined) continue;
    const headings = [...withoutFences(page(target)).matchAll(/^#+ (.*)$/gm)];
    expect(
      headings.map(([, title = ""]) => githubSlug(title)),
      link,
    ).toContain(anchor);
  }
});

it.each(pages)("every row of a table of %s has as many cells as its head", (name) => {
  let head: number | undefined;
  for (const row of withoutFences(page(name)).split("\n")) {
    const cells = row.startsWith("|") ? row.split(/(?<!\\)\|/).length : undefined;
    if (head !== undefined && cells !== undefined) expect(cells, row).toBe(head);
    head = cells;
  }
});

it("every test that the page of security names is there", () => {
  const named = [
    ...page("docs/security.md").matchAll(/`((?:test|src|bench|scripts)\/[\w./-]+\.(?:ts|mjs))`/g),
  ];
  expect(named.length).toBeGreaterThan(40);
  for (const [, file = ""] of named) expect(existsSync(file), file).toBe(true);
});
