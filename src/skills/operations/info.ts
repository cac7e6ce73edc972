import * as z from "zod";
import { clipText } from "../../kernel/clip.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { printable, printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { SkillRegistry } from "../registry/registry.ts";
import { resolveSkill } from "../registry/resolve.ts";
import { loadSkill } from "../serve/load.ts";
import { readManifest } from "../serve/manifest.ts";
import { fileUri, skillUri } from "../serve/uri.ts";
import type { Skill } from "../skill.ts";
import { discoveryFlags } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";
import { problemText, rowOf, SkillRow } from "./rows.ts";

const previewLength = 2000;

const Input = z.object({
  name: z.string().describe("The skill, by any form of its name"),
  full: z.boolean().optional().describe("Show the whole text, not only the start"),
});

const Output = SkillRow.extend({
  sha256: z.string(),
  size: z.number(),
  uri: z.string().optional(),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
  content: z.string(),
});

export const infoOperation = operation({
  name: "skills_info",
  title: "Skill info",
  summary: "Show a skill's origin, its files with digests, and its text; also for disabled skills",
  icon: "skill",
  effects: reading,
  served: { never: "the skill tool returns the same facts with the instructions" },
  input: Input,
  output: Output,
  cli: { words: "skills info", positionals: ["name"], flags: discoveryFlags },
  run: (context, { name, full }) =>
    withRegistry(context, async (registry) => {
      const skill = await findAny(registry, name);
      if (!skill.ok) return skill;
      const loaded = await loadSkill(skill.value);
      if (!loaded.ok) return loaded;
      const manifest = await readManifest(skill.value);
      const { text, sha256, bytes } = loaded.value;
      const uri = skillUri(skill.value);
      return ok({
        ...rowOf(skill.value),
        sha256,
        size: bytes,
        uri: uri === undefined ? undefined : fileUri(uri, "SKILL.md"),
        files: manifest.ok ? manifest.value.map((file) => ({ ...file })) : [],
        content: full ? text : clipText(text, previewLength, "pass --full for the rest"),
      });
    }),
  text: (info) => [...headLines(info).map(printableLine), "", printable(info.content)].join("\n"),
});

function headLines(info: z.infer<typeof Output>): string[] {
  return [
    `id: ${info.id}`,
    `name: ${info.name}`,
    `description: ${info.description}`,
    `path: ${info.path}`,
    `location: ${info.location}`,
    `provider: ${info.provider}`,
    ...(info.plugin ? [`plugin: ${info.plugin.name}@${info.plugin.marketplace} ${info.plugin.version}`] : []),
    ...(info.disabled ? ["state: disabled"] : []),
    ...(info.uri === undefined ? [] : [`uri: ${info.uri}`]),
    `sha256: ${info.sha256}`,
    ...info.files.map((file) => `file: ${file.path} (${file.size} bytes)`),
    ...info.problems.map((each) => `problem: ${problemText(each)}`),
  ];
}

/** An enabled skill, or else a disabled one. */
export async function findAny(registry: SkillRegistry, name: string): Promise<Result<Skill>> {
  const { enabled, disabled } = await registry.snapshot();
  const skill = resolveSkill(enabled, name);
  if (skill.ok || skill.fault.code !== "skill_not_found") return skill;
  const other = resolveSkill(disabled, name);
  return other.ok || other.fault.code === "skill_ambiguous" ? other : skill;
}
