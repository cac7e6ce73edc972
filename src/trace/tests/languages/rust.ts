import { type Found, type FoundSuite, type FoundTest, textOf } from "../found.ts";
import type { TestModifier } from "../model.ts";
import { childOf, descendants, namedChildren, type Syntax, type SyntaxNode } from "../syntax.ts";

/** Functions with `#[test]`, an attribute whose path ends in `test`, or one of the usual macros for cases. */
export function rustTests({ root, text }: Syntax): Found {
  const tests: FoundTest[] = [];
  const suites: FoundSuite[] = [];
  const macros = root === undefined ? new Set<string>() : testMacros(text, root);
  const visit = (node: SyntaxNode, modules: readonly string[]) => {
    let attributes: SyntaxNode[] = [];
    for (const child of namedChildren(node)) {
      if (child.type === "attribute_item") {
        attributes.push(child);
        continue;
      }
      const name = textOf(text, childOf(child, "name"));
      const from = attributes[0]?.from ?? child.from;
      const declared = macroTest(text, child, macros);
      if (declared !== undefined) {
        const titles = [...modules, declared];
        tests.push({ titles, names: titles, modifiers: [], parametrized: false, from, to: child.to });
      }
      if (child.type === "function_item") {
        const marks = marksOf(attributes.map((attribute) => textOf(text, attribute)));
        const titles = [...modules, name];
        if (marks !== undefined) tests.push({ titles, names: titles, ...marks, from, to: child.to });
      }
      const body = childOf(child, "body");
      if (child.type === "mod_item" && body) {
        suites.push({ titles: [...modules, name], from, to: child.to });
        visit(body, [...modules, name]);
      }
      attributes = [];
    }
  };
  if (root) visit(root, []);
  return { tests, suites };
}

/** Macros of the file that declare a test with the name they are given: `#[test] fn $name()`. */
function testMacros(text: string, root: SyntaxNode): Set<string> {
  const names = new Set<string>();
  if (!text.includes("macro_rules!")) return names;
  for (const node of descendants(root)) {
    if (node.type !== "macro_definition") continue;
    const body = textOf(text, node);
    if (/#\[\s*(?:\w+::)*test\s*\][\s\S]*?\bfn\s+\$\w+/.test(body))
      names.add(textOf(text, childOf(node, "name")));
  }
  return names;
}

/** The name of the test that a use of such a macro declares: its first word. */
function macroTest(text: string, node: SyntaxNode, macros: ReadonlySet<string>): string | undefined {
  if (macros.size === 0) return undefined;
  const call = node.type === "expression_statement" ? namedChildren(node)[0] : node;
  if (call?.type !== "macro_invocation" || !macros.has(textOf(text, childOf(call, "macro"))))
    return undefined;
  return /^[^([{]*[([{]\s*([\p{L}_]\w*)/u.exec(textOf(text, call))?.[1];
}

function marksOf(
  attributes: readonly string[],
): { modifiers: TestModifier[]; parametrized: boolean } | undefined {
  const paths = attributes.map((text) => /^#\s*\[\s*([\w:]+)/.exec(text)?.[1] ?? "");
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  if (
    !has(/(?:^|::)test$/) &&
    !has(/^(?:rstest|rstest::rstest|test_case|test_case::test_case|quickcheck|proptest|wasm_bindgen_test)$/)
  )
    return undefined;
  const modifiers: TestModifier[] = has(/^ignore$/) ? ["skip"] : [];
  const parametrized =
    has(/^(?:case|case::\w+|test_case|test_case::test_case|values)$/) || has(/^rstest_reuse::/);
  return { modifiers, parametrized };
}
