import type { Requirement, Scenario, Spec } from "../../specs/model.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import { type Level, levelOf } from "../model/level.ts";
import type { RequirementNode } from "../model/node.ts";
import { normalText } from "../model/revision.ts";
import { addressSlug, numberRepeats } from "../model/slug.ts";
import { type FormatProblem, type NodesOfFile, nodeAt, type Place } from "./place.ts";

/** The requirements and scenarios of a spec, or of what a change adds and modifies. */
export function openspecNodes(
  place: Place,
  spec: Spec,
  vocabulary: Vocabulary,
  requirements: readonly Requirement[] = spec.requirements.filter((each) => each.place !== "delta"),
): NodesOfFile {
  const nodes: RequirementNode[] = [];
  const problems: FormatProblem[] = [];
  const unique = numberRepeats();
  for (const requirement of requirements) {
    const id = explicitId(spec, requirement.line, firstScenarioLine(requirement) - 1);
    const { slug } = unique(id ?? addressSlug(requirement.name));
    const level = levelOf(requirement.description, vocabulary.normative);
    const scenarios = requirement.scenarios.filter(({ edit }) => edit?.kind !== "removed");
    const node = nodeAt(place, {
      kind: "requirement",
      item: slug,
      name: requirement.name,
      text: normalText(requirement.description),
      level,
      line: requirement.line,
      endLine: scenarios.length === 0 ? requirement.endLine : firstScenarioLine(requirement) - 1,
      needs: scenarios.length === 0 ? ["test"] : [],
    });
    nodes.push(node, ...scenarioNodes(place, spec, node, scenarios, level, problems));
  }
  return { nodes, problems };
}

function scenarioNodes(
  place: Place,
  spec: Spec,
  parent: RequirementNode,
  scenarios: readonly Scenario[],
  level: Level | undefined,
  problems: FormatProblem[],
): RequirementNode[] {
  const unique = numberRepeats();
  return scenarios.map((scenario) => {
    const { name, line, endLine } = scenario;
    const { slug, isRepeat } = unique(explicitId(spec, line, endLine) ?? addressSlug(name));
    if (isRepeat) problems.push(duplicate(place, parent, scenario, slug));
    const own = { kind: "scenario", item: parent.item, part: slug, parent: parent.address } as const;
    return nodeAt(place, {
      ...own,
      name,
      text: scenarioText(scenario),
      level,
      line,
      endLine,
      needs: ["test"],
    });
  });
}

/** Steps and notes, a line each, keywords in the English of the grammar. */
export function scenarioText({ steps, notes }: Pick<Scenario, "steps" | "notes">): string {
  const lines = steps.map(({ word, text }) => `${word.toUpperCase()} ${normalText(text)}`);
  const rest = normalText(notes);
  return [...lines, ...(rest === "" ? [] : [rest])].join("\n");
}

/** `<!-- trace: reserve -->` as the last line of a block names it, so that a new heading does not rename it. */
function explicitId({ document }: Spec, from: number, to: number): string | undefined {
  if (document.comments.length === 0) return undefined;
  const last = document.linesBetween(from, to).findLast(({ role }) => role !== "blank");
  const id = /^\s*<!--\s*trace:\s*([\p{L}\p{N}-]{1,80})\s*-->\s*$/u.exec(last?.text ?? "")?.[1];
  return id?.toLowerCase();
}

function firstScenarioLine({ scenarios, endLine }: Requirement): number {
  return scenarios[0]?.line ?? endLine + 1;
}

function duplicate(
  place: Place,
  parent: RequirementNode,
  { name, line }: Scenario,
  slug: string,
): FormatProblem {
  const message = `"${parent.name}" has another scenario named "${name}"; this one is addressed as #${slug}.`;
  return { rule: "scenario-duplicate", file: place.file, line, message };
}
