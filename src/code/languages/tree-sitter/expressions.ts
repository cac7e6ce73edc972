import type { Node } from "web-tree-sitter";
import {
  closureExpression,
  depthOf,
  type Expression,
  literalExpression,
  maxDepth,
  memberExpression,
  nameExpression,
  namesOf,
  otherExpression,
  pathExpression,
  selfExpression,
  superExpression,
} from "../expression.ts";
import type { Child, ExpressionRule, Grammar } from "./grammar.ts";

const maxTypeLength = 200;
const boolean = literalExpression("boolean");
const comparisons = new Set(["==", "!=", "===", "!==", "<", ">", "<=", ">=", "<>", "~=", "=~", "!~"]);
/** `b` where `a` is missing: the type of `a`, without its optional. */
const defaulting = new Set(["??", "?:"]);

/** Turns nodes of one tree into expressions, as the rules of its grammar say. */
export class ExpressionReader {
  readonly #grammar: Grammar;
  /** By the number of the node: the receivers of one chain are parts of each other. */
  readonly #cache = new Map<number, Expression>();
  /** How often a chain was cut because it is too long. */
  #cuts = 0;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  read(node: Node): Expression {
    return this.#read(node, maxDepth);
  }

  /** What a call names, where its name is a node of its own: `Get<User>`, `Store::open`. */
  callee(name: Node, receiver: Node | undefined): { name: string; receiver: Expression | undefined } {
    const outer = receiver && this.read(receiver);
    if (this.#grammar.separator === "\\" && name.text.includes("\\")) return inNamespace(name.text);
    const rule = this.#ruleOf(name);
    if (rule?.is !== "member" && rule?.is !== "generic") return { name: name.text, receiver: outer };
    const path = this.read(name);
    const whole = outer ? prefixed(outer, path) : path;
    if (whole.kind === "name") return { name: whole.name, receiver: undefined };
    if (whole.kind === "member") return { name: whole.name, receiver: whole.of };
    return { name: name.text, receiver: outer };
  }

  /** Labels of a call's arguments; "_" where one has none. */
  labels(list: Node): string[] {
    const { argumentNames, lineComment, gatheredArgument } = this.#grammar;
    const count = list.namedChildCount;
    if (count === 0) return [];
    // Comments and what the parser could not read are children too.
    const mayHaveExtra = list.text.includes(lineComment) || list.text.includes("/*") || list.hasError;
    if (!argumentNames && !mayHaveExtra) return new Array<string>(count).fill("_");
    const args = list.namedChildren
      .filter((child) => !child.isExtra)
      .filter((child, index, all) => child.type !== gatheredArgument || all[index - 1]?.type !== child.type);
    return args.map((child) => (argumentNames ? labelOf(child, argumentNames[child.type]) : "_"));
  }

  #read(node: Node, left: number): Expression {
    const cached = this.#cache.get(node.id);
    if (cached) return cached;
    if (left === 0) {
      this.#cuts++;
      return otherExpression;
    }
    const rule = this.#ruleOf(node);
    if (!rule) return otherExpression;
    const cuts = this.#cuts;
    const expression = this.#apply(rule, node, left - 1);
    const bounded = depthOf(expression) > maxDepth ? otherExpression : expression;
    if (this.#cuts === cuts) this.#cache.set(node.id, bounded);
    return bounded;
  }

  #ruleOf({ type }: Node): ExpressionRule | undefined {
    const { expressions } = this.#grammar;
    return Object.hasOwn(expressions, type) ? expressions[type] : undefined;
  }

  #apply(rule: ExpressionRule, node: Node, left: number): Expression {
    const inner = (child: Child): Expression => this.#inner(node, child, left);
    switch (rule.is) {
      case "name":
        return this.#name(node.text);
      case "self":
        return selfExpression;
      case "super":
        return superExpression;
      case "closure":
        return closureExpression;
      case "literal":
        return literalExpression(rule.of);
      case "inside":
        return inner(rule.of);
      case "member":
        return this.#member(node, rule.of, rule.name, left);
      case "call": {
        const of = inner(rule.of);
        const callee = rule.types === undefined ? of : withTypes(of, childOf(node, rule.types));
        const list = childOf(node, rule.arguments);
        const hasClosure = rule.closure !== undefined && childOf(node, rule.closure) !== null;
        if (!hasClosure) return this.#call(callee, list);
        return withClosure(list ? this.#call(callee, list) : callee);
      }
      case "method":
        return this.#method(rule, node, left);
      case "index":
        return { kind: "index", of: inner(rule.of), labels: ["_"] };
      case "unwrap":
        return { kind: "unwrap", of: inner(rule.of) };
      case "generic":
        return withTypes(inner(rule.of), childOf(node, rule.types));
      case "cast":
      case "new":
        return this.#typed(rule.is, childOf(node, rule.type));
      case "list": {
        const element = node.namedChildCount === 0 ? undefined : inner(0);
        return { kind: "list", element };
      }
      case "either":
        return this.#first(node, rule.of, left);
      case "unary":
        return this.#unary(rule, node, left);
      case "binary":
        return this.#binary(rule, node, left);
    }
  }

  #inner(node: Node, child: Child, left: number): Expression {
    const inner = childOf(node, child);
    return inner ? this.#read(inner, left) : otherExpression;
  }

  /** Some names are words of the language: `self` in Python is a name like any other to its grammar. */
  #name(text: string): Expression {
    return this.#grammar.wordExpressions?.get(text) ?? nameExpression(text);
  }

  #member(node: Node, of: Child, name: Child, left: number): Expression {
    const last = childOf(node, name);
    const outer = childOf(node, of);
    if (!last) return otherExpression;
    const rule = this.#ruleOf(last);
    const isNested = rule?.is === "member" || rule?.is === "generic";
    const inner = isNested ? this.#read(last, left) : undefined;
    // `::name` is a name at top level.
    if (!outer) return inner ?? this.#name(last.text);
    const isName = this.#grammar.namePaths?.has(node.type) === true && this.#ruleOf(outer)?.is === "self";
    const before = isName ? nameExpression(outer.text) : this.#read(outer, left);
    return inner ? prefixed(before, inner) : memberExpression(before, withoutDot(last.text));
  }

  #call(of: Expression, list: Node | null): Expression {
    const labels = list ? this.labels(list) : [];
    return { kind: "call", of, labels, closures: [] };
  }

  #method(rule: Extract<ExpressionRule, { is: "method" }>, node: Node, left: number): Expression {
    const member = this.#member(node, rule.of, rule.name, left);
    const isMaker =
      member.kind === "member" && rule.makers?.includes(member.name) && namesOf(member.of) !== undefined;
    return isMaker
      ? this.#typed("new", childOf(node, rule.of))
      : this.#call(member, childOf(node, rule.arguments));
  }

  #typed(kind: "cast" | "new", type: Node | null): Expression {
    const source = type?.text.replace(/\s+/g, " ") ?? "";
    // An anonymous class is written out where its name would be.
    if (source === "" || source.length > maxTypeLength) return otherExpression;
    const text = this.#grammar.separator === "\\" ? source.slice(source.lastIndexOf("\\") + 1) : source;
    return kind === "new" ? { kind, type: text } : { kind, type: text, isOptional: false };
  }

  #first(node: Node, children: readonly Child[], left: number): Expression {
    for (const child of children) {
      const value = this.#inner(node, child, left);
      if (value.kind !== "other") return value;
    }
    return otherExpression;
  }

  #unary(rule: Extract<ExpressionRule, { is: "unary" }>, node: Node, left: number): Expression {
    const operator = rule.operator === undefined ? node.child(0) : childOf(node, rule.operator);
    const inner = this.#inner(node, rule.of, left);
    switch (operator?.text) {
      case "!":
      case "not":
        return boolean;
      // A pointer has the members of what it points to.
      case "&":
      case "*":
        return inner;
      case "!!":
        return { kind: "unwrap", of: inner };
      default:
        return inner.kind === "literal" ? inner : otherExpression;
    }
  }

  #binary(rule: Extract<ExpressionRule, { is: "binary" }>, node: Node, left: number): Expression {
    const operator = childOf(node, "operator")?.text ?? node.child(1)?.text ?? "";
    if (comparisons.has(operator)) return boolean;
    if (defaulting.has(operator)) return { kind: "unwrap", of: this.#inner(node, rule.left, left) };
    const isAnd = operator === "&&" || operator === "and";
    if (!isAnd && operator !== "||" && operator !== "or") return otherExpression;
    if (rule.logical === "boolean") return boolean;
    return this.#first(node, isAnd ? [rule.right] : [rule.left, rule.right], left);
  }
}

function childOf(node: Node, child: Child): Node | null {
  if (typeof child === "string") return node.childForFieldName(child);
  if (typeof child === "object") return node.namedChildren.find(({ type }) => type === child.type) ?? null;
  return node.namedChild(child < 0 ? node.namedChildCount + child : child);
}

/** "_" for an argument without one. Where names have no field, an argument with a name has two children. */
function labelOf(argument: Node, name: Child | undefined): string {
  if (name === undefined || (name === 0 && argument.namedChildCount < 2)) return "_";
  const label = childOf(argument, name)?.text ?? "";
  return /^\w+$/.test(label) ? label : "_";
}

/** `\A\B\f` is `f` in `A.B`. */
function inNamespace(text: string): { name: string; receiver: Expression | undefined } {
  const path = text.split("\\").filter((part) => part !== "");
  return { name: path.at(-1) ?? text, receiver: pathExpression(path.slice(0, -1)) };
}

/** `b` of `a?.b`, where the dot is part of the node. */
function withoutDot(name: string): string {
  return name.startsWith(".") ? name.slice(1).replace(/<.*$/s, "") : name;
}

/** `a` and `b.c` as `a.b.c`. */
function prefixed(before: Expression, path: Expression): Expression {
  if (path.kind === "name") return memberExpression(before, path.name);
  return path.kind === "member" ? memberExpression(prefixed(before, path.of), path.name) : otherExpression;
}

/** A closure behind the arguments belongs to their call. */
function withClosure(of: Expression): Expression {
  const closures = ["_"];
  return of.kind === "call" && of.closures.length === 0
    ? { ...of, closures }
    : { kind: "call", of, labels: [], closures };
}

function withTypes(of: Expression, types: Node | null): Expression {
  if (of.kind !== "name" || !types) return of;
  const text = types.text.replace(/\s+/g, " ");
  return nameExpression(of.name, text.slice(text.indexOf("<") + 1, text.lastIndexOf(">")));
}
