import * as z from "zod";
import { Problem } from "../../kernel/finding.ts";
import { ok } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { titleOf } from "../library.ts";
import { openSpec } from "./read-specs.ts";
import { RequirementShape, scenarioText, shapeProblems, shapeRequirement } from "./shapes.ts";

const SpecShape = z.object({
  id: z.string(),
  title: z.string(),
  purpose: z.string(),
  path: z.string(),
  requirements: z.array(RequirementShape.extend({ line: z.number().int() })),
  problems: z.array(Problem).optional(),
});

/** For people: the whole spec at once. Models go down from list_specs step by step. */
export const showSpec = operation({
  name: "specs_show",
  title: "Show spec",
  summary: "Shows a spec: its purpose and all requirements with their scenarios.",
  icon: "spec",
  effects: reading,
  served: { never: "agents read a spec in parts: get_spec_requirements, then get_scenario" },
  cli: { words: "specs show", positionals: ["spec_id"] },
  input: z.object({ spec_id: z.string().describe("Id of the spec, as `specs list` gives it") }),
  output: SpecShape,
  run: async (context, { spec_id }) => {
    const loaded = await openSpec(context, spec_id);
    if (!loaded.ok) return loaded;
    const { entry, spec, problems } = loaded.value;
    return ok({
      id: entry.id,
      title: titleOf(loaded.value),
      purpose: spec.purpose,
      path: entry.path,
      requirements: spec.requirements.map((each) => ({ ...shapeRequirement(each), line: each.line })),
      ...shapeProblems(problems),
    });
  },
  text: (spec) => {
    const parts = [
      `# ${spec.title}`,
      spec.purpose,
      ...(spec.problems ?? []).map((each) => `Problem: ${each.message}`),
    ];
    for (const { name, description, scenarios } of spec.requirements) {
      parts.push(`## ${name}`, description, ...scenarios.map(scenarioText));
    }
    return parts.filter((part) => part !== "").join("\n\n");
  },
  human: (spec, _input, style) => {
    const lines = [style.bold(printable(spec.title)), style.dim(`${spec.path}`), "", printable(spec.purpose)];
    for (const problem of spec.problems ?? []) lines.push(style.warn(printable(problem.message)));
    for (const { name, description, scenarios } of spec.requirements) {
      lines.push("", style.accent(printable(name)), printable(description));
      for (const scenario of scenarios)
        lines.push("", `  ${printable(scenarioText(scenario)).replaceAll("\n", "\n  ")}`);
    }
    return lines.join("\n");
  },
});
