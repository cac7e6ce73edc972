import { lineTable } from "../../code/text/lines.ts";
import { sha256 } from "../../kernel/hash.ts";
import type { SourceTree } from "../evidence/rests/source-tree.ts";
import { readSyntax } from "../tests/syntax.ts";
import { type FileMutation, onePerLine, orderBySeed } from "./mutants/choose.ts";
import { mutationsIn } from "./mutants/mutations.ts";
import { rareWords, type WordWeights } from "./rank.ts";
import type { Target } from "./targets.ts";

/** A change that can be tried, with what makes it worth trying. */
export interface Candidate extends FileMutation {
  /** The same wherever the code is the same: for dismissals and stored results. */
  readonly id: string;
  readonly target: Target;
  /** The line, without the white space around it. */
  readonly before: string;
  /** The same line after the change. */
  readonly after: string;
  /** Rare words that the line and its declaration share with the requirement, best first. */
  readonly shared: readonly string[];
  readonly score: number;
}

export interface CandidateOptions {
  readonly seed: number;
  readonly words: WordWeights;
  readonly dismissed: ReadonlySet<string>;
  /** Declarations that so many requirements rest on that a change there says little about one of them. */
  readonly isInfrastructure: (target: Target) => boolean;
}

/**
 * The changes inside the targets in the order to try them: every second one by the words that its line shares with the
 * requirement, the others in the order of `orderBySeed`. One a line.
 */
export async function candidatesIn(
  targets: readonly Target[],
  tree: SourceTree,
  options: CandidateOptions,
): Promise<Candidate[]> {
  const all: Candidate[] = [];
  const seen = new Set<string>();
  for (const target of targets) {
    for (const candidate of await candidatesOf(target, tree, options.words)) {
      const place = `${target.file}:${candidate.from}:${candidate.to}:${candidate.replacement}`;
      if (!seen.has(place) && !options.dismissed.has(candidate.id)) all.push(candidate);
      seen.add(place);
    }
  }
  const bySeed = orderBySeed(all, options.seed);
  const [far, near] = parted(bySeed, ({ target }) => options.isInfrastructure(target));
  return [...interleaved(onePerLine(near)), ...onePerLine(far)];
}

async function candidatesOf(target: Target, tree: SourceTree, words: WordWeights): Promise<Candidate[]> {
  const { file } = target;
  const text = await tree.text(file);
  const syntax = text === undefined ? undefined : await readSyntax(file, text);
  if (text === undefined || syntax === undefined) return [];
  const lines = lineTable(text);
  const ordinals = new Map<string, number>();
  return mutationsIn(syntax, target).map((mutation) => {
    const { from, to, replacement, operator, line } = mutation;
    const kind = [operator, text.slice(from, to), replacement].join("\0");
    const ordinal = ordinals.get(kind) ?? 0;
    ordinals.set(kind, ordinal + 1);
    const id = `m1:${sha256([file, target.name, target.hash, kind, ordinal].join("\0")).slice(0, 12)}`;
    const start = lines.startOf(line);
    const end = Math.max(lines.endOf(line), lines.endOf(lines.lineAt(Math.max(from, to - 1))));
    const before = oneLine(text.slice(start, end));
    const after = oneLine(text.slice(start, from) + replacement + text.slice(to, end));
    const { shared, score } = rareWords(words, before);
    // The name counts for every line of the declaration, so it only distinguishes declarations.
    const whole = score + rareWords(words, target.name).score / 4;
    return { ...mutation, file, id, target, before, after, shared, score: whole };
  });
}

function interleaved(bySeed: readonly Candidate[]): Candidate[] {
  const byWords = bySeed.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const taken = new Set<Candidate>();
  const order: Candidate[] = [];
  const next = (list: readonly Candidate[]) => list.find((each) => !taken.has(each));
  for (let turn = 0; order.length < bySeed.length; turn++) {
    const candidate = (turn % 2 === 0 ? next(byWords) : undefined) ?? next(bySeed);
    if (candidate === undefined) break;
    taken.add(candidate);
    order.push(candidate);
  }
  return order;
}

function parted<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

const maxShown = 160;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line;
}
