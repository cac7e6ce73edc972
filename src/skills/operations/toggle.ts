import { join } from "node:path";
import * as z from "zod";
import { type Fault, fault, faultText } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation, writing } from "../../operation/operation.ts";
import { type ToggleMode, toggleSkill } from "../install/toggle.ts";
import type { SkillRegistry } from "../registry/registry.ts";
import { resolveSkill } from "../registry/resolve.ts";
import type { Skill } from "../skill.ts";
import { registryOf } from "./registry-of.ts";

const Input = z.object({
  names: z.array(z.string()).default([]).describe("The skills, by any form of their names"),
  all: z.boolean().optional().describe("All skills that the filters admit"),
  force: z.boolean().optional().describe("Replace a SKILL.md or .SKILL.md that is in the way"),
});

const Row = z.object({
  skill: z.string(),
  path: z.string(),
  status: z.enum(["enabled", "disabled", "skipped", "failed"]),
  error: z.string().optional(),
});
type Row = z.infer<typeof Row>;

const Output = z.object({
  mode: z.enum(["enable", "disable"]),
  results: z.array(Row),
  succeeded: z.number(),
  skipped: z.number(),
  failed: z.number(),
});

const summaries = {
  enable: "ToggleMode disabled skills on again",
  disable: "ToggleMode skills off without deleting them: SKILL.md becomes .SKILL.md",
} as const;

function toggleOperation(mode: ToggleMode) {
  return operation({
    name: `skills_${mode}`,
    title: mode === "enable" ? "Enable skills" : "Disable skills",
    summary: summaries[mode],
    icon: "edit",
    effects: writing,
    served: { never: "an agent must not decide which instructions it gets" },
    input: Input,
    output: Output,
    cli: { words: `skills ${mode}`, positionals: ["names..."] },
    exitCode: ({ failed }) => (failed > 0 ? 1 : 0),
    run: async (context, { names, all, force = false }) => {
      const registry = registryOf(context);
      if (!registry.ok) return registry;
      if (names.length === 0 && !all) return nothingNamed(mode);
      const results: Row[] = [];
      for (const [name, found] of await targets(registry.value, mode, names, all === true)) {
        results.push(await toggleOne(name, found, mode, force, registry.value));
      }
      const count = (status: Row["status"]) => results.filter((row) => row.status === status).length;
      const [skipped, failed] = [count("skipped"), count("failed")];
      return ok({ mode, results, succeeded: results.length - skipped - failed, skipped, failed });
    },
    text: ({ results }) =>
      results
        .map(({ skill, status, error }) => printable(`${skill}: ${status}${error ? `: ${error}` : ""}`))
        .join("\n") || "Nothing to do.",
  });
}

export const enableOperation = toggleOperation("enable");
export const disableOperation = toggleOperation("disable");

type Found = Result<Skill> | "already";

async function targets(
  registry: SkillRegistry,
  mode: ToggleMode,
  names: readonly string[],
  all: boolean,
): Promise<[string, Found][]> {
  const { enabled, disabled } = await registry.snapshot();
  const [from, other] = mode === "enable" ? [disabled, enabled] : [enabled, disabled];
  if (all) return from.skills.filter(({ plugin }) => !plugin).map((skill) => [skill.id, ok(skill)]);
  return names.map((name) => {
    const found = resolveSkill(from, name);
    if (found.ok || found.fault.code === "skill_ambiguous") return [name, found];
    if (resolveSkill(other, name).ok) return [name, "already"];
    // The suggestions come from where the names are that can be switched, else from where any are.
    return [name, from.skills.length > 0 ? found : resolveSkill(other, name)];
  });
}

async function toggleOne(
  name: string,
  found: Found,
  mode: ToggleMode,
  force: boolean,
  registry: SkillRegistry,
): Promise<Row> {
  if (found === "already")
    return { skill: name, path: "", status: "skipped", error: `It is already ${mode}d.` };
  if (!found.ok) return failed(name, "", found.fault);
  const { id, path } = found.value;
  const done = await toggleSkill(found.value, mode, { home: registry.options.paths.home, force });
  if (!done.ok) return failed(id, path, done.fault);
  const now = join(found.value.folder.absolute, mode === "enable" ? "SKILL.md" : ".SKILL.md");
  if (done.value === "done") return { skill: id, path: now, status: `${mode}d` };
  return {
    skill: id,
    path,
    status: "skipped",
    error: "Both SKILL.md and .SKILL.md are there; --force replaces.",
  };
}

function failed(skill: string, path: string, cause: Fault): Row {
  return { skill, path, status: "failed", error: faultText(cause) };
}

function nothingNamed(mode: ToggleMode): Result<never> {
  const message = `Which skills? \`hewto skills ${mode}\` needs names, or --all.`;
  return fail(fault("invalid_argument", message, "`hewto skills list --all` shows them."));
}
