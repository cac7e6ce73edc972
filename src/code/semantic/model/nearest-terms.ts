import { halvesOf, questionVector, type StaticModel, unpack } from "./static-model.ts";

/** Below this similarity a term is about something else: rare terms can be anywhere. */
const leastNearness = 0.28;

/** The terms that the model holds nearest to a question, best first. Terms are stems, as the index has them. */
export function nearestTerms(model: StaticModel, question: string, count: number): string[] {
  const wanted = questionVector(model, question);
  const { dimensions } = model;
  const values = new Int8Array(dimensions);
  const found: { readonly term: string; readonly score: number }[] = [];
  for (const [row, term] of model.terms.entries()) {
    unpack(halvesOf(model, row), values);
    let [along, squares] = [0, 0];
    for (let at = 0; at < dimensions; at++) {
      const value = values[at] ?? 0;
      along += value * (wanted[at] ?? 0);
      squares += value * value;
    }
    const score = along / (Math.sqrt(squares) || 1);
    if (score > leastNearness) found.push({ term, score });
  }
  return found
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, count)
    .map(({ term }) => term);
}
