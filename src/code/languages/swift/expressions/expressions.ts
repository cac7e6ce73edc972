import {
  closureExpression,
  depthOf,
  type Expression,
  literalExpression,
  maxDepth,
  memberExpression,
  nameExpression,
  otherExpression,
  selfExpression,
  superExpression,
} from "../../expression.ts";
import type { Use } from "../../language.ts";
import { readGenericArguments, readType } from "../declarations/types.ts";
import { type Scope, useOf, type Writable, words } from "../facts.ts";
import { Kind, type Token } from "../lexing/tokens.ts";
import { isCondition, type Mode, type Parser } from "../parser.ts";
import { readClosure } from "./closures.ts";
import { nested, readBoundValue, readControl } from "./control.ts";
import { readKeyPath, readSelector } from "./key-paths.ts";
import { endsStatement } from "./line-ends.ts";
import { operatorUse, rankOf } from "./operators.ts";
import { readPattern } from "./patterns.ts";
import { ExpressionValue } from "./value.ts";

/** Reads an expression and notes the names that it uses. Always moves forward or stops at a delimiter. */
export function readExpression(p: Parser, scope: Scope, mode: Mode): Expression {
  return new ExpressionReader(p, scope, mode).run();
}

class ExpressionReader {
  readonly #p: Parser;
  readonly #scope: Scope;
  readonly #mode: Mode;
  /** The operand (`a.b(c)[d]`) that is being read; undefined between operands. */
  #operand: Expression | undefined;
  /** Where it began. */
  #from = 0;
  /** How many nodes it has. */
  #depth = 0;
  /** It is `[…]`: an array, a dictionary, or, with arguments behind it, the type of one. */
  #isCollection = false;
  readonly #value = new ExpressionValue();
  /** Question marks of `a ? b : c` whose colon is still to come. */
  #choices = 0;
  /** The call or name that a trailing closure would belong to. */
  #callee: Writable<Use> | undefined;
  /** How tightly the last operator binds. */
  #rank = 0;

  constructor(p: Parser, scope: Scope, mode: Mode) {
    this.#p = p;
    this.#scope = scope;
    this.#mode = mode;
  }

  run(): Expression {
    const p = this.#p;
    const start = p.mark();
    while (!p.isAtEnd) {
      const token = p.token;
      if (token.kind === Kind.condition) {
        p.takeCondition();
        continue;
      }
      if (p.mark() > start && endsStatement(p, token, this.#mode)) break;
      if (token.kind === Kind.punctuation && this.#isDelimiter(token)) break;
      if (this.#mode === "bound" && (p.isWord("else") || p.isWord("where"))) break;
      this.#step(token);
    }
    return this.#value.result(this.#operand);
  }

  #isDelimiter(token: Token): boolean {
    const mode = this.#mode;
    switch (token.word) {
      case ";":
      case ")":
      case "]":
        return true;
      case "}":
        return !token.ghost;
      case ",":
        return mode === "group" || mode === "initial" || mode === "bound";
      case ":":
        // A colon that belongs to no choice ends a key, a label or a case.
        return mode === "group" && this.#choices === 0;
      case "{":
        return (isCondition(mode) && !token.ghost) || this.#isObservers();
      default:
        return false;
    }
  }

  #step(token: Token): void {
    const p = this.#p;
    if (token.kind === Kind.word) return this.#word(token);
    if (token.kind === Kind.operator) return this.#operator();
    if (token.kind === Kind.hash) return this.#hash();
    if (token.kind !== Kind.punctuation) return this.#literal(token);
    if (token.word === ".") return this.#dot(token);
    if (token.word === "(") return this.#paren(token);
    if (token.word === "[") return this.#bracket(token);
    if (token.word === "{" && !token.ghost) return this.#brace(token);
    if (token.word === "\\") {
      readKeyPath(p, this.#scope);
      return this.#endOperand();
    }
    if (token.word === "@") return this.#attribute();
    if (token.word === ":" && this.#choices > 0) {
      this.#value.nextBranch(this.#operand);
      this.#choices--;
    } else this.#value.settle(this.#operand);
    p.next();
    this.#endOperand();
    this.#rank = 0;
  }

  #literal(token: Token): void {
    const p = this.#p;
    p.next();
    // An interpolation follows its piece of the string in parentheses, and then the next piece.
    if (token.kind === Kind.string && p.is("(") && p.token.from === token.to) this.#group(")");
    this.#begin(literalOf(token, p.text), token);
  }

  #word(token: Token): void {
    const p = this.#p;
    if (!token.quoted) {
      if (token.word === "as" || token.word === "is") return this.#cast(token);
      if (words.controls.has(token.word) && !isCondition(this.#mode)) return this.#control(token);
      if (token.word === "let" || token.word === "var") return this.#binding();
      if (token.word === "case") {
        p.next();
        return this.#endOperand();
      }
      if (words.silent.has(token.word)) return this.#keyword(token);
    }
    p.next();
    const types = this.#typeArguments();
    this.#begin(nameExpression(token.word, types), token);
    this.#note(token, undefined, false);
  }

  #keyword(token: Token): void {
    const p = this.#p;
    p.next();
    // `try?` and `try!`
    if (token.word === "try" && !p.token.spaced && isUnwrap(p.operator)) p.next();
    const operand = keywordOperands.get(token.word);
    if (operand) this.#begin(operand, token);
    else this.#endOperand();
    // `Self(…)` makes one of our own.
    if (token.word === "Self" && this.#isCall()) this.#callee = this.#use("call", token);
  }

  /** The use of a name at the start of an operand or after a dot. */
  #note(token: Token, receiver: Expression | undefined, isImplicit: boolean): void {
    const p = this.#p;
    const isBare = receiver === undefined && !isImplicit;
    if (this.#isCall()) {
      this.#callee = this.#use("call", token, receiver, isImplicit);
      return;
    }
    // `outer: for …`
    const isLoopLabel = this.#mode === "statement" && this.#choices === 0 && p.is(":");
    if (isBare && isLoopLabel) return this.#endOperand();
    this.#callee =
      isBare && this.#isLocal(token.word)
        ? undefined
        : this.#use(isBare ? "value" : "member", token, receiver, isImplicit);
  }

  /** Whether arguments follow: on the same line, as the language demands. */
  #isCall(): boolean {
    const { token } = this.#p;
    if (token.first || token.kind !== Kind.punctuation) {
      // `handler?(x)` and `handler!(x)`
      const next = this.#p.peek(1);
      const isForced =
        token.kind === Kind.operator && (token.word === "?" || token.word === "!") && !token.spaced;
      return isForced && next.kind === Kind.punctuation && next.word === "(" && !next.spaced && !next.first;
    }
    if (token.word === "(") return !token.spaced || !isCondition(this.#mode);
    if (token.word !== "{" || token.ghost || this.#isObservers()) return false;
    return !isCondition(this.#mode) && token.spaced;
  }

  /** `var x = Box() { didSet { … } }`: braces behind an initial value that are not a closure of its call. */
  #isObservers(): boolean {
    const { word } = this.#p.peek(1);
    return this.#mode === "initial" && (word === "didSet" || word === "willSet");
  }

  #paren(token: Token): void {
    const of = token.first ? undefined : this.#operand;
    if (!of) {
      const { values, labels } = this.#group(")");
      const [only = otherExpression] = values;
      return this.#begin(values.length === 1 && labels[0] === "_" ? only : otherExpression, token);
    }
    const callee = this.#callee;
    const type = this.#isCollection ? this.#p.collapsed(this.#from, token.from) : undefined;
    const { labels } = this.#group(")");
    if (callee?.kind === "call" && callee.labels === undefined) callee.labels = labels;
    this.#extend(type === undefined ? { kind: "call", of, labels, closures: [] } : { kind: "new", type });
    this.#callee = callee;
  }

  #bracket(token: Token): void {
    const of = token.first ? undefined : this.#operand;
    const use = of && this.#use("call", token, of);
    const { values, labels, hasKeys } = this.#group("]");
    this.#callee = undefined;
    if (of && use) {
      use.name = "subscript";
      use.labels = labels;
      return this.#extend({ kind: "index", of, labels });
    }
    const [first] = values;
    const element = first && depthOf(first) < maxDepth ? first : undefined;
    const isList = !hasKeys && labels.every((label) => label === "_");
    this.#begin(isList ? { kind: "list", element } : otherExpression, token);
    this.#isCollection = true;
  }

  /** Reads `( … )` or `[ … ]`: the values of its parts and their labels, "_" where one has none. */
  #group(close: ")" | "]"): Group {
    const p = this.#p;
    const group: Group = { values: [], labels: [], hasKeys: false };
    p.next();
    while (!p.isAtEnd && !p.is(close) && !p.is("}")) {
      const mark = p.mark();
      group.labels.push(this.#label());
      group.values.push(readExpression(p, this.#scope, "group"));
      if (close === "]" && p.eat(":")) {
        group.hasKeys = true;
        readExpression(p, this.#scope, "group");
      }
      p.eat(",");
      if (p.mark() === mark) p.next();
    }
    p.eat(close);
    return group;
  }

  #label(): string {
    const p = this.#p;
    const next = p.peek(1);
    if (p.token.kind !== Kind.word || next.kind !== Kind.punctuation || next.word !== ":") return "_";
    const { word } = p.next();
    p.next();
    return word;
  }

  /** A closure: trailing where a call or name is before it, else a value of its own. */
  #brace(token: Token): void {
    const p = this.#p;
    const of = token.first || this.#isObservers() ? undefined : this.#operand;
    const callee = this.#callee;
    readClosure(p, this.#scope);
    if (!of || !callee) return this.#begin(closureExpression, token);
    if (callee.kind === "value" || callee.kind === "member") callee.kind = "call";
    const closures = ["_"];
    while (p.token.kind === Kind.word && p.peek(1).word === ":" && p.peek(2).word === "{" && !p.token.first) {
      closures.push(p.next().word);
      p.next();
      readClosure(p, this.#scope);
    }
    callee.labels ??= [];
    callee.closures = closures;
    this.#extend(
      of.kind === "call" && of.closures.length === 0
        ? { ...of, closures }
        : { kind: "call", of, labels: [], closures },
    );
    this.#callee = callee;
  }

  #dot(token: Token): void {
    const p = this.#p;
    p.next();
    const name = p.token;
    if (name.kind !== Kind.word && name.kind !== Kind.number) return this.#endOperand();
    p.next();
    const of = this.#operand;
    if (name.kind === Kind.number) {
      // An element of a tuple.
      if (of) this.#extend(memberExpression(of, p.text.slice(name.from, name.to)));
      return;
    }
    if (name.word === "self") return;
    this.#typeArguments();
    if (of) this.#extend(memberExpression(of, name.word));
    else this.#begin({ kind: "implicit", name: name.word }, token);
    this.#note(name, of, of === undefined);
  }

  #operator(): void {
    const p = this.#p;
    const token = p.token;
    const of = this.#operand;
    const isAttached = !token.spaced && !token.first;
    // `a?.b`, `a!`, `a?[0]`: the operand goes on.
    if (isAttached && of && isUnwrap(token.word)) {
      p.next();
      const callee = this.#callee;
      this.#extend(token.word.includes("?") ? { kind: "chain", of } : { kind: "unwrap", of });
      this.#callee = callee;
      return;
    }
    if (token.word === "?" && token.spaced) {
      this.#choices++;
      this.#value.choose();
    } else if (of) this.#value.infixOperator(token.word, of);
    else this.#value.prefixOperator(token.word);
    this.#noteOperator(token);
    this.#rank = rankOf(token.word);
    p.next();
    this.#endOperand();
  }

  #noteOperator(token: Token): void {
    const next = this.#p.peek(1);
    const use = operatorUse(token, next, this.#operand !== undefined, this.#rank);
    // Comparing with nil asks the optional, not what is in it.
    if (!use || (next.word === "nil" && !next.quoted)) return;
    const left = use.ownsLeft ? this.#operand : undefined;
    this.#use("call", token, left).labels = use.fixity === "infix" ? ["_", "_"] : ["_"];
  }

  /** `<A, B>` behind a name, without its brackets; undefined, with nothing consumed, where it is a comparison. */
  #typeArguments(): string | undefined {
    const p = this.#p;
    if (p.token.word !== "<" || p.token.spaced || !p.operator.startsWith("<")) return undefined;
    const mark = p.mark();
    const { uses } = p.facts;
    const count = uses.length;
    const from = p.token.to;
    readGenericArguments(p, this.#scope);
    const isClosed = p.text[p.lastTo - 1] === ">";
    const after = p.token;
    const fits =
      after.kind === Kind.end ||
      after.first ||
      (after.kind === Kind.punctuation && "()]}.,:;{[".includes(after.word)) ||
      /^[?!]/.test(after.word);
    if (isClosed && fits) return p.collapsed(from, p.lastTo - 1);
    p.reset(mark);
    uses.length = count;
    return undefined;
  }

  #cast(token: Token): void {
    const p = this.#p;
    p.next();
    const sign = /^[?!]$/.test(p.token.word) ? p.next().word : "";
    const type = readType(p, this.#scope);
    this.#callee = undefined;
    this.#depth = 1;
    this.#operand = this.#value.cast(
      token.word === "is" ? literalExpression("boolean") : { kind: "cast", type, isOptional: sign === "?" },
    );
  }

  #control(token: Token): void {
    const p = this.#p;
    p.next();
    this.#endOperand();
    if (token.word === "catch" && p.is("{")) return p.statements(nested(this.#scope));
    readControl(p, this.#scope, token.word);
  }

  /** `if let a = b`, `case .some(let x)`: what is bound is local from here on. */
  #binding(): void {
    const isOptional = isCondition(this.#mode);
    this.#value.settle(this.#operand);
    this.#endOperand();
    readPattern(this.#p, this.#scope, isOptional ? "optional" : "pattern");
    readBoundValue(this.#p, this.#scope, isOptional ? "bound" : "initial");
  }

  #hash(): void {
    const p = this.#p;
    const token = p.next();
    this.#begin(otherExpression, token);
    if (token.word === "selector" || token.word === "keyPath")
      return readSelector(p, this.#scope, token.word);
    if (token.word === "available" || token.word === "unavailable") {
      if (p.is("(")) p.skipGroup();
      return;
    }
    const isOurs = token.word !== "" && !builtIn.has(token.word);
    if (isOurs) this.#callee = this.#use("macro", token);
  }

  #attribute(): void {
    this.#p.next();
    if (this.#p.token.kind === Kind.word) this.#p.next();
    if (this.#p.is("(") && !this.#p.token.spaced) this.#p.skipGroup();
    this.#endOperand();
  }

  #use(kind: Use["kind"], token: Token, receiver?: Expression, isImplicit = false): Writable<Use> {
    const use = useOf(this.#scope, kind, token.word, token.from, token.line, receiver);
    if (isImplicit) use.implicit = true;
    const conditions = kind === "call" ? this.#p.conditions.current() : undefined;
    if (conditions && conditions.length > this.#outerConditions()) use.conditions = conditions;
    this.#p.facts.uses.push(use);
    return use;
  }

  #outerConditions(): number {
    const { owner } = this.#scope;
    return owner === undefined ? 0 : (this.#p.facts.declarations[owner]?.conditions?.length ?? 0);
  }

  #isLocal(name: string): boolean {
    return this.#scope.locals.some((set) => set.has(name)) || name.startsWith("$");
  }

  #begin(operand: Expression, token: Token): void {
    this.#operand = operand;
    this.#from = token.from;
    this.#depth = depthOf(operand);
    this.#isCollection = false;
    this.#callee = undefined;
  }

  #extend(operand: Expression): void {
    this.#depth++;
    this.#operand = this.#depth > maxDepth ? otherExpression : operand;
    this.#isCollection = false;
    this.#callee = undefined;
  }

  #endOperand(): void {
    this.#operand = undefined;
    this.#callee = undefined;
  }
}

interface Group {
  readonly values: Expression[];
  readonly labels: string[];
  hasKeys: boolean;
}

const keywordOperands: ReadonlyMap<string, Expression> = new Map([
  ["self", selfExpression],
  ["super", superExpression],
  ["Self", nameExpression("Self")],
  ["true", literalExpression("boolean")],
  ["false", literalExpression("boolean")],
]);

function literalOf(token: Token, text: string): Expression {
  if (token.kind === Kind.string) return literalExpression("string");
  if (token.kind !== Kind.number) return otherExpression;
  const number = text.slice(token.from, token.to);
  const isFloat = /^0x/i.test(number) ? /[.p]/i.test(number) : /[.e]/i.test(number);
  return literalExpression(isFloat ? "float" : "integer");
}

function isUnwrap(operator: string): boolean {
  return operator !== "??" && /^[?!]+$/.test(operator);
}

const builtIn = new Set([
  "file",
  "fileID",
  "filePath",
  "line",
  "column",
  "function",
  "colorLiteral",
  "imageLiteral",
  "fileLiteral",
  "sourceLocation",
  "warning",
  "error",
  "dsohandle",
  "isolation",
  "if",
]);
