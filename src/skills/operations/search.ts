import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { queryFault } from "../../kernel/query.ts";
import { ok } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Surface } from "../../operation/surface.ts";
import { searchSkills } from "../registry/search.ts";
import { loadSkill } from "../serve/load.ts";
import type { Skill } from "../skill.ts";
import { discoveryFlags } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";
import { rowOf, SkillRow } from "./rows.ts";

const Input = z.object({
  query: z.string().describe("Words to search names and descriptions for"),
  content: z.boolean().optional().describe("Also search the text of each SKILL.md"),
  limit: z.number().int().min(1).max(1000).default(10).describe("Maximum number of results"),
});

const Output = z.object({
  query: z.string(),
  results: z.array(SkillRow.extend({ score: z.number() })),
  total: z.number(),
});

export const searchOperation = operation({
  name: "skills_search",
  title: "Search skills",
  summary: "Search the names and descriptions of the installed skills",
  icon: "search",
  effects: reading,
  served: { never: "the skill tool searches when called with a query" },
  input: Input,
  output: Output,
  cli: { words: "skills search", positionals: ["query..."], flags: discoveryFlags },
  run: async (context, { query, limit, content }) =>
    queryFault(query, "Give a word of the skill's description.") ??
    withRegistry(context, async (registry) => {
      const { enabled } = await registry.snapshot();
      const texts = content ? await textsOf(enabled.skills) : undefined;
      const hits = searchSkills(enabled.skills, query, (skill) => texts?.get(skill) ?? "");
      const { shown, total } = clip(hits, limit);
      const best = shown[0]?.score ?? 1;
      const results = shown.map(({ skill, score }) => ({
        ...rowOf(skill),
        score: Math.round((score / best) * 1000) / 1000,
      }));
      return ok({ query, results, total });
    }),
  text: resultText,
});

function resultText(
  { query, results, total }: z.output<typeof Output>,
  _input: z.output<typeof Input>,
  surface: Surface,
): string {
  if (results.length === 0) return `No skill matches "${printable(query)}".`;
  const lines = results.map(({ id, description }) => `- ${printable(id)}: ${printable(description)}`);
  const rest = total - results.length;
  if (rest > 0) lines.push(`… and ${rest} more; raise ${surface.argument(searchOperation, "limit")}.`);
  return lines.join("\n");
}

/** The current texts; a skill that can no longer be read is searched by its description alone. */
async function textsOf(skills: readonly Skill[]): Promise<ReadonlyMap<Skill, string>> {
  const texts = new Map<Skill, string>();
  for (const skill of skills) {
    const loaded = await loadSkill(skill);
    if (loaded.ok) texts.set(skill, loaded.value.text);
  }
  return texts;
}
