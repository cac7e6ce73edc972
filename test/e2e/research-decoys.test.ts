import { describe, expect, it } from "vitest";
import { decoyFiles, judgeDecoys } from "../corpus/swift-decoys/judge.ts";

describe("the decoy suite: small Swift repositories with edges that must and must not be there", () => {
  const verdicts = judgeDecoys();
  const right = verdicts.filter(({ outcome }) => outcome === "right");
  const wrong = verdicts.filter(({ outcome }) => outcome === "wrong");
  const missed = verdicts.filter(({ outcome }) => outcome === "missed");
  const of = (list: typeof verdicts, confidence: string) =>
    list.filter((each) => each.confidence === confidence);
  const precision = (confidence: string) => {
    const good = of(right, confidence).length;
    return good / Math.max(1, good + of(wrong, confidence).length);
  };
  const recall = right.length / Math.max(1, right.length + missed.length);

  it("has at least sixty files", () => {
    expect(decoyFiles().length).toBeGreaterThanOrEqual(60);
  });

  // [ENSURES: requirement-nothing-exact-that-is-not-there.rules:TEST]
  it("finds nothing exact that is not there", () => {
    console.log(
      `decoys: ${right.length} right, ${missed.length} missed, ${wrong.length} wrong; precision exact ${precision("exact").toFixed(3)}, inferred ${precision("inferred").toFixed(3)}, possible ${precision("possible").toFixed(3)}; recall ${recall.toFixed(3)}`,
    );
    expect(of(wrong, "exact")).toEqual([]);
  });

  it("finds nothing inferred that is not there", () => {
    expect(of(wrong, "inferred")).toEqual([]);
  });

  it("finds at least nine tenths of the calls", () => {
    expect({ recall: recall >= 0.9, missed: recall >= 0.9 ? [] : missed }).toEqual({
      recall: true,
      missed: [],
    });
  });
});
