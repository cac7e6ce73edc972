import { describe, expect, it } from "vitest";
import { decoyFiles, judgeDecoys } from "../corpus/swift-decoys/judge.ts";

describe.each([
  ["small Swift repositories", "swift-decoys"],
  ["re-exports and modules of other languages", "module-decoys"],
  ["expressions in every language", "expression-decoys"],
])("the decoy suite of %s, with edges that must and must not be there", async (_, suite) => {
  const verdicts = await judgeDecoys(suite);
  const right = verdicts.filter(({ outcome }) => outcome === "right");
  const wrong = verdicts.filter(({ outcome }) => outcome === "wrong");
  const missed = verdicts.filter(({ outcome }) => outcome === "missed");
  const of = (list: typeof verdicts, confidence: string) =>
    list.filter((each) => each.confidence === confidence);

  // [ENSURES: requirement-no-false-exact-relations.rules:TEST]
  // [VERIFIES: code-research/no-false-exact-relations#decoys]
  it("finds nothing exact or inferred that is not there", () => {
    console.log(`${suite}: ${right.length} right, ${missed.length} missed, ${wrong.length} wrong`);
    expect(of(wrong, "exact")).toEqual([]);
    expect(of(wrong, "inferred")).toEqual([]);
  });

  it("finds every call, and nothing possible that is not", () => {
    expect(missed).toEqual([]);
    expect(wrong).toEqual([]);
  });
});

it("imports, packages, namespaces and re-exports lead to the declaration beyond doubt", async () => {
  const verdicts = await judgeDecoys("module-decoys");
  const guesses = verdicts.filter(({ confidence }) => confidence === "possible").map(({ place }) => place);
  expect(guesses).toEqual([
    "06-ts-package-of-that-name/src/use.ts:3",
    // Extension methods, whose receiver is an argument.
    "50-csharp-namespaces/App/Program.cs:24",
    "50-csharp-namespaces/App/Program.cs:26",
    "50-csharp-namespaces/App/Program.cs:34",
    "61-kotlin-top-level/app/src/main/kotlin/App.kt:12",
  ]);
});

it("the Swift suite has at least sixty files", () => {
  expect(decoyFiles().length).toBeGreaterThanOrEqual(60);
});
