import * as z from "zod";
import type { Problem } from "../../kernel/finding.ts";
import type { Requirement, Scenario } from "../model.ts";

export const Source = z.object({ path: z.string(), line: z.number().int() });

export const StepShape = z.object({
  keyword: z.string().describe("As written, in upper case"),
  text: z.string(),
  line: z.number().int(),
});

export const ScenarioShape = z.object({
  name: z.string(),
  given: z.array(z.string()),
  when: z.string().describe('All WHEN clauses, joined with " AND "'),
  // biome-ignore lint/suspicious/noThenProperty: the name in the contract; the value is never a function
  then: z.array(z.string()),
  steps: z.array(StepShape).describe("Every clause in the order of the file"),
  notes: z.string().optional().describe("Text of the scenario that is not a step"),
});
export type ScenarioShape = z.infer<typeof ScenarioShape>;

export const RequirementShape = z.object({
  name: z.string(),
  description: z.string(),
  scenarios: z.array(ScenarioShape),
});

export function shapeScenario({ name, steps, notes }: Scenario): ScenarioShape {
  const of = (role: "given" | "when" | "then") =>
    steps.filter((step) => step.role === role).map((step) => step.text);
  return {
    name,
    given: of("given"),
    when: of("when").join(" AND "),
    // biome-ignore lint/suspicious/noThenProperty: the name in the contract; the value is never a function
    then: of("then"),
    steps: steps.map(({ keyword, text, line }) => ({ keyword, text, line })),
    ...(notes === "" ? {} : { notes }),
  };
}

export function shapeRequirement({
  name,
  description,
  scenarios,
}: Requirement): z.infer<typeof RequirementShape> {
  return { name, description, scenarios: scenarios.map(shapeScenario) };
}

/** Present only when there is something to say: an index of sound specs stays small. */
export function shapeProblems(problems: readonly Problem[]): { problems?: Problem[] } {
  return problems.length === 0 ? {} : { problems: [...problems] };
}

/** A scenario as it is written in a spec. */
export function scenarioText({ name, steps, notes }: ScenarioShape): string {
  const clauses = steps.map(({ keyword, text }) => `- **${keyword}** ${text.replaceAll("\n", "\n  ")}`);
  return [`Scenario: ${name}`, ...clauses, ...(notes ? ["", notes] : [])].join("\n");
}
