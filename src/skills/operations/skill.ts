import * as z from "zod";
import { faultText } from "../../kernel/fault.ts";
import { queryFault } from "../../kernel/query.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { callName } from "../registry/resolve.ts";
import { searchSkills } from "../registry/search.ts";
import type { View } from "../registry/view.ts";
import { loadBundled, loadSkill, skillHeader } from "../serve/load.ts";
import type { Skill } from "../skill.ts";
import { discoveryFlags } from "./flags.ts";
import { registryOf, withRegistry } from "./registry-of.ts";

const searchName = "?";
const maxHits = 20;

const Input = z.object({
  name: z
    .string()
    .describe('The skill name, case-insensitive, e.g. "pdf", "codex:pdf" or "plugin:pdf"; "?" to search'),
  path: z
    .string()
    .optional()
    .describe('A file of the skill to read instead of its SKILL.md; "." lists its files'),
  query: z.string().optional().describe('With the name "?": words to search names and descriptions for'),
});

/** The only tool of ccski. Its description is the catalog. */
export const skillOperation = operation({
  name: "skill",
  title: "Skill",
  summary: "Load a skill: its instructions, as they are in its SKILL.md",
  details: describe,
  icon: "skill",
  effects: reading,
  input: Input,
  output: z.string(),
  cli: { words: "skills load", positionals: ["name"], flags: discoveryFlags },
  run: (context, { name, path, query = "" }) =>
    withRegistry(context, async (registry) => {
      if (name.trim() === searchName) return search((await registry.snapshot()).enabled, query);
      const skill = await registry.resolve(name);
      if (!skill.ok) return skill;
      context.touched(skill.value.path);
      return path === undefined ? load(skill.value) : readFile(skill.value, path);
    }),
  text: (output) => output,
  human: (output) => printable(output),
});

async function describe(context: Context): Promise<string> {
  const registry = registryOf(context);
  return registry.ok ? (await registry.value.snapshot()).description : faultText(registry.fault);
}

async function load(skill: Skill): Promise<Result<string>> {
  const loaded = await loadSkill(skill);
  return loaded.ok ? ok(`${skillHeader(skill)}\n\n${loaded.value.text}`) : loaded;
}

async function readFile(skill: Skill, path: string): Promise<Result<string>> {
  const text = await loadBundled(skill, path);
  return text.ok ? ok(`name: ${skill.name}\nfile: ${path}\n\n${text.value}`) : text;
}

function search(view: View, query: string): Result<string> {
  if (query.trim() === "") return ok(nameList(view));
  return queryFault(query) ?? ok(hitList(view, query));
}

function nameList(view: View): string {
  const names = view.skills.map((skill) => callName(view, skill));
  return names.length === 0 ? "No skills were found." : `Skills: ${names.join(", ")}`;
}

function hitList(view: View, query: string): string {
  const hits = searchSkills(view.skills, query);
  if (hits.length === 0) return `No skill matches "${query}". {"name": "?"} lists the names of all skills.`;
  const lines = hits.slice(0, maxHits).map(({ skill }) => `- ${callName(view, skill)}: ${skill.description}`);
  const rest = hits.length - lines.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more; add a word to the query.`] : [])].join("\n");
}
