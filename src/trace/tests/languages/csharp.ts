import {
  type Found,
  type FoundSuite,
  type FoundTest,
  literalContent,
  type Scope,
  textOf,
  topScope,
  withModifiers,
} from "../found.ts";
import type { TestModifier } from "../model.ts";
import { childOf, namedChildren, type Syntax, type SyntaxNode } from "../syntax.ts";

const testMark = /^(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|SkippableFact)$/;
const caseMark =
  /^(?:Theory|TestCase|TestCaseSource|InlineData|MemberData|ClassData|DataRow|DataTestMethod)$/;
const isClass = ({ type }: SyntaxNode) => /^(?:class|record|struct)_declaration$/.test(type);

/** xUnit, NUnit and MSTest by their attributes. */
export function csharpTests({ root, text }: Syntax): Found {
  const tests: FoundTest[] = [];
  const suites: FoundSuite[] = [];
  const visit = (node: SyntaxNode, scope: Scope) => {
    for (const child of node.children) {
      if (!isClass(child) && child.type !== "method_declaration") {
        visit(child, scope);
        continue;
      }
      const marks = attributesOf(text, child);
      const name = textOf(text, childOf(child, "name"));
      const inner: Scope = {
        titles: [...scope.titles, displayName(marks) ?? name],
        names: [...scope.names, name],
        modifiers: withModifiers(scope.modifiers, modifiersOf(marks)),
        parametrized: marks.some((mark) => caseMark.test(mark.name)),
      };
      const { from, to } = child;
      if (child.type === "method_declaration") {
        if (marks.some((mark) => testMark.test(mark.name))) tests.push({ ...inner, from, to });
        continue;
      }
      suites.push({ titles: inner.titles, from, to });
      visit(child, inner);
    }
  };
  if (root) visit(root, topScope);
  return { tests, suites };
}

interface Attribute {
  readonly name: string;
  readonly text: string;
}

function attributesOf(text: string, node: SyntaxNode): Attribute[] {
  const lists = node.children.filter(({ type }) => type === "attribute_list");
  return lists.flatMap(namedChildren).flatMap((attribute) => {
    const name = textOf(text, childOf(attribute, "name") ?? namedChildren(attribute)[0]);
    return [{ name: name.replace(/^.*\./, "").replace(/Attribute$/, ""), text: textOf(text, attribute) }];
  });
}

/** `[Fact(DisplayName = "…")]`, `[TestMethod("…")]`. */
function displayName(marks: readonly Attribute[]): string | undefined {
  for (const { name, text } of marks) {
    const own = name === "TestMethod" ? /^\w+\s*\(\s*("(?:[^"\\]|\\.)*")/s.exec(text)?.[1] : undefined;
    const literal = /\bDisplayName\s*=\s*("(?:[^"\\]|\\.)*")/s.exec(text)?.[1] ?? own;
    if (literal !== undefined) return literalContent(literal);
  }
  return undefined;
}

function modifiersOf(marks: readonly Attribute[]): TestModifier[] {
  const isSkipped = marks.some(
    ({ name, text }) => name === "Ignore" || name === "Explicit" || /\bSkip\s*=\s*"/.test(text),
  );
  const isConditional = marks.some(({ name }) => name === "Platform" || name.startsWith("Skippable"));
  return [...(isSkipped ? (["skip"] as const) : []), ...(isConditional ? (["conditional"] as const) : [])];
}
