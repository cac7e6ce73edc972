import { type Expression, innerOf, otherExpression } from "../languages/expression.ts";
import { expressionKinds, literalKinds } from "./kinds.ts";
import { itemAt, type RowReader } from "./row-reader.ts";
import { RowWriter, type TextTable } from "./row-writer.ts";

/**
 * The expressions of a file as rows, each after the one that it is made from. Equal expressions share a row:
 * `self.store` is written once, however many calls have it as their receiver.
 */
export class ExpressionTable {
  readonly rows: RowWriter;
  #count = 0;
  /** Parsers share nodes between the uses of one chain: most are found without looking inside. */
  readonly #byNode = new Map<Expression, number>();
  readonly #byKey = new Map<string, number>();

  constructor(texts: TextTable) {
    this.rows = new RowWriter(texts);
  }

  get count(): number {
    return this.#count;
  }

  numberOf(expression: Expression): number {
    const known = this.#byNode.get(expression);
    if (known !== undefined) return known;
    const inner = innerOf(expression);
    const of = inner && this.numberOf(inner);
    const key = keyOf(expression, of);
    let number = this.#byKey.get(key);
    if (number === undefined) {
      this.#write(expression, of);
      number = this.#count++;
      this.#byKey.set(key, number);
    }
    this.#byNode.set(expression, number);
    return number;
  }

  #write(expression: Expression, of = 0): void {
    const { rows } = this;
    rows.oneOf(expressionKinds, expression.kind);
    switch (expression.kind) {
      case "name":
        rows.text(expression.name);
        rows.optionalText(expression.types);
        return;
      case "literal":
        rows.oneOf(literalKinds, expression.of);
        return;
      case "list":
        rows.optional(expression.element && of);
        return;
      case "member":
        rows.number(of);
        rows.text(expression.name);
        return;
      case "implicit":
        rows.text(expression.name);
        return;
      case "call":
        rows.number(of);
        rows.textList(expression.labels);
        rows.textList(expression.closures);
        return;
      case "index":
        rows.number(of);
        rows.textList(expression.labels);
        return;
      case "chain":
      case "unwrap":
        rows.number(of);
        return;
      case "cast":
        rows.text(expression.type);
        rows.number(expression.isOptional ? 1 : 0);
        return;
      case "new":
        rows.text(expression.type);
        return;
      case "self":
      case "super":
      case "closure":
      case "other":
        return;
    }
  }
}

/** Equal for equal expressions, given the number of what they are made from. */
function keyOf(expression: Expression, of: number | undefined): string {
  switch (expression.kind) {
    case "name":
      return `name ${expression.name} ${expression.types ?? ""}`;
    case "member":
      return `${of}.${expression.name}`;
    case "literal":
      return `literal ${expression.of}`;
    case "implicit":
      return `implicit ${expression.name}`;
    case "call":
      return `${of} call ${expression.labels.join()} ${expression.closures.join()}`;
    case "index":
      return `${of} index ${expression.labels.join()}`;
    case "cast":
      return `cast ${expression.isOptional} ${expression.type}`;
    case "new":
      return `new ${expression.type}`;
    default:
      return `${expression.kind} ${of ?? ""}`;
  }
}

/** What `ExpressionTable` wrote. Throws when a row is made from one that does not come before it. */
export function readExpressions(from: RowReader): readonly Expression[] {
  const all: Expression[] = [];
  const inner = (index = from.number()) => itemAt(all, index);
  for (let left = from.number(); left > 0; left--) all.push(readExpression(from, inner));
  return all;
}

function readExpression(from: RowReader, inner: (index?: number) => Expression): Expression {
  const kind = from.oneOf(expressionKinds);
  switch (kind) {
    case "name":
      return { kind, name: from.text(), types: from.optionalText() };
    case "literal":
      return { kind, of: from.oneOf(literalKinds) };
    case "list": {
      const element = from.optional();
      return { kind, element: element === undefined ? undefined : inner(element) };
    }
    case "member":
      return { kind, of: inner(), name: from.text() };
    case "implicit":
      return { kind, name: from.text() };
    case "call":
      return { kind, of: inner(), labels: from.textList(), closures: from.textList() };
    case "index":
      return { kind, of: inner(), labels: from.textList() };
    case "chain":
    case "unwrap":
      return { kind, of: inner() };
    case "cast":
      return { kind, type: from.text(), isOptional: from.number() === 1 };
    case "new":
      return { kind, type: from.text() };
    case "self":
    case "super":
    case "closure":
      return { kind };
    case "other":
      return otherExpression;
  }
}
