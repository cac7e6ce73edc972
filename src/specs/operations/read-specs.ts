import * as z from "zod";
import { fault, type Suggestion } from "../../kernel/fault.ts";
import { Problem } from "../../kernel/finding.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { shownId } from "../ids.ts";
import { findSpec, findSpecs, type LoadedSpec, loadSpec, titleOf } from "../library.ts";
import type { Requirement, Scenario } from "../model.ts";
import { openProject } from "../project.ts";
import { foldName } from "../rules.ts";
import { ScenarioShape, Source, scenarioText, shapeProblems, shapeScenario } from "./shapes.ts";

const specId = z.string().describe("Spec id");

export const getSpecRequirements = operation({
  name: "get_spec_requirements",
  title: "Get spec requirements",
  summary: "Gives the requirements of a spec with the number of their scenarios.",
  details: "Scenario bodies are left out: call get_scenario for one of them.",
  icon: "spec",
  effects: reading,
  cli: { words: "specs requirements", positionals: ["spec_id"] },
  input: z.object({ spec_id: specId }),
  output: z.object({
    spec_id: z.string(),
    title: z.string(),
    requirements: z.array(z.object({ name: z.string(), scenario_count: z.number().int(), source: Source })),
    problems: z.array(Problem).optional(),
  }),
  run: async (context, { spec_id }) => {
    const loaded = await openSpec(context, spec_id);
    if (!loaded.ok) return loaded;
    const { entry, spec, problems } = loaded.value;
    const requirements = spec.requirements.map(({ name, scenarios, line }) => ({
      name,
      scenario_count: scenarios.length,
      source: { path: entry.path, line },
    }));
    return ok({ spec_id: entry.id, title: titleOf(loaded.value), requirements, ...shapeProblems(problems) });
  },
  text: ({ spec_id, title, requirements, problems = [] }) => {
    const lines = requirements.map((each) => `- ${each.name} (${count(each.scenario_count, "scenario")})`);
    const flaws = problems.map((problem) => `Problem, line ${problem.line}: ${problem.message}`);
    const head = `${spec_id}: ${title}, ${count(requirements.length, "requirement")}`;
    return [head, ...lines, ...flaws].join("\n");
  },
});

export const getScenario = operation({
  name: "get_scenario",
  title: "Get scenario",
  summary: "Gives one scenario of a requirement in full.",
  details: "Without a scenario name it gives the first one of the requirement.",
  icon: "scenario",
  effects: reading,
  cli: { words: "specs scenario", positionals: ["spec_id", "requirement", "scenario"] },
  input: z.object({
    spec_id: specId,
    requirement: z.string().describe("Name of the requirement"),
    scenario: z.string().optional().describe("Name of the scenario (default: the first one)"),
  }),
  output: z.object({
    spec_id: z.string(),
    requirement: z.object({ name: z.string(), description: z.string() }),
    scenario: ScenarioShape,
    source: Source,
    ambiguous: z.string().optional().describe("Says so when the name fits more than one; the first is given"),
  }),
  run: async (context, { spec_id, requirement, scenario }) => {
    const loaded = await openSpec(context, spec_id);
    if (!loaded.ok) return loaded;
    const found = findRequirement(loaded.value, requirement);
    if (!found.ok) return found;
    const chosen = findScenario(found.value.requirements, scenario, loaded.value.entry.id);
    if (!chosen.ok) return chosen;
    const { name, description } = chosen.value.requirement;
    return ok({
      spec_id: loaded.value.entry.id,
      requirement: { name, description },
      scenario: shapeScenario(chosen.value.scenario),
      source: { path: loaded.value.entry.path, line: chosen.value.scenario.line },
      ambiguous: found.value.ambiguous,
    });
  },
  text: ({ requirement, scenario, source, ambiguous }) =>
    [
      `Requirement: ${requirement.name}`,
      ...(requirement.description === "" ? [] : ["", requirement.description]),
      "",
      scenarioText(scenario),
      "",
      `(${source.path}:${source.line})`,
      ...(ambiguous === undefined ? [] : [ambiguous]),
    ].join("\n"),
});

/** The spec with this id, read now. One that cannot be read has no requirements to speak of. */
export async function openSpec(context: Context, id: string): Promise<Result<LoadedSpec>> {
  const project = await openProject(context.workspace);
  const entry = findSpec(await findSpecs(context.workspace, project.layouts), id);
  if (!entry.ok) return entry;
  const loaded = await loadSpec(context.workspace, entry.value, project.vocabulary);
  return loaded.fault === undefined ? ok(loaded) : fail(loaded.fault);
}

/** All requirements of the name: exact first, else the same but for case and spaces. */
function findRequirement(
  { entry, spec }: LoadedSpec,
  name: string,
): Result<{ requirements: readonly Requirement[]; ambiguous: string | undefined }> {
  const exact = spec.requirements.filter((each) => each.name === name);
  const folded = spec.requirements.filter((each) => foldName(each.name) === foldName(name));
  const requirements = exact.length > 0 ? exact : folded;
  if (requirements.length === 0) {
    const names = spec.requirements.map((each) => each.name);
    const message = `Requirement not found: the spec \`${entry.id}\` has no requirement "${shownId(name)}".`;
    const suggest = {
      operation: "get_spec_requirements",
      args: { spec_id: entry.id },
      to: "see its requirements",
    };
    return notFound("requirement_not_found", message, name, names, { suggest });
  }
  const lines = requirements.map((each) => each.line).join(", ");
  const ambiguous =
    requirements.length > 1
      ? `The name fits ${requirements.length} requirements, on lines ${lines}.`
      : undefined;
  return ok({ requirements, ambiguous });
}

function findScenario(
  requirements: readonly Requirement[],
  name: string | undefined,
  specId: string,
): Result<{ requirement: Requirement; scenario: Scenario }> {
  const all = requirements.flatMap((requirement) =>
    requirement.scenarios.map((scenario) => ({ requirement, scenario })),
  );
  const chosen =
    name === undefined
      ? all[0]
      : (all.find(({ scenario }) => scenario.name === name) ??
        all.find(({ scenario }) => foldName(scenario.name) === foldName(name)));
  if (chosen !== undefined) return ok(chosen);
  const of = requirements[0]?.name ?? "";
  if (all.length === 0) {
    const message = `Scenario not found: requirement "${of}" of \`${specId}\` has no scenarios.`;
    const remedy = "Add one to the spec, or ask for another requirement.";
    return notFound("scenario_not_found", message, "", [], { remedy });
  }
  const names = all.map(({ scenario }) => scenario.name);
  const message = `Scenario not found: requirement "${of}" of \`${specId}\` has no scenario "${shownId(name ?? "")}".`;
  const listed = names.slice(0, 20).map((each) => `"${each}"`);
  return notFound("scenario_not_found", message, name ?? "", names, {
    remedy: `It has: ${listed.join(", ")}.`,
  });
}

function notFound(
  code: "requirement_not_found" | "scenario_not_found",
  message: string,
  word: string,
  names: readonly string[],
  { remedy = "", suggest }: { readonly remedy?: string; readonly suggest?: Suggestion },
): Failure {
  const hint = didYouMean(word, names);
  const text = [hint, remedy].filter((part) => part !== "").join(" ");
  return fail(fault(code, message, text, { subject: { name: word }, suggest }));
}
