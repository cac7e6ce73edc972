import type { Use } from "../language.ts";
import { readClosure } from "./closures.ts";
import { nested, readBoundValue, readControl } from "./control.ts";
import { type Scope, useOf, type Writable, words } from "./facts.ts";
import { readKeyPath, readSelector } from "./key-paths.ts";
import { endsStatement } from "./line-ends.ts";
import { operatorUse, rankOf } from "./operators.ts";
import type { Mode, Parser } from "./parser.ts";
import { readPattern } from "./patterns.ts";
import { Kind, type Token } from "./tokens.ts";
import { readGenericArguments, readType } from "./types.ts";

const MOST_RECEIVER = 160;

/** Reads an expression and notes the names that it uses. Always moves forward or stops at a delimiter. */
export function readExpression(p: Parser, scope: Scope, mode: Mode): void {
  new ExpressionReader(p, scope, mode).run();
}

class ExpressionReader {
  private readonly p: Parser;
  private readonly scope: Scope;
  private readonly mode: Mode;
  /** Where the postfix chain (`a.b(c)[d]`) that is being read began; undefined between operands. */
  private chain: number | undefined;
  /** Question marks of `a ? b : c` whose colon is still to come. */
  private choices = 0;
  /** The call or name that a trailing closure would belong to. */
  private callee: Writable<Use> | undefined;
  /** How tightly the last operator binds. */
  private rank = 0;

  constructor(p: Parser, scope: Scope, mode: Mode) {
    this.p = p;
    this.scope = scope;
    this.mode = mode;
  }

  run(): void {
    const p = this.p;
    const start = p.mark();
    while (!p.isAtEnd) {
      const token = p.token;
      if (token.kind === Kind.condition) {
        p.takeCondition();
        continue;
      }
      if (p.mark() > start && endsStatement(p, token, this.mode)) return;
      if (token.kind === Kind.punctuation && this.delimiter(token)) return;
      this.step(token);
    }
  }

  private delimiter(token: Token): boolean {
    switch (token.word) {
      case ";":
      case ")":
      case "]":
        return true;
      case "}":
        return !token.ghost;
      case ",":
        return this.mode === "group" || this.mode === "initial";
      case ":":
        // A colon that belongs to no choice ends a key, a label or a case.
        return this.mode === "group" && this.choices === 0;
      case "{":
        return this.mode === "condition" && !token.ghost;
      default:
        return false;
    }
  }

  private step(token: Token): void {
    const p = this.p;
    if (token.kind === Kind.word) return this.word(token);
    if (token.kind === Kind.operator) return this.operator();
    if (token.kind === Kind.hash) return this.hash();
    if (token.kind !== Kind.punctuation) {
      p.next();
      // An interpolation follows its piece of the string in parentheses, and then the next piece.
      if (token.kind === Kind.string && p.is("(") && p.token.from === token.to) this.group(")");
      this.chain = token.from;
      this.callee = undefined;
      return;
    }
    if (token.word === ".") return this.dot(token);
    if (token.word === "(") return this.paren(token);
    if (token.word === "[") return this.bracket(token);
    if (token.word === "{" && !token.ghost) return this.brace(token);
    if (token.word === "\\") {
      readKeyPath(p, this.scope);
      return this.endChain();
    }
    if (token.word === "@") return this.attribute();
    if (token.word === ":") this.choices = Math.max(0, this.choices - 1);
    p.next();
    this.endChain();
    this.rank = 0;
  }

  private word(token: Token): void {
    const p = this.p;
    if (!token.quoted) {
      if (token.word === "as" || token.word === "is") return this.cast();
      if (words.controls.has(token.word) && this.mode !== "condition") return this.control(token);
      if (token.word === "let" || token.word === "var") return this.binding();
      if (token.word === "case") {
        p.next();
        return this.endChain();
      }
      if (words.silent.has(token.word)) {
        p.next();
        const isOperand = token.word === "self" || token.word === "super" || token.word === "Self";
        this.chain = isOperand ? token.from : undefined;
        this.callee = undefined;
        // `Self(…)` makes one of our own.
        if (token.word === "Self" && this.isCall()) this.callee = this.note("call", token);
        return;
      }
    }
    p.next();
    this.chain = token.from;
    this.name(token, undefined);
  }

  /** A name at the start of a chain or after a dot. */
  private name(token: Token, receiver: string | undefined, implicit = false): void {
    const p = this.p;
    this.skipGenerics();
    const isCall = this.isCall();
    const isLocal = receiver === undefined && !implicit && this.isLocal(token.word);
    if (isCall) {
      this.callee = this.note("call", token, receiver, implicit);
      return;
    }
    // `outer: for …`
    const isLoopLabel = this.mode === "statement" && this.choices === 0 && p.is(":");
    if (receiver === undefined && !implicit && isLoopLabel) return this.endChain();
    const kind = receiver === undefined && !implicit ? "value" : "member";
    this.callee = isLocal ? undefined : this.note(kind, token, receiver, implicit);
  }

  /** Whether arguments follow: on the same line, as the language demands. */
  private isCall(): boolean {
    const { token } = this.p;
    if (token.first || token.kind !== Kind.punctuation) {
      // `handler?(x)` and `handler!(x)`
      const next = this.p.peek(1);
      const isForced =
        token.kind === Kind.operator && (token.word === "?" || token.word === "!") && !token.spaced;
      return isForced && next.kind === Kind.punctuation && next.word === "(" && !next.spaced && !next.first;
    }
    if (token.word === "(") return !token.spaced || this.mode !== "condition";
    if (token.word !== "{" || token.ghost || this.isObservers()) return false;
    return this.mode !== "condition" && token.spaced;
  }

  /** `var x = Box() { didSet { … } }`: braces behind an initial value that are no closure of its call. */
  private isObservers(): boolean {
    const { word } = this.p.peek(1);
    return this.mode === "initial" && (word === "didSet" || word === "willSet");
  }

  private paren(token: Token): void {
    const callee = this.callee;
    const isArguments = this.chain !== undefined && !token.first;
    const chain = isArguments ? this.chain : token.from;
    const isOpen = isArguments && callee?.kind === "call" && callee.labels === undefined;
    const labels: string[] = [];
    if (isOpen) callee.labels = labels;
    this.group(")", isOpen ? labels : undefined);
    this.chain = chain;
    this.callee = isArguments ? callee : undefined;
  }

  private bracket(token: Token): void {
    const chain = token.first ? undefined : this.chain;
    const use = chain === undefined ? undefined : this.note("call", token, this.receiver(chain, token.from));
    const labels: string[] = [];
    if (use) {
      use.name = "subscript";
      use.labels = labels;
    }
    this.group("]", use && labels);
    this.chain = chain ?? token.from;
    this.callee = undefined;
  }

  /** Reads `( … )` or `[ … ]`, and notes the labels of its parts for those who want them. */
  private group(close: ")" | "]", labels?: string[]): void {
    const p = this.p;
    p.next();
    while (!p.isAtEnd && !p.is(close) && !p.is("}")) {
      const mark = p.mark();
      const label = this.label();
      labels?.push(label);
      readExpression(p, this.scope, "group");
      if (close === "]" && p.eat(":")) readExpression(p, this.scope, "group");
      p.eat(",");
      if (p.mark() === mark) p.next();
    }
    p.eat(close);
  }

  private label(): string {
    const p = this.p;
    const next = p.peek(1);
    if (p.token.kind !== Kind.word || next.kind !== Kind.punctuation || next.word !== ":") return "_";
    const { word } = p.next();
    p.next();
    return word;
  }

  /** A closure: trailing where a call or name stands before it, else a value of its own. */
  private brace(token: Token): void {
    const p = this.p;
    const isTrailing = this.chain !== undefined && !token.first && !this.isObservers();
    const callee = isTrailing ? this.callee : undefined;
    readClosure(p, this.scope);
    if (!callee) {
      this.chain = token.from;
      this.callee = undefined;
      return;
    }
    if (callee.kind === "value" || callee.kind === "member") callee.kind = "call";
    const closures = ["_"];
    while (p.token.kind === Kind.word && p.peek(1).word === ":" && p.peek(2).word === "{" && !p.token.first) {
      closures.push(p.next().word);
      p.next();
      readClosure(p, this.scope);
    }
    callee.labels ??= [];
    callee.closures = closures;
  }

  private dot(token: Token): void {
    const p = this.p;
    p.next();
    const name = p.token;
    if (name.kind !== Kind.word && name.kind !== Kind.number) return this.endChain();
    p.next();
    if (name.kind === Kind.number || name.word === "self") return; // a tuple's element; `T.self`
    const receiver = this.chain === undefined ? undefined : this.receiver(this.chain, token.from);
    this.chain ??= token.from;
    this.name(name, receiver, receiver === undefined);
  }

  private receiver(from: number, to: number): string {
    const text = this.p.text.slice(from, to).replace(/\s+/g, "");
    return text.length > MOST_RECEIVER ? `…${text.slice(-MOST_RECEIVER)}` : text;
  }

  private operator(): void {
    const p = this.p;
    const token = p.token;
    const isAttached = !token.spaced && !token.first;
    // `a?.b`, `a!`, `a?[0]`: the chain goes on.
    if (isAttached && this.chain !== undefined && /^[?!]+$/.test(token.word) && token.word !== "??") {
      p.next();
      return;
    }
    if (token.word === "?" && token.spaced) this.choices++;
    this.noteOperator(token);
    this.rank = rankOf(token.word);
    p.next();
    this.endChain();
  }

  private noteOperator(token: Token): void {
    const p = this.p;
    const next = p.peek(1);
    const found = operatorUse(token, next, this.chain !== undefined, this.rank);
    // Comparing with nil asks the optional, not what is in it.
    if (!found || (next.word === "nil" && !next.quoted)) return;
    const left =
      this.chain === undefined || !found.ownsLeft ? undefined : this.receiver(this.chain, p.lastTo);
    this.note("call", token, left).labels = found.fixity === "infix" ? ["_", "_"] : ["_"];
  }

  private skipGenerics(): void {
    const p = this.p;
    if (!p.operator.startsWith("<") || p.token.spaced || p.token.word !== "<") return;
    const mark = p.mark();
    const { uses } = p.facts;
    const count = uses.length;
    readGenericArguments(p, this.scope);
    const isClosed = p.text[p.lastTo - 1] === ">";
    const after = p.token;
    const fits =
      after.kind === Kind.end ||
      after.first ||
      (after.kind === Kind.punctuation && "()]}.,:;{[".includes(after.word)) ||
      /^[?!]/.test(after.word);
    if (isClosed && fits) return;
    p.reset(mark);
    uses.length = count;
  }

  private cast(): void {
    const p = this.p;
    p.next();
    if (/^[?!]$/.test(p.token.word)) p.next();
    readType(p, this.scope);
    this.endChain();
  }

  private control(token: Token): void {
    const p = this.p;
    p.next();
    this.endChain();
    if (token.word === "catch" && p.is("{")) return p.statements(nested(this.scope));
    readControl(p, this.scope, token.word);
  }

  /** `if let a = b`, `case .some(let x)`: what is bound is local from here on. */
  private binding(): void {
    this.endChain();
    readPattern(this.p, this.scope, this.mode === "condition" ? "optional" : "pattern");
    readBoundValue(this.p, this.scope, this.mode === "condition" ? "condition" : "initial");
  }

  private hash(): void {
    const p = this.p;
    const token = p.next();
    this.chain = token.from;
    this.callee = undefined;
    if (token.word === "selector" || token.word === "keyPath") return readSelector(p, this.scope, token.word);
    if (token.word === "available" || token.word === "unavailable") {
      if (p.is("(")) p.skipGroup();
      return;
    }
    const isOurs = token.word !== "" && !builtIn.has(token.word);
    if (isOurs) this.callee = this.note("macro", token);
  }

  private attribute(): void {
    this.p.next();
    if (this.p.token.kind === Kind.word) this.p.next();
    if (this.p.is("(") && !this.p.token.spaced) this.p.skipGroup();
    this.endChain();
  }

  private note(kind: Use["kind"], token: Token, receiver?: string, implicit = false): Writable<Use> {
    const use = useOf(this.scope, kind, token.word, token.from, token.line, receiver);
    if (implicit) use.implicit = true;
    const conditions = kind === "call" ? this.p.conditions.current() : undefined;
    if (conditions && conditions.length > this.outerConditions()) use.conditions = conditions;
    this.p.facts.uses.push(use);
    return use;
  }

  private outerConditions(): number {
    const { owner } = this.scope;
    return owner === undefined ? 0 : (this.p.facts.declarations[owner]?.conditions?.length ?? 0);
  }

  private isLocal(name: string): boolean {
    return this.scope.locals.some((set) => set.has(name)) || name.startsWith("$");
  }

  private endChain(): void {
    this.chain = undefined;
    this.callee = undefined;
  }
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
