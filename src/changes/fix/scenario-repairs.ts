import type { MarkdownDocument } from "../../markdown/document.ts";
import type { Requirement, Scenario, Spec } from "../../specs/model.ts";
import { blockOf, normalForm, trimEnd } from "../delta/blocks.ts";
import type { Delta } from "../delta/delta.ts";
import type { Misfit } from "../delta/misfits.ts";
import { type LineEdit, lastTextLine } from "./line-edits.ts";

/** What becomes of a scenario that a MODIFIED requirement leaves out. */
export type DroppedScenarios = "remove" | "keep";

export interface Repair {
  readonly rule: string;
  readonly line: number;
  readonly message: string;
  readonly edits: readonly LineEdit[];
  /** Writes a heading that OpenSpec does not know. */
  readonly isDialect?: true;
}

/** How alike two scenarios must be for one to be the other under a new name. */
const minLikeness = 0.5;

/**
 * Scenarios of the spec that a MODIFIED requirement does not have. One that has a likely successor in the delta was
 * renamed; any other is removed by name, or repeated. Other parts, such as a rationale, are always repeated: who
 * edits scenarios rarely means to drop them.
 */
export function repairDropped(
  { spec: { document: delta }, renamed }: Delta,
  requirement: Requirement,
  target: Spec,
  misfits: readonly Misfit[],
  choice: DroppedScenarios,
): Repair[] {
  const oldName = renamed.find(({ to }) => to === requirement.name)?.from ?? requirement.name;
  const theirs = target.requirements.find(({ name }) => name === oldName);
  if (theirs === undefined) return [];
  const block = blockOf(target.document, theirs);
  const known = new Set(theirs.scenarios.map(({ name }) => name));
  let fresh = requirement.scenarios.filter(({ name, edit }) => edit === undefined && !known.has(name));
  const end = lastTextLine(delta, requirement.endLine);
  return misfits.flatMap(({ rule, part = "" }): Repair[] => {
    const piece = block.pieces.find(({ name }) => name === part);
    if (piece === undefined) return [];
    const at = { rule, line: requirement.line };
    const repeat = {
      ...at,
      message: `Repeats "${part}" of the spec.`,
      edits: [insert(end, trimEnd(piece.text))],
    };
    if (choice === "keep" || !piece.isScenario) return [repeat];
    const successor = likeliest(delta, fresh, piece.text);
    if (successor === undefined) {
      const message = `Removes the scenario "${part}" by name.`;
      return [{ ...at, message, edits: [insert(end, `#### REMOVED Scenario: ${part}`)], isDialect: true }];
    }
    fresh = fresh.filter((each) => each !== successor);
    const { name, line } = successor;
    const message = `Renames the scenario "${part}" to "${name}".`;
    const text = `#### RENAMED Scenario: ${part} → ${name}`;
    return [{ ...at, line, message, edits: [{ kind: "replace", line, text }], isDialect: true }];
  });
}

function insert(after: number, text: string): LineEdit {
  return { kind: "insert", after, text: `\n${text}` };
}

function likeliest(delta: MarkdownDocument, fresh: readonly Scenario[], old: string): Scenario | undefined {
  const wanted = wordsOf(old);
  const rated = fresh.map((scenario) => {
    const lines = delta.linesBetween(scenario.line, scenario.endLine).map(({ text }) => text);
    return { scenario, likeness: likeness(wanted, wordsOf(lines.join("\n"))) };
  });
  const [best] = rated.sort((a, b) => b.likeness - a.likeness);
  return best !== undefined && best.likeness >= minLikeness ? best.scenario : undefined;
}

/** Words of a scenario, without those that every scenario has. */
function wordsOf(text: string): Set<string> {
  const words =
    normalForm(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !/^(?:scenario|given|when|then|and|but|the|a|an|is)$/.test(word)));
}

/** The share of words that two scenarios have in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}
