/** The shared row of a term that has none of its own; -1 when there is none for it. */
export function bucketOf(term: string, terms: number, buckets: number): number {
  // Names of symbols as a whole, numbers and data say nothing about meaning.
  if (buckets === 0 || term.length < 3 || term.length > 24 || !isLetters(term)) return -1;
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return terms + ((hash >>> 0) % buckets);
}

function isLetters(term: string): boolean {
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at);
    if (unit < 97 || unit > 122) return false;
  }
  return true;
}
