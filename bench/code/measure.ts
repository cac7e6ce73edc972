/** What a list of results is worth, given the ranks (from 1) at which wanted things were found. */
export interface Score {
  readonly ndcg: number;
  readonly mrr: number;
  readonly recall: number;
}

/** Binary gains: each wanted thing counts once, at its first place among the first ten. */
export function scoreRanks(ranks: readonly (number | undefined)[]): Score {
  const found = ranks.filter((rank): rank is number => rank !== undefined && rank <= 10);
  const gain = (rank: number) => 1 / Math.log2(rank + 1);
  const ideal = ranks.slice(0, 10).reduce<number>((sum, _, at) => sum + gain(at + 1), 0);
  return {
    ndcg: ideal === 0 ? 0 : found.reduce((sum, rank) => sum + gain(rank), 0) / ideal,
    mrr: found.length === 0 ? 0 : 1 / Math.min(...found),
    recall: ranks.length === 0 ? 0 : found.length / ranks.length,
  };
}

export function mean(scores: readonly Score[]): Score {
  const of = (pick: (score: Score) => number) =>
    scores.reduce((sum, score) => sum + pick(score), 0) / Math.max(1, scores.length);
  return {
    ndcg: of((score) => score.ndcg),
    mrr: of((score) => score.mrr),
    recall: of((score) => score.recall),
  };
}
