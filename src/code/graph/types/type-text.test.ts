import { describe, expect, it } from "vitest";
import { readConstraints, readGenericNames, readTypeText } from "./type-text.ts";

describe("types as text", () => {
  it("reads names, arguments, optionals, collections, functions, tuples and compositions", () => {
    const named = (...path: string[]) => ({ kind: "name", path, args: [] });
    expect(readTypeText("A.B<C, [D]>?")).toEqual({
      kind: "optional",
      of: {
        kind: "name",
        path: ["A", "B"],
        args: [named("C"), { kind: "name", path: ["Array"], args: [named("D")] }],
      },
    });
    expect(readTypeText("[K: V]")).toEqual({
      kind: "name",
      path: ["Dictionary"],
      args: [named("K"), named("V")],
    });
    expect(readTypeText("@escaping (Int) async throws -> R")).toEqual({
      kind: "function",
      result: named("R"),
    });
    expect(readTypeText("any P & Q")).toEqual({ kind: "all", of: [named("P"), named("Q")] });
    expect(readTypeText("(a: A, B)")).toEqual({
      kind: "tuple",
      items: [
        { label: "a", type: named("A") },
        { label: "", type: named("B") },
      ],
    });
    expect(readTypeText("Item...")).toEqual(named("Item"));
    expect(readTypeText("T.Type")).toEqual({ kind: "meta", of: named("T") });
    expect(readTypeText("")).toBeUndefined();
  });

  it("reads generic clauses and constraints", () => {
    expect(readGenericNames("<T: P & Q, each U>")).toEqual([
      { name: "T", bound: "P & Q" },
      { name: "U", bound: "" },
    ]);
    expect(readConstraints("T: P, U.Element == Array<Int>")).toEqual([
      { name: "T", bound: "P" },
      { name: "U.Element", bound: "Array<Int>" },
    ]);
  });

  it("survives anything", () => {
    for (const text of ["<<<", "((((", "A<", "[", "->", "\u{1F600}", "A.B.", "@", "A<B<C"])
      readTypeText(text);
  });
});
