import type { Declaration, ParsedFile } from "../../../code/languages/language.ts";
import { parseSwift } from "../../../code/languages/swift/swift.ts";
import { type Found, type FoundSuite, type FoundTest, literalContent, withModifiers } from "../found.ts";
import type { TestModifier } from "../model.ts";
import type { Syntax } from "../syntax.ts";

/** Swift Testing (`@Test`, `@Suite`) and methods `test*` of XCTest classes. */
export function swiftTests({ text }: Pick<Syntax, "text">): Found {
  const { declarations, inheritances } = parseSwift(text);
  const tests: FoundTest[] = [];
  const suites: FoundSuite[] = [];
  for (const declaration of declarations) {
    const { from, to } = declaration;
    const above = typesAbove(declarations, declaration);
    const isCallable = declaration.kind === "function" || declaration.kind === "method";
    const mark = attribute(declaration, "Test");
    const names = [...above.map(({ name }) => name), declaration.name];
    if (isCallable && mark !== undefined) {
      const titles = [...above.map(suiteTitle), displayName(mark) ?? signature(declaration)];
      const modifiers = withModifiers(...above.map((type) => traits(attribute(type, "Suite"))), traits(mark));
      tests.push({ titles, names, modifiers, parametrized: /\barguments\s*:/.test(mark), from, to });
    } else if (isCallable && isXcTest(declaration, above, inheritances)) {
      tests.push({ titles: names, names, modifiers: [], parametrized: false, from, to });
    } else if (["class", "struct", "enum", "actor", "extension"].includes(declaration.kind))
      suites.push({ titles: [...above.map(suiteTitle), suiteTitle(declaration)], from, to });
  }
  return { tests, suites };
}

function typesAbove(declarations: readonly Declaration[], { parent }: Declaration): Declaration[] {
  const above: Declaration[] = [];
  for (let at = parent; at !== undefined; at = declarations[at]?.parent) {
    const declaration = declarations[at];
    if (declaration !== undefined) above.unshift(declaration);
  }
  return above;
}

function attribute({ attributes }: Declaration, name: string): string | undefined {
  return attributes.find((text) => new RegExp(`^@${name}\\b`).test(text));
}

function displayName(mark: string): string | undefined {
  const literal = /^@\w+\s*\(\s*("(?:[^"\\]|\\.)*")/s.exec(mark)?.[1];
  return literal === undefined ? undefined : literalContent(literal);
}

function suiteTitle(type: Declaration): string {
  const mark = attribute(type, "Suite");
  return (mark === undefined ? undefined : displayName(mark)) ?? type.name;
}

/** As `swift test` shows it: `book(_:for:)`. */
function signature({ name, labels = [] }: Declaration): string {
  return `${name}(${labels.map((label) => `${label}:`).join("")})`;
}

function traits(mark: string | undefined): TestModifier[] {
  if (mark === undefined) return [];
  if (/\.disabled\s*\(\s*if\s*:|\.enabled\s*\(/.test(mark)) return ["conditional"];
  return /\.disabled\b/.test(mark) ? ["skip"] : [];
}

function isXcTest(
  { name, parameters = [] }: Declaration,
  above: readonly Declaration[],
  inheritances: ParsedFile["inheritances"],
): boolean {
  const type = above.at(-1);
  if (type === undefined || !/^test/.test(name) || parameters.length > 0) return false;
  if (type.kind === "extension") return /Tests?$|TestCase$/.test(type.name);
  const bases = inheritances.filter(({ text }) => type.signature.includes(text)).map((each) => each.name);
  return type.kind === "class" && bases.some((base) => /TestCase$|Tests?$/.test(base));
}
