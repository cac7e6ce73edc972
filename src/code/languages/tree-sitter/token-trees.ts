import type { Node } from "web-tree-sitter";
import {
  type Expression,
  memberExpression,
  nameExpression,
  otherExpression,
  selfExpression,
} from "../expression.ts";
import type { Use } from "../language.ts";

const maxSteps = 16;

/**
 * The arguments of a Rust macro are tokens, not expressions: a name and parentheses behind it are a call in all but a
 * few macros. Undefined if the name is something else, such as that of a function that the macro declares.
 */
export function calleeInTokens(
  name: Node,
  args: Node,
): Pick<Use, "name" | "receiver" | "labels"> | undefined {
  const isCall = name.nextSibling?.id === args.id && args.child(0)?.type === "(";
  if (!isCall || name.previousSibling?.type === "fn") return undefined;
  const receiver = receiverOf(name, maxSteps);
  return { name: name.text, labels: labelsIn(args), ...(receiver && { receiver }) };
}

/** What is written before the dot or the colons in front of a token. */
function receiverOf(token: Node, left: number): Expression | undefined {
  const separator = token.previousSibling;
  if (separator?.type !== "." && separator?.type !== "::") return undefined;
  const before = separator.previousSibling;
  return before && left > 0 ? endingAt(before, left - 1) : otherExpression;
}

function endingAt(token: Node, left: number): Expression {
  switch (token.type) {
    case "self":
      // `self::name` is a name of this module.
      return token.nextSibling?.type === "." ? selfExpression : nameExpression("self");
    case "identifier":
    case "crate":
    case "super":
      return withReceiver(token, left);
    case "token_tree": {
      const callee = token.previousSibling;
      if (token.child(0)?.type !== "(" || callee?.type !== "identifier") return otherExpression;
      return { kind: "call", of: withReceiver(callee, left), labels: labelsIn(token), closures: [] };
    }
    default:
      return otherExpression;
  }
}

function withReceiver(name: Node, left: number): Expression {
  const receiver = receiverOf(name, left);
  return receiver ? memberExpression(receiver, name.text) : nameExpression(name.text);
}

/** One label for each argument: what is between the commas. */
function labelsIn(tree: Node): string[] {
  const inner = tree.children.slice(1, -1).map((token) => token?.type);
  if (inner.length === 0) return [];
  const commas = inner.filter((type) => type === ",").length - (inner.at(-1) === "," ? 1 : 0);
  return new Array<string>(commas + 1).fill("_");
}
