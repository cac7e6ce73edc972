import { type Found, type FoundTest, literalContent, textOf } from "../found.ts";
import type { TestModifier } from "../model.ts";
import { childOf, childOfType, descendants, namedChildren, type Syntax, type SyntaxNode } from "../syntax.ts";

/** `func TestX(t *testing.T)` with its `t.Run` cases, and methods `TestX` of suites. */
export function goTests({ root, text }: Syntax): Found {
  const tests: FoundTest[] = [];
  for (const node of namedChildren(root)) {
    const name = textOf(text, childOf(node, "name"));
    const parameters = textOf(text, childOf(node, "parameters"));
    const isTest =
      node.type === "function_declaration" &&
      /^(?:Test|Fuzz)(?![a-z])/.test(name) &&
      /\*testing\.[TF]\b/.test(parameters);
    const isMethod =
      node.type === "method_declaration" && /^Test(?![a-z])/.test(name) && /^\(\s*\)$/.test(parameters);
    if (!isTest && !isMethod) continue;
    const receiver = /\*?(\w+)\s*\)$/.exec(textOf(text, childOf(node, "receiver")))?.[1];
    const titles = receiver === undefined ? [name] : [receiver, name];
    const body = childOf(node, "body");
    const cases = body === undefined ? [] : casesIn(text, body, titles, node);
    const modifiers = body === undefined ? [] : modifiersOf(text, body);
    const own = { titles, names: titles, modifiers, parametrized: false, from: node.from, to: node.to };
    tests.push(cases.length === 0 ? own : { ...own, holdsTests: true }, ...cases);
  }
  return { tests, suites: [] };
}

/** `t.Run("…", func…)`, nested ones too. Where the name is a field of a table, the literals of that field. */
function casesIn(text: string, body: SyntaxNode, titles: readonly string[], owner: SyntaxNode): FoundTest[] {
  const cases: FoundTest[] = [];
  const isRun = (node: SyntaxNode) =>
    node.type === "call_expression" && /\.Run$/.test(textOf(text, childOf(node, "function")));
  for (const call of descendants(body, (node) => !isRun(node))) {
    if (!isRun(call)) continue;
    const [name, run] = namedChildren(childOf(call, "arguments"));
    if (name === undefined || run === undefined) continue;
    const inner = run.type === "func_literal" ? childOf(run, "body") : undefined;
    const modifiers = inner === undefined ? [] : modifiersOf(text, inner);
    const literal = literalContent(textOf(text, name));
    if (literal !== undefined) {
      const own = [...titles, literal];
      const nested = inner === undefined ? [] : casesIn(text, inner, own, call);
      const found = { titles: own, modifiers, parametrized: false, from: call.from, to: call.to };
      cases.push(nested.length === 0 ? found : { ...found, holdsTests: true }, ...nested);
      continue;
    }
    const field = /\.(\w+)$/.exec(textOf(text, name))?.[1];
    const rows = field === undefined ? [] : rowsWith(text, body, field);
    for (const { title, from, to } of rows)
      cases.push({ titles: [...titles, title], modifiers, parametrized: false, from, to, hashed: owner });
    if (rows.length === 0) {
      const title = `\${${textOf(text, name)}}`;
      cases.push({ titles: [...titles, title], modifiers, parametrized: true, from: call.from, to: call.to });
    }
  }
  return cases;
}

function rowsWith(
  text: string,
  body: SyntaxNode,
  field: string,
): { title: string; from: number; to: number }[] {
  const rows: { title: string; from: number; to: number }[] = [];
  for (const row of descendants(body)) {
    if (row.type !== "literal_value") continue;
    for (const element of namedChildren(row)) {
      const [key, value] = namedChildren(element);
      if (element.type !== "keyed_element" || textOf(text, key) !== field) continue;
      const title = literalContent(textOf(text, value));
      if (title !== undefined) rows.push({ title, from: row.from, to: row.to });
    }
  }
  return rows;
}

/** `t.Skip()` at the top of the body skips; below a condition it depends on the machine. */
function modifiersOf(text: string, body: SyntaxNode): TestModifier[] {
  const isCall = (node: SyntaxNode, name: RegExp) =>
    node.type === "call_expression" && name.test(textOf(text, childOf(node, "function")));
  const statements = namedChildren(childOfType(body, "statement_list") ?? body);
  const direct = statements.flatMap((node) =>
    node.type === "expression_statement" ? namedChildren(node) : [],
  );
  const modifiers: TestModifier[] = [];
  if (direct.some((node) => isCall(node, /\.Parallel$/))) modifiers.push("concurrent");
  if (direct.some((node) => isCall(node, /\.Skip(?:Now|f)?$/))) modifiers.push("skip");
  else {
    const conditions = statements.filter(({ type }) => type === "if_statement");
    const isSkipped = conditions.some((node) =>
      [...descendants(node)].some((each) => isCall(each, /\.Skip(?:Now|f)?$/)),
    );
    if (isSkipped) modifiers.push("conditional");
  }
  return modifiers;
}
