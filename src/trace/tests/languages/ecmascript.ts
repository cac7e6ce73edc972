import {
  type Found,
  type FoundSuite,
  type FoundTest,
  literalContent,
  type Scope,
  textOf,
  topScope,
  unescaped,
  withModifiers,
} from "../found.ts";
import type { TestModifier } from "../model.ts";
import { childOf, childOfType, descendants, namedChildren, type Syntax, type SyntaxNode } from "../syntax.ts";

const suiteNames = new Set(["describe", "suite", "context", "fdescribe", "xdescribe", "xcontext"]);
const testNames = new Set(["it", "test", "specify", "fit", "xit", "xtest", "xspecify"]);
const modifierOf: Readonly<Record<string, TestModifier>> = {
  skip: "skip",
  todo: "todo",
  fails: "fails",
  failing: "fails",
  fixme: "skip",
  only: "only",
  concurrent: "concurrent",
  runIf: "conditional",
  skipIf: "conditional",
};

/** The name that is called, what is chained to it, and whether values are given first: `it.skip.each([…])("…", f)`. */
interface Callee {
  readonly base: string;
  readonly chain: readonly string[];
}

/** Calls of `describe` and `it` and their kin: vitest, jest, mocha, node:test, Playwright, Bun, Deno. */
export function ecmascriptTests({ root, text }: Syntax): Found {
  const tests: FoundTest[] = [];
  const suites: FoundSuite[] = [];
  const aliases = root === undefined ? new Map<string, Callee>() : aliasesIn(text, root);
  const visit = (node: SyntaxNode, scope: Scope) => {
    const statement = node.type === "expression_statement" ? node : undefined;
    const call = callOf(statement === undefined ? node : namedChildren(statement)[0]);
    const found = call && readCall(text, call, scope, aliases);
    if (call === undefined || found === undefined) {
      for (const child of node.children)
        visit(child, isLoop(node) ? { ...scope, parametrized: true } : scope);
      return;
    }
    const { from, to } = node;
    if (found.isSuite) suites.push({ titles: found.inner.titles, from, to });
    else {
      const { titles, modifiers, parametrized } = found.inner;
      tests.push({ titles, modifiers, parametrized, from, to });
    }
    if (found.isSuite) for (const child of call.children) visit(child, found.inner);
  };
  if (root) visit(root, topScope);
  return { tests, suites };
}

function callOf(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type === "await_expression") return callOf(namedChildren(node)[0]);
  return node?.type === "call_expression" ? node : undefined;
}

function isLoop({ type }: SyntaxNode): boolean {
  return type.startsWith("for_") || type === "while_statement";
}

function readCall(
  text: string,
  call: SyntaxNode,
  scope: Scope,
  aliases: ReadonlyMap<string, Callee>,
): { readonly isSuite: boolean; readonly inner: Scope } | undefined {
  const written = calleeOf(text, childOf(call, "function"));
  if (written === undefined) return undefined;
  const alias = aliases.get(written.base);
  const callee =
    alias === undefined ? written : { base: alias.base, chain: [...alias.chain, ...written.chain] };
  const { base, chain } = callee;
  const isSuite = suiteNames.has(base) || chain.includes("describe") || chain.includes("suite");
  if (!isSuite && !testNames.has(base)) return undefined;
  const [titleNode, ...rest] = namedChildren(childOf(call, "arguments"));
  if (titleNode === undefined || !holdsTest(titleNode, rest, chain)) return undefined;
  const title = titleOf(text, titleNode, isSuite);
  const own = chain.flatMap((name) => modifierOf[name] ?? []);
  const prefix: readonly TestModifier[] = base.startsWith("x")
    ? ["skip"]
    : /^f(?:it|describe)$/.test(base)
      ? ["only"]
      : [];
  const isEach = chain.includes("each") || chain.includes("for");
  return {
    isSuite,
    inner: {
      titles: [...scope.titles, title],
      names: [],
      modifiers: withModifiers(scope.modifiers, own, prefix, optionModifiers(text, rest)),
      parametrized: scope.parametrized || isEach || title.includes("${"),
    },
  };
}

/** Other names that a file gives to `it` and its kin: `const onUnix = isWindows ? test.skip : test`. */
function aliasesIn(text: string, root: SyntaxNode): Map<string, Callee> {
  const aliases = new Map<string, Callee>();
  for (const node of descendants(root, ({ type }) => !type.includes("function"))) {
    if (node.type !== "variable_declarator") continue;
    const name = textOf(text, childOf(node, "name"));
    const alias = aliasOf(text, childOf(node, "value"));
    if (alias !== undefined && !testNames.has(name) && !suiteNames.has(name)) aliases.set(name, alias);
  }
  return aliases;
}

function aliasOf(text: string, value: SyntaxNode | undefined): Callee | undefined {
  if (value?.type === "ternary_expression") {
    const [one, other] = [childOf(value, "consequence"), childOf(value, "alternative")].map((branch) =>
      aliasOf(text, branch),
    );
    return one?.base === other?.base ? one && { base: one.base, chain: ["skipIf"] } : undefined;
  }
  const callee =
    value?.type === "call_expression" ? calleeOf(text, childOf(value, "function")) : calleeOf(text, value);
  if (callee === undefined || !(testNames.has(callee.base) || suiteNames.has(callee.base))) return undefined;
  // A call makes another `test` only where it extends it; every other call is a test itself.
  if (value?.type === "call_expression")
    return callee.chain.at(-1) === "extend" ? { base: callee.base, chain: [] } : undefined;
  return callee;
}

/** `it(…)`, `it.skip(…)`, `it.each([…])(…)`, `` it.each`…`(…) ``, `Deno.test(…)`, `t.test(…)`. */
function calleeOf(text: string, node: SyntaxNode | undefined): Callee | undefined {
  if (node?.type === "identifier") return { base: textOf(text, node), chain: [] };
  if (node?.type === "call_expression") return calleeOf(text, childOf(node, "function"));
  if (node?.type !== "member_expression") return undefined;
  const name = textOf(text, childOf(node, "property"));
  const object = calleeOf(text, childOf(node, "object"));
  if (object === undefined) return undefined;
  if (object.chain.length === 0 && /^(?:Deno|t|ctx|QUnit)$/.test(object.base))
    return { base: name, chain: [] };
  return { base: object.base, chain: [...object.chain, name] };
}

/** A test has a title and a function, or is still to be written. `regex.test(text)` and `test.extend({…})` are neither. */
function holdsTest(title: SyntaxNode, rest: readonly SyntaxNode[], chain: readonly string[]): boolean {
  const isFunction = ({ type }: SyntaxNode) =>
    /function|identifier|call_expression|member_expression/.test(type);
  if (/^(?:arrow_function|function_expression|object|array|regex)$/.test(title.type)) return false;
  if (
    chain.some((name) => /^(?:extend|use|step|beforeEach|afterEach|beforeAll|afterAll|configure)$/.test(name))
  )
    return false;
  return (
    rest.some(isFunction) ||
    chain.includes("todo") ||
    (isText(title) && rest.length === 0 && !/identifier/.test(title.type))
  );
}

function isText({ type }: SyntaxNode): boolean {
  return type === "string" || type === "template_string";
}

/** The title as the runner shows it; what only the run knows stays as a hole. */
function titleOf(text: string, node: SyntaxNode, isSuite: boolean): string {
  const written = textOf(text, node);
  if (node.type === "string") return literalContent(written) ?? written;
  if (node.type === "template_string") return unescaped(written.slice(1, -1));
  if (node.type === "binary_expression")
    return namedChildren(node)
      .map((part) => titleOf(text, part, false))
      .join("");
  if (node.type === "parenthesized_expression" || node.type === "as_expression") {
    const inner = namedChildren(node)[0];
    if (inner !== undefined) return titleOf(text, inner, isSuite);
  }
  // A class or function given to `describe` is shown by its name.
  return isSuite && /^[A-Z][\w$]*$/.test(written) ? written : `\${${written}}`;
}

/** `{ skip: true, todo: "later" }` between title and function. */
function optionModifiers(text: string, rest: readonly SyntaxNode[]): TestModifier[] {
  const options = rest.find(({ type }) => type === "object");
  return namedChildren(options).flatMap((pair) => {
    const key = textOf(text, childOf(pair, "key") ?? childOfType(pair, "property_identifier"));
    const value = textOf(text, childOf(pair, "value"));
    const modifier = modifierOf[key];
    if (modifier === undefined || value === "false" || key === "runIf" || key === "skipIf") return [];
    return /^(?:true|["'`])/.test(value) ? [modifier] : ["conditional" as const];
  });
}
