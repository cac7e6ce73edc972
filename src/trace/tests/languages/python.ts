import {
  type Found,
  type FoundSuite,
  type FoundTest,
  type Scope,
  textOf,
  topScope,
  withModifiers,
} from "../found.ts";
import type { TestModifier } from "../model.ts";
import { childOf, namedChildren, type Syntax, type SyntaxNode } from "../syntax.ts";

/** Functions `test_*`, methods of `Test*` classes and of `unittest.TestCase`. */
export function pythonTests({ root, text }: Syntax): Found {
  const tests: FoundTest[] = [];
  const suites: FoundSuite[] = [];
  const visit = (node: SyntaxNode, scope: Scope) => {
    for (const child of namedChildren(node)) {
      const isDecorated = child.type === "decorated_definition";
      const definition = isDecorated ? childOf(child, "definition") : child;
      const marks = isDecorated ? marksOf(text, child) : topScope;
      const name = textOf(text, childOf(definition, "name"));
      const inner: Scope = {
        titles: [...scope.titles, name],
        names: [...scope.names, name],
        modifiers: withModifiers(scope.modifiers, marks.modifiers),
        parametrized: scope.parametrized || marks.parametrized,
      };
      const { from, to } = child;
      if (definition?.type === "function_definition") {
        if (/^test/.test(name)) tests.push({ ...inner, from, to });
      } else if (definition?.type === "class_definition") {
        if (!isTestClass(text, definition, name)) continue;
        suites.push({ titles: inner.titles, from, to });
        const body = childOf(definition, "body");
        if (body) visit(body, inner);
      } else if (child.type === "if_statement" || child.type === "try_statement" || child.type === "block")
        visit(child, scope);
    }
  };
  if (root) visit(root, topScope);
  return { tests, suites };
}

function isTestClass(text: string, definition: SyntaxNode, name: string): boolean {
  return /^Test|Tests?$/.test(name) || /TestCase\b/.test(textOf(text, childOf(definition, "superclasses")));
}

function marksOf(text: string, decorated: SyntaxNode): Pick<Scope, "modifiers" | "parametrized"> {
  const modifiers: TestModifier[] = [];
  let parametrized = false;
  for (const decorator of decorated.children.filter(({ type }) => type === "decorator")) {
    const name = /^@\s*([\w.]+)/.exec(textOf(text, decorator))?.[1]?.split(".").at(-1) ?? "";
    if (name === "parametrize" || name === "expand") parametrized = true;
    if (name === "skip") modifiers.push("skip");
    if (/^(?:skipif|skipIf|skipUnless|skip_if)$/.test(name)) modifiers.push("conditional");
    if (name === "xfail" || name === "expectedFailure") modifiers.push("fails");
  }
  return { modifiers, parametrized };
}
