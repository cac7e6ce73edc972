import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import { registryOf } from "./registry-of.ts";
import { PlacedProblemRow, problemText, rowOf, SkillRow } from "./rows.ts";

const Input = z.object({
  all: z.boolean().optional().describe("Show disabled skills too"),
  disabled: z.boolean().optional().describe("Show only disabled skills"),
});

const Output = z.object({
  skills: z.array(SkillRow),
  problems: z.array(PlacedProblemRow),
});
type Output = z.infer<typeof Output>;

export const listOperation = operation({
  name: "skills_list",
  title: "List skills",
  summary: "List the installed skills of every agent, and what is wrong with those that cannot be served",
  icon: "skill",
  effects: reading,
  served: { never: "the description of the skill tool lists them" },
  input: Input,
  output: Output,
  cli: { words: "skills list" },
  run: async (context, { all, disabled }) => {
    const registry = registryOf(context);
    if (!registry.ok) return registry;
    const { discovery, ...views } = await registry.value.snapshot();
    const shown = [
      ...(disabled ? [] : views.enabled.skills),
      ...(disabled || all ? views.disabled.skills : []),
    ];
    const invalid = views.enabled.invalid.flatMap(({ path, problems }) =>
      problems.map((found) => ({ ...found, path })),
    );
    return ok({
      skills: shown.map(rowOf),
      problems: [...invalid, ...discovery.problems].map((found) => ({ ...found })),
    });
  },
  text: (output) => lines(output, plain).join("\n"),
  human: (output, _input, style) => lines(output, style).join("\n"),
});

const same = (text: string) => text;
const plain: Pick<Style, "bold" | "dim" | "warn" | "accent"> = {
  bold: same,
  dim: same,
  warn: same,
  accent: same,
};

function lines({ skills, problems }: Output, style: typeof plain): string[] {
  const providers = [...new Set(skills.map((skill) => skill.provider))].sort();
  const groups = providers.flatMap((provider) => {
    const own = skills.filter((skill) => skill.provider === provider);
    const rows = own.flatMap((skill) => [
      `  ${style.accent(printableLine(skill.id))}  ${style.dim(skill.location)}${skill.disabled ? style.warn("  disabled") : ""}`,
      `    ${printableLine(skill.description)}`,
      ...skill.problems.map((found) => `    ${style.warn(printableLine(problemText(found)))}`),
    ]);
    return [`${style.bold(provider)} (${own.length})`, ...rows];
  });
  const trouble = problems.map(
    (found) => `  ${printableLine(found.path)}: ${printableLine(problemText(found))}`,
  );
  return [
    ...(groups.length > 0
      ? groups
      : ["No skills were found. `hewto skills doctor` shows where they are looked for."]),
    ...(trouble.length > 0 ? ["", style.warn(count(trouble.length, "problem")), ...trouble] : []),
  ];
}
