import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { PathProblem } from "../finding.ts";
import { discoveryFlags } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";
import { problemText, rowOf, SkillRow } from "./rows.ts";

const Input = z.object({
  all: z.boolean().optional().describe("Show disabled skills too"),
  disabled: z.boolean().optional().describe("Show only disabled skills"),
});

const Output = z.object({
  skills: z.array(SkillRow),
  problems: z.array(PathProblem),
});
type Output = z.infer<typeof Output>;

export const listOperation = operation({
  name: "skills_list",
  title: "List skills",
  summary: "List the installed skills of every agent, and the problems of those that cannot be served",
  icon: "skill",
  effects: reading,
  served: { never: "the description of the skill tool lists them" },
  input: Input,
  output: Output,
  cli: { words: "skills list", flags: discoveryFlags },
  run: (context, { all, disabled }) =>
    withRegistry(context, async (registry) => {
      // The process may live long: the page asks again after each change.
      const { discovery, ...views } = (await registry.refresh()).snapshot;
      const skills = [
        ...(disabled ? [] : views.enabled.skills),
        ...(disabled || all ? views.disabled.skills : []),
      ];
      const invalid = views.enabled.invalid.flatMap(({ path, problems }) =>
        problems.map((each) => ({ ...each, path })),
      );
      return ok({
        skills: skills.map(rowOf),
        problems: [...invalid, ...discovery.problems].map((each) => ({ ...each })),
      });
    }),
  text: (output, _input, surface) => lines(output, plain, surface).join("\n"),
  human: (output, _input, style, surface) => lines(output, style, surface).join("\n"),
});

const same = (text: string) => text;
const plain: Pick<Style, "bold" | "dim" | "warn" | "accent"> = {
  bold: same,
  dim: same,
  warn: same,
  accent: same,
};

function lines({ skills, problems }: Output, style: typeof plain, surface: Surface): string[] {
  const providers = [...new Set(skills.map((skill) => skill.provider))].sort();
  const groups = providers.flatMap((provider) => {
    const own = skills.filter((skill) => skill.provider === provider);
    const rows = own.flatMap((skill) => [
      `  ${style.accent(printableLine(skill.id))}  ${style.dim(skill.location)}${skill.disabled ? style.warn("  disabled") : ""}`,
      `    ${printableLine(skill.description)}`,
      ...skill.problems.map((each) => `    ${style.warn(printableLine(problemText(each)))}`),
    ]);
    return [`${style.bold(provider)} (${own.length})`, ...rows];
  });
  const rows = problems.map((each) => `  ${printableLine(each.path)}: ${printableLine(problemText(each))}`);
  const where = surface.recommend({ operation: "skills_doctor", to: "see where Hewto looked" });
  return [
    ...(groups.length > 0 ? groups : [`No skills were found. ${where}`.trimEnd()]),
    ...(rows.length > 0 ? ["", style.warn(count(rows.length, "problem")), ...rows] : []),
  ];
}
