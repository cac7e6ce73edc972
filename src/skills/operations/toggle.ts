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
import { discoveryFlags } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";

const Input = z.object({
  names: z.array(z.string()).default([]).describe("The skills, by any form of their names"),
  all: z.boolean().optional().describe("All skills that match the filters"),
  force: z.boolean().optional().describe("Replace an existing SKILL.md or .SKILL.md of the other state"),
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
  enable: "Enable disabled skills",
  disable: "Disable skills without deleting them: SKILL.md becomes .SKILL.md",
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
    cli: { words: `skills ${mode}`, positionals: ["names..."], flags: discoveryFlags },
    exitCode: ({ failed }) => (failed > 0 ? 1 : 0),
    run: (context, { names, all = false, force = false }) =>
      withRegistry(context, async (registry) => {
        if (names.length === 0 && !all) return noNames();
        const results: Row[] = [];
        for (const [name, target] of await targets(registry, mode, names, all)) {
          results.push(await toggleOne(name, target, mode, force, registry));
        }
        const count = (status: Row["status"]) => results.filter((row) => row.status === status).length;
        const [skipped, failed] = [count("skipped"), count("failed")];
        return ok({ mode, results, succeeded: results.length - skipped - failed, skipped, failed });
      }),
    text: ({ results }) =>
      results
        .map(({ skill, status, error }) => printable(`${skill}: ${status}${error ? `: ${error}` : ""}`))
        .join("\n") || "No skills to change.",
  });
}

export const enableOperation = toggleOperation("enable");
export const disableOperation = toggleOperation("disable");

type Target = Result<Skill> | "already";

async function targets(
  registry: SkillRegistry,
  mode: ToggleMode,
  names: readonly string[],
  all: boolean,
): Promise<[string, Target][]> {
  const { enabled, disabled } = (await registry.refresh()).snapshot;
  const [from, other] = mode === "enable" ? [disabled, enabled] : [enabled, disabled];
  if (all) return from.skills.filter(({ plugin }) => !plugin).map((skill) => [skill.id, ok(skill)]);
  return names.map((name) => {
    const skill = resolveSkill(from, name);
    if (skill.ok || skill.fault.code === "skill_ambiguous") return [name, skill];
    if (resolveSkill(other, name).ok) return [name, "already"];
    // Suggests skills that can be toggled; if there are none, any skills.
    return [name, from.skills.length > 0 ? skill : resolveSkill(other, name)];
  });
}

async function toggleOne(
  name: string,
  target: Target,
  mode: ToggleMode,
  force: boolean,
  registry: SkillRegistry,
): Promise<Row> {
  if (target === "already")
    return { skill: name, path: "", status: "skipped", error: `It is already ${mode}d.` };
  if (!target.ok) return failed(name, "", target.fault);
  const { id, path } = target.value;
  const done = await toggleSkill(target.value, mode, { home: registry.options.paths.home, force });
  if (!done.ok) return failed(id, path, done.fault);
  const newPath = join(target.value.folder.absolute, mode === "enable" ? "SKILL.md" : ".SKILL.md");
  if (done.value === "done") return { skill: id, path: newPath, status: `${mode}d` };
  return {
    skill: id,
    path,
    status: "skipped",
    error: "Both SKILL.md and .SKILL.md exist; pass --force to replace one.",
  };
}

function failed(skill: string, path: string, cause: Fault): Row {
  return { skill, path, status: "failed", error: faultText(cause) };
}

function noNames(): Result<never> {
  const suggest = { operation: "skills_list", args: { all: true }, to: "see all skills" };
  return fail(fault("invalid_argument", "No skills were given.", "Give names, or --all.", { suggest }));
}
