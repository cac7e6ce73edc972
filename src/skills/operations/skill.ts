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
import { registryOf } from "./registry-of.ts";

const searchName = "?";
const shownHits = 20;

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

/** The one tool of the original system. Its description is the catalog. */
export const skillOperation = operation({
  name: "skill",
  title: "Skill",
  summary: "Load a skill: its instructions, as they are in its SKILL.md",
  details: describe,
  icon: "skill",
  effects: reading,
  input: Input,
  output: z.string(),
  cli: { words: "skills load", positionals: ["name"] },
  run: async (context, input) => {
    const { name, path, query = "" } = input;
    if (name.trim() === searchName) return search(context, query);
    return path === undefined ? load(context, name) : bundled(context, name, path);
  },
  text: (output) => output,
  human: (output) => printable(output),
});

async function describe(context: Context): Promise<string> {
  const registry = registryOf(context);
  return registry.ok ? (await registry.value.snapshot()).description : faultText(registry.fault);
}

async function load(context: Context, name: string): Promise<Result<string>> {
  const registry = registryOf(context);
  if (!registry.ok) return registry;
  const skill = await registry.value.resolve(name);
  if (!skill.ok) return skill;
  context.touched(skill.value.path);
  const loaded = await loadSkill(skill.value);
  return loaded.ok ? ok(`${skillHeader(skill.value)}\n\n${loaded.value.text}`) : loaded;
}

async function bundled(context: Context, name: string, path: string): Promise<Result<string>> {
  const registry = registryOf(context);
  if (!registry.ok) return registry;
  const skill = await registry.value.resolve(name);
  if (!skill.ok) return skill;
  context.touched(skill.value.path);
  const text = await loadBundled(skill.value, path);
  return text.ok ? ok(`name: ${skill.value.name}\nfile: ${path}\n\n${text.value}`) : text;
}

async function search(context: Context, query: string): Promise<Result<string>> {
  const registry = registryOf(context);
  if (!registry.ok) return registry;
  const view = (await registry.value.snapshot()).enabled;
  if (query.trim() === "") return ok(everyName(view));
  return queryFault(query) ?? ok(hitList(view, query));
}

function everyName(view: View): string {
  const names = view.skills.map((skill) => callName(view, skill));
  return names.length === 0 ? "No skills were found." : `Skills: ${names.join(", ")}`;
}

function hitList(view: View, query: string): string {
  const hits = searchSkills(view.skills, query);
  const shown = hits.slice(0, shownHits);
  if (shown.length === 0) return `No skill fits "${query}". {"name": "?"} lists the names of all.`;
  const lines = shown.map(({ skill }) => `- ${callName(view, skill)}: ${skill.description}`);
  const rest = hits.length - shown.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more; add a word to the query.`] : [])].join("\n");
}
