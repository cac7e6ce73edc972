import { describe, expect, it } from "vitest";
import { labelsFit } from "./labels.ts";

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
