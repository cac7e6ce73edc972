import { describe, expect, it } from "vitest";
import { calibratedPercents, weakPercent } from "./calibrate.ts";
import type { Clues } from "./clues.ts";

const ways = ["evidence", "words", "name"] as const;
const clues: Clues = {
  rankedBy: "words",
  cosine: 0.4,
  coverage: 0.5,
  name: 0.3,
  isNameUnknown: false,
  margin: 0.3,
  fall: 0,
};
const percentOf = (each: Partial<Clues>) => calibratedPercents([{ ...clues, ...each }])[0] ?? Number.NaN;

describe("calibrated relevance", () => {
  it("never falls when one clue gets stronger", () => {
    const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
    for (const rankedBy of ways) {
      for (const clue of ["cosine", "coverage", "name", "margin"] as const) {
        const percents = steps.map((value) => percentOf({ rankedBy, [clue]: value }));
        expect(percents, `${rankedBy} ${clue}`).toEqual([...percents].sort((a, b) => a - b));
      }
    }
  });

  it("rises with nearness and with the words that a hit holds", () => {
    for (const rankedBy of ["evidence", "words"] as const) {
      expect(percentOf({ rankedBy, cosine: 0.8 })).toBeGreaterThan(percentOf({ rankedBy, cosine: 0.2 }) + 20);
      expect(percentOf({ rankedBy, coverage: 1 })).toBeGreaterThan(percentOf({ rankedBy, coverage: 0 }) + 5);
    }
  });

  it("is high for an exact name and weak for a name that nothing declares", () => {
    for (const cosine of [undefined, 0.6]) {
      expect(percentOf({ rankedBy: "name", cosine, coverage: 1, name: 0.7 })).toBeGreaterThan(70);
      expect(percentOf({ rankedBy: "name", cosine, coverage: 1, name: 0 })).toBeLessThan(weakPercent);
    }
  });

  it("is weak for a question about a name that occurs nowhere", () => {
    const near = { cosine: 0.9, coverage: 0.9, name: 0 };
    expect(percentOf(near)).toBeGreaterThan(50);
    expect(percentOf({ ...near, isNameUnknown: true })).toBeLessThan(weakPercent);
  });

  it("is from 1 to 99 and never rises along a list", () => {
    const list = [0.1, 0.9, 0.5, 0.95].map((cosine) => ({ ...clues, cosine }));
    const percents = calibratedPercents(list);
    expect(percents).toEqual([...percents].sort((a, b) => b - a));
    expect(percentOf({ cosine: 1, coverage: 1, name: 1, margin: 2 })).toBeLessThanOrEqual(99);
    expect(percentOf({ cosine: -1, coverage: 0, name: 0, margin: 0 })).toBeGreaterThanOrEqual(1);
  });
});
