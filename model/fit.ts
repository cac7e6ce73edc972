import { evidenceNames } from "../src/code/rank/evidence.ts";

/** A question's judged chunks: the evidence for each, and whether it is an answer. */
export interface Group {
  readonly kind: string;
  readonly repository: string;
  readonly rows: readonly Float32Array[];
  readonly isAnswer: readonly boolean[];
}

const size = evidenceNames.length;
const rounds = 90;
const rate = 0.1;
const decay = 2e-3;
/** Kinds weigh as they are needed, not as many questions as there happen to be. */
const shares: Readonly<Record<string, number>> = {
  development: 0.4,
  prose: 0.05,
  docstring: 0.25,
  judged: 0.3,
};

/** Weights that make answers likely among what was judged with them: a linear model, fitted listwise. */
export function learn(groups: readonly Group[], used: readonly number[]): Float64Array {
  const known = groups.filter(({ isAnswer }) => isAnswer.includes(true));
  const { means, spreads } = scales(known);
  const counts = new Map<string, number>();
  for (const { kind } of known) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const lists = known.map(({ rows, kind, isAnswer }) => ({
    rows: rows
      .map((row) => used.map((at) => ((row[at] ?? 0) - (means[at] ?? 0)) / (spreads[at] ?? 1)))
      .map((row) => Float32Array.from(row)),
    isAnswer,
    weight: (shares[kind] ?? 0) / (counts.get(kind) ?? 1),
  }));
  const learned = new Float64Array(used.length);
  const [first, second] = [new Float64Array(used.length), new Float64Array(used.length)];
  for (let round = 1; round <= rounds; round++) {
    const gradient = learned.map((value) => decay * value);
    for (const list of lists) addGradient(list, learned, gradient);
    for (let at = 0; at < learned.length; at++) {
      const slope = gradient[at] ?? 0;
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope;
      second[at] = 0.99 * (second[at] ?? 0) + 0.01 * slope * slope;
      const step =
        (first[at] ?? 0) / (1 - 0.9 ** round) / (Math.sqrt((second[at] ?? 0) / (1 - 0.99 ** round)) + 1e-9);
      const next = (learned[at] ?? 0) - rate * (1 - (0.9 * round) / rounds) * step;
      learned[at] = isFor(used[at] ?? 0) ? Math.max(0, next) : next;
    }
  }
  const weights = new Float64Array(size);
  for (const [index, at] of used.entries()) weights[at] = (learned[index] ?? 0) / (spreads[at] ?? 1);
  return weights;
}

/** Words and nearness never speak against a chunk; what it is may. */
function isFor(at: number): boolean {
  return !/^(is_|length)/.test(evidenceNames[at] ?? "");
}

interface List {
  readonly rows: readonly Float32Array[];
  readonly isAnswer: readonly boolean[];
  readonly weight: number;
}

/** The slope of -log P(some answer first), P being the softmax over the list. */
function addGradient({ rows, isAnswer, weight }: List, learned: Float64Array, gradient: Float64Array): void {
  const scores = rows.map((row) => dot(row, learned));
  const most = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  let [all, right] = [0, 0];
  for (const [at, odd] of odds.entries()) {
    all += odd;
    if (isAnswer[at]) right += odd;
  }
  for (const [at, row] of rows.entries()) {
    const odd = odds[at] ?? 0;
    const pull = weight * (odd / all - (isAnswer[at] ? odd / right : 0));
    if (Math.abs(pull) < 1e-9) continue;
    for (let k = 0; k < row.length; k++) gradient[k] = (gradient[k] ?? 0) + pull * (row[k] ?? 0);
  }
}

/** NDCG@10 with one answer wanted, each question judged by weights that other repositories gave. */
export function crossValidated(
  groups: readonly Group[],
  used: readonly number[],
  folds = 2,
): Map<string, number> {
  const repositories = [...new Set(groups.map(({ repository }) => repository))].sort();
  const sums = new Map<string, { sum: number; count: number }>();
  for (let fold = 0; fold < folds; fold++) {
    const mine = new Set(repositories.filter((_, at) => at % folds === fold));
    const weights = learn(
      groups.filter(({ repository }) => !mine.has(repository)),
      used,
    );
    for (const group of groups.filter(({ repository }) => mine.has(repository))) {
      const known = sums.get(group.kind) ?? { sum: 0, count: 0 };
      sums.set(group.kind, { sum: known.sum + gainOf(group, weights), count: known.count + 1 });
    }
  }
  return new Map([...sums].map(([kind, { sum, count }]) => [kind, sum / count]));
}

function gainOf({ rows, isAnswer }: Group, weights: Float64Array): number {
  const scores = rows.map((row) => dot(row, weights));
  const best = scores.reduce(
    (most, score, at) => (isAnswer[at] && score > most ? score : most),
    Number.NEGATIVE_INFINITY,
  );
  const rank = scores.filter((score) => score > best).length;
  return best === Number.NEGATIVE_INFINITY || rank >= 10 ? 0 : 1 / Math.log2(rank + 2);
}

function scales(groups: readonly Group[]): { means: Float64Array; spreads: Float64Array } {
  const [means, squares] = [new Float64Array(size), new Float64Array(size)];
  let count = 0;
  for (const { rows } of groups) {
    for (const row of rows) {
      count++;
      for (let at = 0; at < size; at++) {
        means[at] = (means[at] ?? 0) + (row[at] ?? 0);
        squares[at] = (squares[at] ?? 0) + (row[at] ?? 0) ** 2;
      }
    }
  }
  for (let at = 0; at < size; at++) means[at] = (means[at] ?? 0) / count;
  const spreads = squares.map((square, at) =>
    Math.sqrt(Math.max(1e-6, square / count - (means[at] ?? 0) ** 2)),
  );
  return { means, spreads };
}

function dot(row: ArrayLike<number>, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += (row[at] ?? 0) * (weights[at] ?? 0);
  return sum;
}
