import { halvesOf, questionVector, type StaticModel, unpack } from "./static-model.ts";

/** Below this similarity a term is about something else: rare terms can be anywhere. */
const minNearness = 0.28;

/** The terms that the model holds nearest to a question, best first. Terms are stems, as the index has them. */
export function nearestTerms(model: StaticModel, question: string, count: number): string[] {
  const query = questionVector(model, question);
  const { dimensions } = model;
  const values = new Int8Array(dimensions);
  const terms: { readonly term: string; readonly score: number }[] = [];
  for (const [row, term] of model.terms.entries()) {
    unpack(halvesOf(model, row), values);
    let [along, squares] = [0, 0];
    for (let at = 0; at < dimensions; at++) {
      const value = values[at] ?? 0;
      along += value * (query[at] ?? 0);
      squares += value * value;
    }
    const score = along / (Math.sqrt(squares) || 1);
    if (score > minNearness) terms.push({ term, score });
  }
  return terms
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, count)
    .map(({ term }) => term);
}
