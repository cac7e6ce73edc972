import { type Expression, literalExpression, otherExpression } from "../../expression.ts";
import { comparison, disjunction, nilCoalescing, rankOf } from "./operators.ts";

const boolean = literalExpression("boolean");

/** Finds out what an expression is as a whole, from the operands and operators that its reader meets. */
export class ExpressionValue {
  /** Known before the end: what follows is not part of the value. */
  #final: Expression | undefined;
  /** The text left of the first operator. */
  #left: Expression = otherExpression;
  /** Of the operators so far, how tightly the one binds that decides. */
  #loosest = Number.POSITIVE_INFINITY;
  #prefix = "";

  prefixOperator(word: string): void {
    if (this.#loosest === Number.POSITIVE_INFINITY) this.#prefix = word;
  }

  infixOperator(word: string, left: Expression | undefined): void {
    const rank = rankOf(word);
    if (this.#loosest === Number.POSITIVE_INFINITY) this.#left = this.#operand(left);
    else if (rank < this.#loosest) this.#left = otherExpression;
    this.#loosest = Math.min(this.#loosest, rank);
  }

  /** `as` binds tighter than `??`: there it is only about the right side. */
  cast(to: Expression): Expression {
    if (this.#loosest > nilCoalescing) this.#restart();
    return to;
  }

  /** `condition ?`: the value is that of a branch. */
  choose(): void {
    this.#restart();
  }

  /** The colon between two branches. The second is asked only when the first says nothing: `ok ? nil : user`. */
  nextBranch(operand: Expression | undefined): void {
    if (this.#outcome(operand).kind === "other") this.#restart();
    else this.settle(operand);
  }

  settle(operand: Expression | undefined): void {
    this.#final ??= this.#outcome(operand);
  }

  result(operand: Expression | undefined): Expression {
    return this.#final ?? this.#outcome(operand);
  }

  #restart(): void {
    this.#loosest = Number.POSITIVE_INFINITY;
    this.#prefix = "";
  }

  #outcome(operand: Expression | undefined): Expression {
    if (this.#loosest === Number.POSITIVE_INFINITY) return this.#operand(operand);
    if (this.#loosest >= disjunction && this.#loosest <= comparison) return boolean;
    if (this.#loosest !== nilCoalescing || this.#left.kind === "other") return otherExpression;
    return { kind: "unwrap", of: this.#left };
  }

  #operand(operand: Expression | undefined): Expression {
    if (!operand) return otherExpression;
    if (this.#prefix === "" || this.#prefix === "&") return operand;
    if (this.#prefix === "!") return boolean;
    return operand.kind === "literal" ? operand : otherExpression;
  }
}
