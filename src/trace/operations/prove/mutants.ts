import { ok, type Result } from "../../../kernel/result.ts";
import { count } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import type { SourceTree } from "../../evidence/rests/source-tree.ts";
import type { CodeMap } from "../../links/code-map.ts";
import type { Baseline, SteadyGroup } from "../../prove/baseline.ts";
import { candidatesIn } from "../../prove/candidates.ts";
import type { StoredRuns } from "../../prove/evidence.ts";
import { type TriedMutant, tryMutants } from "../../prove/mutate.ts";
import { runnableTests } from "../../prove/prepare.ts";
import { weighWords } from "../../prove/rank.ts";
import type { Runner } from "../../prove/run.ts";
import { type Target, targetsOf } from "../../prove/targets.ts";
import type { Trace } from "../../read/trace.ts";
import { entryOf } from "../../records/read.ts";
import type { LeafState } from "../../state/state.ts";
import type { Input, ProvedLeaf } from "./shapes.ts";
import { blockedLeaf, mutantLeaf, steadyGroups } from "./verdicts.ts";

export interface ProveInputs {
  readonly trace: Trace;
  readonly tree: SourceTree;
  readonly code: CodeMap | undefined;
  readonly stored: StoredRuns;
  readonly runner: Runner;
  readonly baselines: ReadonlyMap<string, Baseline>;
  readonly missing: readonly string[];
}

export interface MutantRun {
  readonly leaves: readonly ProvedLeaf[];
  readonly tried: readonly TriedMutant[];
  readonly leftOut: number;
  readonly notes: readonly string[];
}

/** Tries changes for each leaf in turn, within the time that is given for all of them. */
export async function runMutants(
  context: Context,
  leaves: readonly LeafState[],
  inputs: ProveInputs,
  options: Input,
): Promise<Result<MutantRun>> {
  const deadline = performance.now() + options.budget * 1000;
  const targets = new Map<LeafState, readonly Target[]>();
  const executedBy = inputs.stored.executedBy.bind(inputs.stored);
  for (const leaf of leaves) targets.set(leaf, await targetsOf(leaf, { ...inputs, executedBy }));
  const shared = sharedTargets(targets);
  const proved: ProvedLeaf[] = [];
  const all: TriedMutant[] = [];
  let leftOut = 0;
  for (const [index, leaf] of leaves.entries()) {
    const { groups, blocked } = steadyGroups(leaf, inputs.baselines, inputs.missing);
    const name = inputs.trace.graph.short(leaf.node);
    if (groups.length === 0) {
      proved.push(blockedLeaf(name, leaf, blocked));
      continue;
    }
    if (proved.length > 0 && performance.now() > deadline) {
      leftOut += 1;
      continue;
    }
    const candidates = await candidatesFor(leaf, targets.get(leaf) ?? [], inputs, options, shared);
    const max = options.mutants ?? (groups.some(({ command }) => command.isCompiled) ? 3 : 12);
    const estimate = estimateOf(groups, Math.min(max, candidates.length));
    const say = (done: number) =>
      context.progress({
        done: index,
        total: leaves.length,
        message: `${name}: ${done} of ${Math.min(max, candidates.length)} changes${estimate}`,
      });
    say(0);
    const tried = await tryMutants(inputs.runner, groups, candidates, inputs.tree, {
      max,
      deadline,
      stored: inputs.stored.noticed.bind(inputs.stored),
      onTried: (each) => say(each.length),
    });
    if (!tried.ok) return tried;
    all.push(...tried.value);
    const dismissed = new Set(entryOf(inputs.trace.records, leaf.node)?.dismissed);
    proved.push(mutantLeaf(name, leaf, tried.value, { dismissed, candidates: candidates.length, blocked }));
  }
  return ok({ leaves: proved, tried: all, leftOut, notes: notesOf(all) });
}

async function candidatesFor(
  leaf: LeafState,
  targets: readonly Target[],
  { tree }: ProveInputs,
  { seed }: Input,
  isInfrastructure: (target: Target) => boolean,
) {
  const lines = new Set<string>();
  for (const { file, from, to } of targets)
    for (const line of ((await tree.text(file)) ?? "").slice(from, to).split("\n")) lines.add(line);
  const words = weighWords(leaf.node, [...lines]);
  return candidatesIn(targets, tree, { seed, words, dismissed: new Set(), isInfrastructure });
}

/** Code of more than five leaves, or of a fifth of all of them, is tried last: it says little about one of them. */
function sharedTargets(targets: ReadonlyMap<LeafState, readonly Target[]>): (target: Target) => boolean {
  const uses = new Map<string, number>();
  const keyOf = ({ file, name }: Target) => `${file}#${name}`;
  for (const list of targets.values())
    for (const key of new Set(list.map(keyOf))) uses.set(key, (uses.get(key) ?? 0) + 1);
  const limit = Math.max(5, Math.ceil(targets.size / 5));
  return (target) => (uses.get(keyOf(target)) ?? 0) > limit;
}

function estimateOf(groups: readonly SteadyGroup[], changes: number): string {
  const seconds = Math.ceil((changes * groups.reduce((total, { ms }) => total + ms, 0)) / 1000);
  return seconds < 2 ? "" : `, about ${seconds} s`;
}

function notesOf(tried: readonly TriedMutant[]): string[] {
  const invalid = tried.filter(({ outcome }) => outcome === "invalid").length;
  if (invalid <= tried.length / 2) return [];
  return [
    `${invalid} of ${count(tried.length, "change")} did not build or load, so these results rest on few changes.`,
  ];
}

/** All tests that the leaves need. */
export function testsOf(leaves: readonly LeafState[]) {
  return [...new Set(leaves.flatMap((leaf) => runnableTests(leaf)))];
}
