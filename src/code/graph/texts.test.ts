import { describe, expect, it } from "vitest";
import { labelsFit } from "./labels.ts";
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

describe("labels", () => {
  const callable = (
    ...parameters: { label: string; type?: string; hasDefault?: true; variadic?: true }[]
  ) => ({
    key: "",
    kind: "function" as const,
    name: "f",
    qualifiedName: "f",
    signature: "",
    modifiers: [],
    attributes: [],
    from: 0,
    line: 1,
    endLine: 1,
    parent: undefined,
    type: undefined,
    value: undefined,
    generics: undefined,
    constraints: undefined,
    local: undefined,
    conditions: undefined,
    labels: parameters.map(({ label }) => label),
    parameters: parameters.map((each) => ({ name: each.label, ...each })),
  });
  const fits = (symbol: ReturnType<typeof callable>, labels: string[], closures: string[] = []) =>
    labelsFit(symbol, { labels, closures });

  it("must be the same, in order, defaults and variadics aside", () => {
    const log = callable(
      { label: "_" },
      { label: "level", hasDefault: true },
      { label: "file", hasDefault: true },
    );
    expect([
      fits(log, ["_"]),
      fits(log, ["_", "file"]),
      fits(log, ["_", "file", "level"]),
      fits(log, []),
    ]).toEqual([true, true, false, false]);
    const sum = callable({ label: "_", variadic: true }, { label: "times", hasDefault: true });
    expect([fits(sum, ["_", "_", "times"]), fits(sum, []), fits(sum, ["times", "_"])]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("lets trailing closures stand for functions only", () => {
    const run = callable({ label: "name", type: "String" }, { label: "_", type: "() -> Void" });
    expect([fits(run, ["name"], ["_"]), fits(run, ["name"]), fits(run, [], ["_"])]).toEqual([
      true,
      false,
      false,
    ]);
    const both = callable(
      { label: "animations", type: "() -> Void" },
      { label: "completion", type: "() -> Void", hasDefault: true },
    );
    expect([fits(both, [], ["_", "completion"]), fits(both, [], ["_", "other"])]).toEqual([true, false]);
    expect(fits(callable({ label: "_", type: "TaskResult<Int>" }), [], ["_"])).toBe(false);
  });
});
