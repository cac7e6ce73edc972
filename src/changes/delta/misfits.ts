import type { Suggestion } from "../../kernel/fault.ts";
import { nearest } from "../../kernel/nearest.ts";
import type { Requirement } from "../../specs/model.ts";
import { foldName } from "../../specs/rules.ts";
import type { Renaming } from "./delta.ts";
import type { MergeProblem } from "./merge.ts";

/** Why the change does not fit the spec. */
export interface Misfit {
  readonly rule: string;
  readonly name: string;
  readonly line: number;
  readonly message: string;
  readonly fix?: string;
  readonly suggest?: Suggestion;
  /** The scenario or other part that is left out. */
  readonly part?: string;
  readonly isConflict?: boolean;
  /** What the entry asks for is so already; the rest of the delta can be applied. */
  readonly isDone?: boolean;
}

interface DeltaEntry {
  readonly section: string;
  readonly name: string;
  readonly line: number;
}

function rebaseFix(changeId: string): Pick<Misfit, "fix" | "suggest"> {
  return {
    fix: "Bring the current text into the delta.",
    suggest: {
      operation: "changes_rebase",
      args: { change_id: changeId },
      to: "record that the delta has the current text",
    },
  };
}

/** `absent` is the capability when there is no spec at all. */
export function targetMissing(
  entry: DeltaEntry,
  names: readonly string[],
  absent: string | undefined,
): Misfit {
  const { section, name, line } = entry;
  const folded = names.find((each) => foldName(each) === foldName(name));
  const [closest] = folded === undefined ? nearest(name, names, 1) : [folded];
  const where =
    absent === undefined ? "the spec has no requirement of that name" : `there is no spec \`${absent}\``;
  const hint = closest === undefined ? "" : ` The closest name is "${closest}".`;
  const message = `${section} "${name}": ${where}.${hint}`;
  return {
    rule: "target-missing",
    name,
    line,
    message,
    fix: closest === undefined ? withoutTarget(section) : `Write \`### Requirement: ${closest}\`.`,
  };
}

function withoutTarget(section: string): string {
  if (section === "MODIFIED") return "If it is new, put it under `## ADDED Requirements`.";
  return "If it is gone already, delete the entry.";
}

/** A requirement to remove that the spec does not have, under no spelling. */
export function removalDone({ name, line }: Pick<DeltaEntry, "name" | "line">): Misfit {
  const message = `REMOVED "${name}": the spec has no requirement of that name, so there is nothing to remove.`;
  const fix = "If it is gone already, delete the entry.";
  return { rule: "removal-done", name, line, message, fix, isDone: true };
}

export function targetAmbiguous({ section, name, line }: DeltaEntry, count: number): Misfit {
  const message = `${section} "${name}": the spec has ${count} requirements of that name.`;
  return {
    rule: "target-ambiguous",
    name,
    line,
    message,
    fix: "Give them different names in the spec first.",
  };
}

/** `existing` differs from the entry's name at most in case and spaces. */
export function targetExists({ section, name, line }: DeltaEntry, existing = name): Misfit {
  const which =
    existing === name ? "a requirement of that name, with other text" : `"${existing}", nearly the same name`;
  const message = `${section} "${name}": the spec already has ${which}.`;
  const fix = "Move it below `## MODIFIED Requirements`, or choose another name.";
  return { rule: "target-exists", name, line, message, fix };
}

export function renameConflict({ from, to, line }: Renaming): Misfit {
  const message = `RENAMED "${from}" to "${to}": the spec already has a requirement "${to}".`;
  const fix = "Choose another name, or rename the other requirement first, above this entry.";
  return { rule: "rename-conflict", name: to, line, message, fix, isConflict: true };
}

export function removalConflict(name: string, line: number, changeId: string): Misfit {
  const message = `REMOVED "${name}": the requirement was changed in the spec since the change was written.`;
  return { rule: "removal-conflict", name, line, message, ...rebaseFix(changeId), isConflict: true };
}

export function capabilityEmptied(capability: string, line: number): Misfit {
  const message = `The change leaves \`${capability}\` without any requirement.`;
  const fix = "Add `retire_capabilities: true` to `.openspec.yaml` of the change if the spec may go.";
  return { rule: "capability-emptied", name: "", line, message, fix };
}

export function mergeMisfit(
  { name, line, scenarios }: Requirement,
  problem: MergeProblem,
  changeId: string,
): Misfit {
  const scenario = scenarios.find((each) => each.name === problem.scenario);
  const at = { name, line: scenario?.line ?? line };
  switch (problem.kind) {
    case "dropped": {
      const what = problem.isScenario ? "scenario" : "part";
      const message = `MODIFIED "${name}" leaves out the ${what} "${problem.scenario}" of the spec.`;
      const fix = `Repeat it, or write \`#### REMOVED Scenario: ${problem.scenario}\` (a heading of Hewto; OpenSpec refuses it).`;
      return { rule: `${what}-dropped`, ...at, message, fix, part: problem.scenario };
    }
    case "edit-target": {
      const message = `MODIFIED "${name}": the spec has no scenario "${problem.scenario}".`;
      return { rule: "scenario-target-missing", ...at, message };
    }
    case "conflict":
    case "removal-conflict":
    case "rename-conflict": {
      const subject = problem.scenario === undefined ? "" : `the scenario "${problem.scenario}" `;
      const message = `MODIFIED "${name}": ${subject}${problem.message}.`;
      const rule = problem.kind === "conflict" ? "base-conflict" : problem.kind;
      if (problem.kind === "rename-conflict") return { rule, ...at, message, isConflict: true };
      return { rule, ...at, message, ...rebaseFix(changeId), isConflict: true };
    }
  }
}
