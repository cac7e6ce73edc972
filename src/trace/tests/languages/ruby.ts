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

const suiteNames = /^(?:[fx]?describe|[fx]?context|[fx]?feature|shared_examples)$/;
const testNames = /^(?:[fx]?it|[fx]?specify|[fx]?example|[fx]?scenario|test|should|pending|skip)$/;

/** RSpec and its kin by their blocks, Minitest and test-unit by `def test_…`, Rails by `test "…" do`. */
export function rubyTests({ root, text }: Syntax): Found {
  const tests: FoundTest[] = [];
  const suites: FoundSuite[] = [];
  const visit = (node: SyntaxNode, scope: Scope) => {
    for (const child of node.children) {
      const { from, to } = child;
      const name = textOf(text, childOf(child, "name"));
      if (child.type === "class") {
        const titles = [...scope.titles, name];
        suites.push({ titles, from, to });
        visit(child, { ...scope, titles, names: [...scope.names, name] });
        continue;
      }
      if (child.type === "method" && /^test_/.test(name)) {
        tests.push({ ...scope, titles: [...scope.titles, name], names: [...scope.names, name], from, to });
        continue;
      }
      const called = child.type === "call" ? readCall(text, child, scope) : undefined;
      if (called === undefined) visit(child, scope);
      else if (called.isSuite) {
        suites.push({ titles: called.inner.titles, from, to });
        visit(child, called.inner);
      } else {
        const { titles, modifiers, parametrized } = called.inner;
        tests.push({ titles, modifiers, parametrized, from, to });
      }
    }
  };
  if (root) visit(root, topScope);
  return { tests, suites };
}

function readCall(
  text: string,
  call: SyntaxNode,
  scope: Scope,
): { isSuite: boolean; inner: Scope } | undefined {
  const method = textOf(text, childOf(call, "method"));
  const receiver = textOf(text, childOf(call, "receiver"));
  const isSuite = suiteNames.test(method) && (receiver === "" || receiver === "RSpec");
  if (!isSuite && (!testNames.test(method) || receiver !== "")) return undefined;
  const [first, ...rest] = namedChildren(childOf(call, "arguments"));
  const hasBlock = childOf(call, "block") !== undefined;
  if (first === undefined || (!hasBlock && isSuite)) return undefined;
  const written = textOf(text, first);
  const literal = literalContent(written);
  if (literal === undefined && !/^[A-Z]/.test(written)) return undefined;
  const options = rest.map((node) => textOf(text, node)).join(" ");
  const modifiers: TestModifier[] = [];
  if (/^(?:x|pending|skip)/.test(method) || /\bskip(?::|\b)/.test(options)) modifiers.push("skip");
  if (/^f(?:describe|context|feature|it|specify|example)/.test(method)) modifiers.push("only");
  if (!hasBlock) modifiers.push("todo");
  const title = (literal ?? written).replace(/#\{[^}]*\}/g, (hole) => `$${hole.slice(1)}`);
  return {
    isSuite,
    inner: {
      titles: [...scope.titles, title],
      names: scope.names,
      modifiers: withModifiers(scope.modifiers, modifiers),
      parametrized: scope.parametrized || title.includes("${"),
    },
  };
}
