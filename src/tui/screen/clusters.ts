import { eastAsianWidth } from "get-east-asian-width";

/** A grapheme cluster, which readers see as one character, and the columns it takes. */
export interface Cluster {
  readonly text: string;
  readonly width: 1 | 2;
  /** Terminals disagree about its width, so the cursor must be positioned again after it. */
  readonly uncertain: boolean;
}

let segmenter: Intl.Segmenter | undefined;

/** Created on first use: creating it takes longer than the rest of the first frame. */
function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

const ascii = /^[\x20-\x7e]*$/;
/** Latin, Greek and Cyrillic letters, punctuation, arrows, lines, blocks and Braille: one unit, one column. */
const plain =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2387\u2500-\u25fc\u2713-\u2718\u2800-\u28ff]*$/;
const cache = new Map<string, Cluster | undefined>();
const maxCached = 4096;

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Whether every UTF-16 unit of the text takes one column in every terminal, as in nearly all text. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The clusters of a text; those without a column of their own (zero-width spaces, stray marks) are left out. */
export function clustersOf(text: string): Cluster[] {
  if (isPlain(text)) return Array.from(text, plainCluster);
  const clusters: Cluster[] = [];
  for (const { segment } of segments(text)) {
    const cluster = clusterOf(segment);
    if (cluster) clusters.push(cluster);
  }
  return clusters;
}

/** Where each cluster starts in the text, and the end of the text: the valid positions of a cursor. */
export function boundaries(text: string): number[] {
  if (isPlain(text)) return Array.from({ length: text.length + 1 }, (_, index) => index);
  return [...Array.from(segments(text), ({ index }) => index), text.length];
}

export function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  return clustersOf(text).reduce((sum, { width }) => sum + width, 0);
}

const plainClusters = Array.from({ length: 0x7f }, (_, code): Cluster => {
  return { text: String.fromCharCode(code), width: 1, uncertain: false };
});

function plainCluster(char: string): Cluster {
  return plainClusters[char.charCodeAt(0)] ?? { text: char, width: 1, uncertain: false };
}

function clusterOf(segment: string): Cluster | undefined {
  if (cache.has(segment)) return cache.get(segment);
  const cluster = measure(segment);
  // Untrusted text must not fill the memory.
  if (cache.size >= maxCached) cache.clear();
  cache.set(segment, cluster);
  return cluster;
}

const invisible = /^[\p{M}\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;
const emojiParts = /[\u200d\ufe0f\u20e3\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/u;
/** Scripts that some terminals reorder or shape. */
const shaped = /[\u0590-\u08ff\u0900-\u0dff\ufb1d-\ufdff\ufe70-\ufeff]/;

function measure(segment: string): Cluster | undefined {
  if (invisible.test(segment)) return undefined;
  const code = segment.codePointAt(0) ?? 0;
  const isSingle = segment.length === (code > 0xffff ? 2 : 1);
  if (isSingle) {
    // A terminal draws emoji that it does not know in one column, so the width of every emoji is uncertain.
    return {
      text: segment,
      width: eastAsianWidth(code) === 2 ? 2 : 1,
      uncertain: code > 0xffff || shaped.test(segment),
    };
  }
  const isEmoji = emojiParts.test(segment);
  const isWide = isEmoji || eastAsianWidth(code) === 2;
  return { text: segment, width: isWide ? 2 : 1, uncertain: true };
}
