import type { LoadedSpec, SpecEntry } from "./library.ts";
import type { Scenario } from "./model.ts";

/** Something in a spec that a search can answer with: the spec itself, a requirement or a scenario. */
export interface SpecPlace {
  readonly spec: SpecEntry;
  /** Empty when the spec itself answers. */
  readonly requirement: string;
  readonly scenario?: string;
  readonly line: number;
  /** What it says, for a snippet. */
  readonly text: string;
}

/** What a line of a spec belongs to. */
export function placeAt({ entry, spec }: LoadedSpec, line: number): SpecPlace {
  const holds = (block: { line: number; endLine: number }) => block.line <= line && line <= block.endLine;
  const requirement = spec.requirements.find(holds);
  if (requirement === undefined)
    return { spec: entry, requirement: "", line: spec.titleLine, text: spec.purpose || (spec.title ?? "") };
  const scenario = requirement.scenarios.find(holds);
  if (scenario !== undefined)
    return {
      spec: entry,
      requirement: requirement.name,
      scenario: scenario.name,
      line: scenario.line,
      text: textOf(scenario),
    };
  const text = requirement.description || requirement.name;
  return { spec: entry, requirement: requirement.name, line: requirement.line, text };
}

/** A place with how well it answers, best first in a list. */
export interface RankedPlace extends SpecPlace {
  readonly score: number;
  /** Share of the query's words, weighted by rarity, that occur there. */
  readonly coverage: number;
}

/**
 * One answer for each requirement, and for each spec as a whole, at its best match. It is a scenario
 * only where that holds more of the question than the requirement's own text does.
 */
export function oncePerRequirement(places: readonly RankedPlace[]): RankedPlace[] {
  const answers = new Map<string, RankedPlace>();
  for (const place of places) {
    const key = `${place.spec.path}\n${place.requirement}`;
    const best = answers.get(key);
    const isWhole = best?.scenario !== undefined && place.scenario === undefined && place.coverage > 0;
    if (best === undefined) answers.set(key, place);
    else if (isWhole && place.coverage >= best.coverage) answers.set(key, { ...place, score: best.score });
  }
  return [...answers.values()];
}

function textOf({ steps, notes }: Scenario): string {
  const said = steps.map((step) => `${step.keyword} ${step.text}`).join(" ");
  return said || notes;
}
