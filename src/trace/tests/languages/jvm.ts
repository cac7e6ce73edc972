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
import { childOf, childOfType, descendants, namedChildren, type Syntax, type SyntaxNode } from "../syntax.ts";

const testMark = /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)$/;
const isClass = ({ type }: SyntaxNode) => /^(?:class|record|object|interface)_declaration$/.test(type);
const isMethod = ({ type }: SyntaxNode) => type === "method_declaration" || type === "function_declaration";

/** JUnit, TestNG and kotlin.test by annotations, JUnit 3 by names, Kotest by its strings. */
export function jvmTests({ root, text }: Syntax): Found {
  const tests: FoundTest[] = [];
  const suites: FoundSuite[] = [];
  const visit = (node: SyntaxNode, scope: Scope, isTestCase: boolean) => {
    for (const child of node.children) {
      if (!isClass(child) && !isMethod(child)) {
        visit(child, scope, isTestCase);
        continue;
      }
      const marks = annotationsOf(text, child);
      const name = nameOf(text, child);
      const inner = scopeOf(scope, name, marks);
      const { from, to } = child;
      if (isMethod(child)) {
        const isTest =
          marks.some((mark) => testMark.test(mark.name)) || (isTestCase && /^test[A-Z_]/.test(name));
        if (isTest) tests.push({ ...inner, from, to });
        continue;
      }
      suites.push({ titles: inner.titles, from, to });
      const bases = textOf(text, child).split("{", 1)[0] ?? "";
      const body = childOfType(child, "class_body", "enum_class_body", "interface_body");
      if (/\b\w+Spec\b\s*\(/.test(bases)) tests.push(...kotestTests(text, child, inner));
      if (body) visit(body, inner, /\bextends\s+(?:\w+\.)*\w*TestCase\b/.test(bases));
    }
  };
  if (root) visit(root, topScope, false);
  return { tests, suites };
}

interface Annotation {
  readonly name: string;
  readonly text: string;
}

/** The annotations in front of a declaration, by their text: the two grammars nest them differently. */
function annotationsOf(text: string, node: SyntaxNode): Annotation[] {
  const modifiers = childOfType(node, "modifiers");
  return namedChildren(modifiers).flatMap((each) => {
    const written = textOf(text, each);
    const name = /^@(?:\w+:)?(?:[\w.]*\.)?(\w+)/.exec(written)?.[1];
    return name === undefined ? [] : [{ name, text: written }];
  });
}

function nameOf(text: string, node: SyntaxNode): string {
  const name =
    childOf(node, "name") ?? childOfType(node, "simple_identifier", "identifier", "type_identifier");
  return textOf(text, name).replace(/^`|`$/g, "");
}

function scopeOf(scope: Scope, name: string, marks: readonly Annotation[]): Scope {
  const shown = marks.find((mark) => mark.name === "DisplayName");
  const title =
    shown && literalContent(/\(\s*(?:value\s*=\s*)?("(?:[^"\\]|\\.)*")/s.exec(shown.text)?.[1] ?? "");
  const modifiers: TestModifier[] = [];
  if (marks.some((mark) => /^(?:Disabled|Ignore|Ignored)$/.test(mark.name))) modifiers.push("skip");
  if (marks.some((mark) => /^(?:Enabled|Disabled)(?:On|If|For)\w*$/.test(mark.name)))
    modifiers.push("conditional");
  return {
    titles: [...scope.titles, title ?? name],
    names: [...scope.names, name],
    modifiers: withModifiers(scope.modifiers, modifiers),
    parametrized:
      scope.parametrized ||
      marks.some((mark) => /^(?:Parameterized|Repeated)Test$|^TestFactory$/.test(mark.name)),
  };
}

const kotestSuites = /^(?:describe|context|given|Given|feature|expect)$/;
const kotestTestNames = /^(?:test|it|should|then|Then|scenario)$/;

/** `test("…") { }`, `"…" { }`, `describe("…") { it("…") { } }`. */
function kotestTests(text: string, spec: SyntaxNode, scope: Scope): FoundTest[] {
  const tests: FoundTest[] = [];
  const visit = (node: SyntaxNode, inside: Scope) => {
    for (const child of node.children) {
      const called = child.type === "call_expression" ? kotestCall(text, child) : undefined;
      if (called === undefined) {
        visit(child, inside);
        continue;
      }
      const inner = {
        ...inside,
        titles: [...inside.titles, called.title],
        modifiers: withModifiers(inside.modifiers, called.modifiers),
      };
      const before = tests.length;
      // The callee is the same call without its block.
      const [callee] = namedChildren(child);
      for (const part of child.children) if (part !== callee) visit(part, inner);
      const isTest = called.kind === "test" || (called.kind === "text" && tests.length === before);
      const { titles, modifiers, parametrized } = inner;
      if (isTest) tests.push({ titles, modifiers, parametrized, from: child.from, to: child.to });
    }
  };
  visit(spec, scope);
  return tests;
}

function kotestCall(
  text: string,
  call: SyntaxNode,
): { kind: "suite" | "test" | "text"; title: string; modifiers: TestModifier[] } | undefined {
  const [callee] = namedChildren(call);
  const written = textOf(text, callee);
  const own = literalContent(written);
  if (own !== undefined) return { kind: "text", title: own, modifiers: [] };
  const [, skip = "", name = ""] = /^(x?)(\w+)/.exec(written.trim()) ?? [];
  const kind =
    kotestSuites.test(name) || name === "when" ? "suite" : kotestTestNames.test(name) ? "test" : undefined;
  if (kind === undefined) return undefined;
  const argument = [...descendants(call, ({ type }) => type !== "lambda_literal")].find(
    ({ type }) => type === "string_literal",
  );
  const title = literalContent(textOf(text, argument));
  return title === undefined ? undefined : { kind, title, modifiers: skip === "x" ? ["skip"] : [] };
}
