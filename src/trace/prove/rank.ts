import { wordsOf } from "../links/propose.ts";
import type { RequirementNode } from "../model/node.ts";

/** The words of a requirement, each with how much it says: words that most code has say nothing. */
export type WordWeights = ReadonlyMap<string, { readonly word: string; readonly weight: number }>;

/** Weighs the words of a requirement by how few of the given lines of code have them. */
export function weighWords({ name, text }: RequirementNode, lines: readonly string[]): WordWeights {
  const documents = lines.map((line) => wordsOf([line]));
  const weights = new Map<string, { word: string; weight: number }>();
  for (const [stem, word] of wordsOf([name, text])) {
    const uses = documents.filter((document) => document.has(stem)).length;
    if (uses > 0) weights.set(stem, { word, weight: Math.log(1 + documents.length / uses) });
  }
  return weights;
}

/** What a line shares with the requirement. */
export function rareWords(weights: WordWeights, line: string): { shared: string[]; score: number } {
  const hits = [...wordsOf([line]).keys()].flatMap((stem) => weights.get(stem) ?? []);
  hits.sort((a, b) => b.weight - a.weight);
  const score = hits.reduce((total, { weight }) => total + weight, 0);
  return { shared: hits.slice(0, 3).map(({ word }) => word), score };
}
