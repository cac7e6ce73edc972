import { tables } from "./calibration.ts";
import { type ClueName, type Clues, clueNames, type Table } from "./clues.ts";

/** Below this the best hit is called weak: most questions without an answer are, few right first hits (docs/code.md). */
export const weakPercent = 25;

/**
 * How likely each hit of a list is right, in percent, 1 to 99: never more than the hit before it. The constants are
 * fitted (calibration.ts); a list without cosines has constants of its own.
 */
export function calibratedPercents(clues: readonly Clues[]): number[] {
  let last = 99;
  return clues.map((each, index) => {
    const meaning = each.cosine === undefined ? "withoutMeaning" : "withMeaning";
    last = Math.min(last, percentOf(each, index === 0, tables[meaning][each.rankedBy]));
    return last;
  });
}

/** One hit by itself: a logistic model. What declares nothing of a query whose name occurs nowhere is a guess. */
export function percentOf(clues: Clues, isFirst: boolean, table: Table): number {
  const values = valuesOf(clues, isFirst);
  const sum = clueNames.reduce((total, name) => total + (table[name] ?? 0) * values[name], table.base);
  const most = clues.isNameUnknown && clues.name === 0 ? weakPercent - 1 : 99;
  return Math.max(1, Math.min(most, Math.round(100 / (1 + Math.exp(-sum)))));
}

export function valuesOf(clues: Clues, isFirst: boolean): Readonly<Record<ClueName, number>> {
  const { cosine = 0, coverage, name, margin, fall } = clues;
  return { first: isFirst ? 1 : 0, cosine, coverage, name, margin, fall };
}
