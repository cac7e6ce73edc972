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

/** PHPUnit by method names, attributes and `@test`; Pest by `it`, `test` and `describe`. */
export function phpTests({ root, text }: Syntax): Found {
  const tests: FoundTest[] = [];
  const suites: FoundSuite[] = [];
  const visit = (node: SyntaxNode, scope: Scope) => {
    node.children.forEach((child, index) => {
      const { from, to } = child;
      const name = textOf(text, childOf(child, "name"));
      if (child.type === "class_declaration") {
        const titles = [...scope.titles, name];
        suites.push({ titles, from, to });
        visit(child, { ...scope, titles, names: [...scope.names, name] });
      } else if (child.type === "method_declaration") {
        const before = node.children[index - 1];
        const doc = before?.type === "comment" ? textOf(text, before) : "";
        const marks = attributesOf(text, child);
        if (!/^test/.test(name) && !/#\[.*\bTest\b/s.test(marks) && !/@test\b/.test(doc)) return;
        const parametrized =
          /\bDataProvider|\bTestWith/.test(marks) || /@dataProvider\b|@testWith\b/.test(doc);
        const titles = [...scope.titles, name];
        tests.push({
          titles,
          names: [...scope.names, name],
          modifiers: scope.modifiers,
          parametrized,
          from,
          to,
        });
      } else {
        const called = child.type === "expression_statement" ? pestCall(text, child, scope) : undefined;
        if (called === undefined) visit(child, scope);
        else if (called.isSuite) {
          suites.push({ titles: called.inner.titles, from, to });
          visit(called.call, called.inner);
        } else {
          const { titles, modifiers, parametrized } = called.inner;
          tests.push({ titles, modifiers, parametrized, from, to });
        }
      }
    });
  };
  if (root) visit(root, topScope);
  return { tests, suites };
}

function attributesOf(text: string, method: SyntaxNode): string {
  return method.children
    .filter(({ type }) => type === "attribute_list")
    .map((node) => textOf(text, node))
    .join("\n");
}

/** `it('…', function () { … })->with([…])->skip()`. */
function pestCall(
  text: string,
  statement: SyntaxNode,
  scope: Scope,
): { readonly call: SyntaxNode; readonly isSuite: boolean; readonly inner: Scope } | undefined {
  let call = namedChildren(statement)[0];
  const chain: string[] = [];
  while (call?.type === "member_call_expression") {
    chain.push(textOf(text, childOf(call, "name")));
    call = childOf(call, "object");
  }
  if (call?.type !== "function_call_expression") return undefined;
  const name = textOf(text, childOf(call, "function"));
  if (!/^(?:it|test|describe|todo)$/.test(name)) return undefined;
  const [first] = namedChildren(childOf(call, "arguments"));
  const literal = literalContent(textOf(text, first));
  if (literal === undefined) return undefined;
  const modifiers: TestModifier[] = [];
  if (chain.includes("skip")) modifiers.push("skip");
  if (chain.includes("todo") || name === "todo") modifiers.push("todo");
  if (chain.includes("only")) modifiers.push("only");
  return {
    call,
    isSuite: name === "describe",
    inner: {
      // Pest shows `it('is refused')` as "it is refused".
      titles: [...scope.titles, name === "it" ? `it ${literal}` : literal],
      names: [],
      modifiers: withModifiers(scope.modifiers, modifiers),
      parametrized: scope.parametrized || chain.includes("with"),
    },
  };
}
