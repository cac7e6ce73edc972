import { eastAsianWidth } from "get-east-asian-width";

/** What one reader sees as one character, and the columns that it takes. */
export interface Cluster {
  readonly text: string;
  readonly width: 1 | 2;
  /** Terminals disagree about its width, so the cursor must be placed anew after it. */
  readonly disputed: boolean;
}

let segmenter: Intl.Segmenter | undefined;

/** Made when first needed: it takes longer than all the rest of the first frame. */
function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

const ascii = /^[\x20-\x7e]*$/;
/** Latin, Greek and Cyrillic letters, punctuation, arrows, lines, blocks and Braille: one unit, one column. */
const plain =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2387\u2500-\u25fc\u2713-\u2718\u2800-\u28ff]*$/;
const known = new Map<string, Cluster | undefined>();
const MOST_KNOWN = 4096;

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Whether every unit of the text is one column and nobody doubts it. Nearly all text is so. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The clusters of a text; what takes no column of its own (zero-width spaces, stray marks) is left out. */
export function clustersOf(text: string): Cluster[] {
  if (isPlain(text)) return Array.from(text, plainCluster);
  const found: Cluster[] = [];
  for (const { segment } of segments(text)) {
    const cluster = clusterOf(segment);
    if (cluster) found.push(cluster);
  }
  return found;
}

/** Where each cluster begins in the text, and the end: the places where a cursor may stand. */
export function boundaries(text: string): number[] {
  if (isPlain(text)) return Array.from({ length: text.length + 1 }, (_, index) => index);
  return [...Array.from(segments(text), ({ index }) => index), text.length];
}

export function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  return clustersOf(text).reduce((sum, { width }) => sum + width, 0);
}

const plainClusters = Array.from({ length: 0x7f }, (_, code): Cluster => {
  return { text: String.fromCharCode(code), width: 1, disputed: false };
});

function plainCluster(char: string): Cluster {
  return plainClusters[char.charCodeAt(0)] ?? { text: char, width: 1, disputed: false };
}

function clusterOf(segment: string): Cluster | undefined {
  if (known.has(segment)) return known.get(segment);
  const made = measure(segment);
  // Text of a stranger must not fill the memory.
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(segment, made);
  return made;
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
    // Newer emoji than the terminal knows are one column there, so none of them is beyond doubt.
    return {
      text: segment,
      width: eastAsianWidth(code) === 2 ? 2 : 1,
      disputed: code > 0xffff || shaped.test(segment),
    };
  }
  const isEmoji = emojiParts.test(segment);
  const isWide = isEmoji || eastAsianWidth(code) === 2;
  return { text: segment, width: isWide ? 2 : 1, disputed: true };
}
