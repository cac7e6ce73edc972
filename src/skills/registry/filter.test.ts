import { utimes } from "node:fs/promises";
import { expect, test } from "vitest";
import { registryIn, servedIds, skillText, skillTree } from "../../../test/support/skills.ts";
import { parseFilters } from "./filter.ts";
import { matches, parsePattern } from "./pattern.ts";

const plugin = JSON.stringify({
  plugins: { "example@market": { installPath: "example" }, "other@market": [{ installPath: "other" }] },
});
const everything = {
  "ws/.claude/skills/pdf/SKILL.md": skillText("pdf"),
  "ws/.claude/skills/docx/SKILL.md": skillText("docx"),
  "ws/.codex/skills/pdf/SKILL.md": skillText("pdf"),
  "home/.agents/skills/notes/SKILL.md": skillText("notes"),
  "home/.claude/plugins/installed_plugins.json": plugin,
  "home/.claude/plugins/example/skills/pdf/SKILL.md": skillText("pdf"),
  "home/.claude/plugins/other/skills/fmt/SKILL.md": skillText("fmt"),
};
const all = [
  "agents:notes",
  "claude:@example:pdf",
  "claude:@other:fmt",
  "claude:docx",
  "claude:pdf",
  "codex:pdf",
];

async function filtered(include: string[], exclude: string[] = []): Promise<string[]> {
  const tree = await skillTree(everything);
  return (await servedIds(await registryIn(tree, { include, exclude }))).sort();
}

const without = (...gone: string[]) => all.filter((id) => !gone.includes(id));

test("without filters every skill is listed, including copies of a name", async () => {
  expect(await filtered([])).toEqual(all);
  expect(await filtered(["all"])).toEqual(all);
});

// covers ccski: include-and-exclude
test("a provider, a bare name and a pattern each include what they match", async () => {
  expect(await filtered(["codex"])).toEqual(["codex:pdf"]);
  expect(await filtered(["pdf"])).toEqual(["claude:@example:pdf", "claude:pdf", "codex:pdf"]);
  expect(await filtered(["claude:pd?"])).toEqual(["claude:@example:pdf", "claude:pdf"]);
  expect(await filtered(["claude:d*,notes"])).toEqual(["agents:notes", "claude:docx"]);
  expect(await filtered(["gemini"])).toEqual([]);
});

// covers ccski: include-and-exclude
test("an exclude removes exactly what it matches and overrides every include", async () => {
  expect(await filtered([], ["pdf"])).toEqual(["agents:notes", "claude:@other:fmt", "claude:docx"]);
  expect(await filtered(["codex", "all"], ["codex"])).toEqual(without("codex:pdf"));
  expect(await filtered([], ["location:user"])).toEqual(without("agents:notes"));
});

test("a provider without skills excludes nothing and includes nothing", async () => {
  expect(await filtered([], ["cursor"])).toEqual(all);
  expect(await filtered(["cursor"])).toEqual([]);
});

test("plugins can be selected as a group, by plugin, by skill and by id", async () => {
  expect(await filtered(["@plugins"])).toEqual(["claude:@example:pdf", "claude:@other:fmt"]);
  expect(await filtered(["claude:@plugins:ex*"])).toEqual(["claude:@example:pdf"]);
  expect(await filtered(["@plugins:other:fmt"])).toEqual(["claude:@other:fmt"]);
  for (const token of [
    "@example:pdf",
    "claude@example:pdf",
    "claude:@example:pdf",
    "example:pdf",
    "EXAMPLE:PDF",
  ]) {
    expect(await filtered([token]), token).toEqual(["claude:@example:pdf"]);
  }
  expect(await filtered([], ["@plugins"])).toEqual(without("claude:@example:pdf", "claude:@other:fmt"));
});

test("auto keeps one skill of each short name, the newer of equals, and other tokens add to it", async () => {
  const tree = await skillTree(everything);
  await utimes(`${tree.ws}/.codex/skills/pdf/SKILL.md`, 1000, 1000);
  const ids = async (...include: string[]) => (await servedIds(await registryIn(tree, { include }))).sort();
  expect(await ids("auto")).toEqual(without("claude:@example:pdf", "codex:pdf"));
  expect(await ids("auto", "codex:pdf")).toEqual(without("claude:@example:pdf"));
  await utimes(`${tree.ws}/.claude/skills/pdf/SKILL.md`, 500, 500);
  expect(await ids("auto:pdf")).toEqual(["codex:pdf"]);
});

test("a file token selects one skill by its path", async () => {
  const tree = await skillTree(everything);
  const folder = `${tree.ws}/.codex/skills/pdf`;
  expect(await servedIds(await registryIn(tree, { include: [`file:${folder}`] }))).toEqual(["codex:pdf"]);
});

test("invalid tokens are refused with one sentence", () => {
  for (const token of ["", "a,,b", "[ab*", "codex:@plugins", "codex@x:y", "@foo", "location:moon", "a\\"]) {
    const parsed = parseFilters([token], []);
    expect(parsed.ok, token).toBe(false);
    if (!parsed.ok) expect(parsed.fault.code).toBe("invalid_argument");
  }
});

test("patterns support sets, negated sets and escapes", () => {
  const fits = (pattern: string, name: string) => {
    const parsed = parsePattern(pattern);
    return parsed.ok && matches(parsed.value, name);
  };
  expect(fits("p[a-e]f", "pdf")).toBe(true);
  expect(fits("p[!d]f", "pdf")).toBe(false);
  expect(fits("\\*", "*")).toBe(true);
  expect(fits("\\*", "pdf")).toBe(false);
  expect(fits("*d*", "PDF")).toBe(true);
  expect(fits("[]]x", "]x")).toBe(true);
});

test("a pattern of many stars against a long name is fast", () => {
  const parsed = parsePattern(`${"*a".repeat(40)}b`);
  expect(parsed.ok && matches(parsed.value, "a".repeat(2000))).toBe(false);
});
