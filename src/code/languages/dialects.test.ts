import { expect, it } from "vitest";
import { plainDialect } from "./dialect.ts";
import { dialectOf } from "./dialects.ts";
import { swift } from "./swift/swift.ts";
import { treeSitterLanguages } from "./tree-sitter/languages.ts";

it("every language with a parser has a dialect of its own", () => {
  const without = [swift, ...treeSitterLanguages].filter(({ id }) => dialectOf(id) === plainDialect);
  expect(without).toEqual([]);
});

it("a name is ordinary in the languages whose standard library has it", () => {
  const having = (name: string) =>
    [swift, ...treeSitterLanguages]
      .map(({ id }) => id)
      .filter((id) => dialectOf(id).ordinaryMembers.has(name));
  expect(having("unwrap")).toEqual(["rust"]);
  expect(having("compactMap")).toEqual(["swift"]);
  expect(having("toString")).toEqual(["typescript", "tsx", "javascript", "java", "kotlin", "php"]);
  expect(having("get").length).toBe(treeSitterLanguages.length + 1);
});
