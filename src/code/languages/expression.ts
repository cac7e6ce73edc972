/**
 * An expression, as far as it says what it names and which type it has: the same few kinds in every language.
 * Each node has at most one inner node, so an expression is a chain that starts at what it is about. Parentheses,
 * `await`, `try` and the like are not in it, and of arguments only their labels are.
 */
export type Expression =
  | NameExpression
  | { readonly kind: "literal"; readonly of: LiteralKind }
  /** An array by its first element; without one, nothing is known about its elements. */
  | { readonly kind: "list"; readonly element: Expression | undefined }
  | { readonly kind: "member"; readonly of: Expression; readonly name: string }
  /** `.name`: a member of the type that is expected here. */
  | { readonly kind: "implicit"; readonly name: string }
  | CallExpression
  | { readonly kind: "index"; readonly of: Expression; readonly labels: readonly string[] }
  /**
   * - chain: `a?` in `a?.b`: the whole is nil when `a` is
   * - unwrap: `a!`, and `a ?? b`, which has the type of `a` without its optional
   */
  | { readonly kind: "chain" | "unwrap"; readonly of: Expression }
  | { readonly kind: "cast"; readonly type: string; readonly isOptional: boolean }
  /** An instance whose type is written where it is made: `new T()`, `T{}`, `[T]()`. */
  | { readonly kind: "new"; readonly type: string }
  /** `other` says nothing about its type. */
  | { readonly kind: "self" | "super" | "closure" | "other" };

export interface NameExpression {
  readonly kind: "name";
  readonly name: string;
  /** Type arguments as written, without their brackets: `A, B` in `Pair<A, B>`. */
  readonly types: string | undefined;
}

export interface CallExpression {
  readonly kind: "call";
  readonly of: Expression;
  readonly labels: readonly string[];
  /** Labels of trailing closures; the first is "_". */
  readonly closures: readonly string[];
}

export type ExpressionKind = Expression["kind"];
export type LiteralKind = "string" | "integer" | "float" | "boolean";

/** Longer chains are generated code; what is beyond is `other`, so that whatever walks a chain can recurse. */
export const maxDepth = 64;

export const selfExpression: Expression = { kind: "self" };
export const superExpression: Expression = { kind: "super" };
export const closureExpression: Expression = { kind: "closure" };
export const otherExpression: Expression = { kind: "other" };

export function nameExpression(name: string, types?: string): Expression {
  return { kind: "name", name, types };
}

export function literalExpression(of: LiteralKind): Expression {
  return { kind: "literal", of };
}

export function memberExpression(of: Expression, name: string): Expression {
  return { kind: "member", of, name };
}

/** `A.B.C` from its parts; undefined without any. */
export function pathExpression(path: readonly string[]): Expression | undefined {
  const [first, ...rest] = path;
  return first === undefined ? undefined : rest.reduce(memberExpression, nameExpression(first));
}

/** The names of a plain path: `["a", "b"]` of `a.b`; undefined for anything else. */
export function namesOf(expression: Expression): string[] | undefined {
  if (expression.kind === "name") return [expression.name];
  if (expression.kind !== "member") return undefined;
  const outer = namesOf(expression.of);
  outer?.push(expression.name);
  return outer;
}

/** What an expression is made from; undefined for the start of a chain. */
export function innerOf(expression: Expression): Expression | undefined {
  switch (expression.kind) {
    case "member":
    case "call":
    case "index":
    case "chain":
    case "unwrap":
      return expression.of;
    case "list":
      return expression.element;
    default:
      return undefined;
  }
}

export function depthOf(expression: Expression): number {
  let depth = 1;
  for (let inner = innerOf(expression); inner; inner = innerOf(inner)) depth++;
  return depth;
}

/** Whether the value is optional because something before its end may be nil: `a?.b`. */
export function hasOptionalChain(expression: Expression): boolean {
  for (let at: Expression | undefined = expression; at; at = innerOf(at))
    if (at.kind === "chain") return true;
  return false;
}

/** For tests and messages: `users[_:]?.load(id:)`. */
export function expressionText(expression: Expression): string {
  const inner = innerOf(expression);
  const before = inner ? expressionText(inner) : "";
  switch (expression.kind) {
    case "name":
      return expression.types === undefined ? expression.name : `${expression.name}<${expression.types}>`;
    case "self":
    case "super":
      return expression.kind;
    case "literal":
      return `<${expression.of}>`;
    case "list":
      return `[${before}]`;
    case "member":
      return `${before}.${expression.name}`;
    case "implicit":
      return `.${expression.name}`;
    case "call":
      return `${before}(${labelText(expression.labels)})${expression.closures.map((label) => ` ${label}:{}`).join("")}`;
    case "index":
      return `${before}[${labelText(expression.labels)}]`;
    case "chain":
      return `${before}?`;
    case "unwrap":
      return `${before}!`;
    case "cast":
      return `(as${expression.isOptional ? "?" : ""} ${expression.type})`;
    case "new":
      return `new ${expression.type}`;
    case "closure":
      return "{}";
    case "other":
      return "…";
  }
}

function labelText(labels: readonly string[]): string {
  return labels.map((label) => `${label}:`).join("");
}
