import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { queryFault } from "../../kernel/query.ts";
import { ok } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { searchSkills } from "../registry/search.ts";
import { loadSkill } from "../serve/load.ts";
import type { Skill } from "../skill.ts";
import { registryOf } from "./registry-of.ts";
import { rowOf, SkillRow } from "./rows.ts";

const Input = z.object({
  query: z.string().describe("Words to look for in names and descriptions"),
  content: z.boolean().optional().describe("Search the whole text of each SKILL.md too"),
  limit: z.number().int().min(1).max(1000).default(10).describe("How many to show"),
});

const Output = z.object({
  query: z.string(),
  results: z.array(SkillRow.extend({ score: z.number() })),
  total: z.number(),
});

export const searchOperation = operation({
  name: "skills_search",
  title: "Search skills",
  summary: "Search the names and descriptions of the installed skills, and with --content their texts",
  icon: "search",
  effects: reading,
  served: { never: "the skill tool searches when it is given a query" },
  input: Input,
  output: Output,
  cli: { words: "skills search", positionals: ["query..."] },
  run: async (context, { query, limit, content }) => {
    const refused = queryFault(query, "Give a word that the skill's description has.");
    if (refused) return refused;
    const registry = registryOf(context);
    if (!registry.ok) return registry;
    const { enabled } = await registry.value.snapshot();
    const texts = content ? await textsOf(enabled.skills) : undefined;
    const found = searchSkills(enabled.skills, query, (skill) => texts?.get(skill) ?? "");
    const { shown, total } = clip(found, limit);
    const best = shown[0]?.score ?? 1;
    const results = shown.map(({ skill, score }) => ({
      ...rowOf(skill),
      score: Math.round((score / best) * 1000) / 1000,
    }));
    return ok({ query, results, total });
  },
  text: ({ query, results, total }) => {
    if (results.length === 0) return `No skill fits "${printable(query)}".`;
    const lines = results.map(({ id, description }) => `- ${printable(id)}: ${printable(description)}`);
    return [
      ...lines,
      ...(total > results.length ? [`… and ${total - results.length} more; raise --limit.`] : []),
    ].join("\n");
  },
});

/** The texts as they are now; what cannot be read any more is searched by its description alone. */
async function textsOf(skills: readonly Skill[]): Promise<ReadonlyMap<Skill, string>> {
  const texts = new Map<Skill, string>();
  for (const skill of skills) {
    const loaded = await loadSkill(skill);
    if (loaded.ok) texts.set(skill, loaded.value.text);
  }
  return texts;
}
