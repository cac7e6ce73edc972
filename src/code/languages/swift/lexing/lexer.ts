import { Names } from "../../../text/names.ts";
import { Units } from "../../../text/units.ts";
import { hashFactor, hashStart } from "../../../text/word-table.ts";
import { type Comment, Kind, type Lexed, type Token } from "./tokens.ts";

const [OPEN, CLOSE, QUOTE, DOT, HASH, BACKTICK] = [40, 41, 34, 46, 35, 96];
/** ASCII by code: 1 may be in a word, 2 in an operator. */
const ascii = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789")
  ascii[char.charCodeAt(0)] = 1;
for (const char of "/=-+!*%<>&|^~?") ascii[char.charCodeAt(0)] = 2;

const maxNames = 200_000;
let names = new Names();

/**
 * Tokens are most of what a parse would allocate, and those of a whole file live at once. They are made once and
 * written over by the next file, so that there is less to collect.
 */
const tokenPool: Token[] = [];
const maxPoolSize = 100_000;
const unitBuffer = new Units();

/**
 * Splits Swift source into tokens. Total: every text gives tokens, whatever is broken in it. They are good until the
 * next text is split.
 */
export function lexSwift(text: string): Lexed {
  if (names.size > maxNames) names = new Names();
  const lexed = new Lexer(text).run();
  if (tokenPool.length > maxPoolSize) tokenPool.length = maxPoolSize;
  return lexed;
}

const numeral =
  /0[xX][\da-fA-F_]+(?:\.[\da-fA-F_]+)?(?:[pP][+-]?[\d_]+)?|\d[\d_a-zA-Z]*(?:\.\d[\d_]*)?(?:[eE][+-]?[\d_]+)?/y;

class Lexer {
  readonly #text: string;
  readonly #units: Uint16Array;
  #count = 0;
  readonly #comments: Comment[] = [];
  readonly #problems: { line: number; message: string }[] = [];
  #at = 0;
  #line = 1;
  #first = true;
  #spaced = true;

  constructor(text: string) {
    this.#text = text;
    this.#units = unitBuffer.load(text);
  }

  run(): Lexed {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1;
    if (this.#text.startsWith("#!", this.#at)) this.#skipLine();
    this.#until(undefined);
    this.#push(Kind.end, "", this.#at, this.#at);
    return { tokens: tokenPool.slice(0, this.#count), comments: this.#comments, problems: this.#problems };
  }

  /** Tokens up to the parenthesis that closes an interpolation, or to the end of the text. */
  #until(closing: "interpolation" | undefined): void {
    let depth = 0;
    while (this.#at < this.#text.length) {
      const from = this.#at;
      const code = this.#text.charCodeAt(from);
      if (this.#skipBlank(code)) continue;
      if (isWordStart(code)) this.#word(from);
      else if (code === OPEN || code === CLOSE) {
        depth += code === OPEN ? 1 : -1;
        if (depth < 0 && closing) return;
        this.#single(code === OPEN ? "(" : ")");
      } else if (code === QUOTE) this.#string(0);
      else if (code === DOT) this.#dots(from);
      else if (code >= 48 && code <= 57) this.#number(from);
      else if (isOperatorCode(code)) this.#operator(from);
      else if (code === HASH) this.#hash(from);
      else if (code === BACKTICK) this.#quotedWord(from);
      else this.#single(this.#text[from] ?? "");
    }
  }

  #skipBlank(code: number): boolean {
    if (code === 10 || code === 13) {
      if (code === 10 || this.#text.charCodeAt(this.#at + 1) !== 10) this.#line++;
      this.#first = true;
      this.#spaced = true;
      this.#at++;
      return true;
    }
    if (code === 32 || code === 9 || code === 11 || code === 12 || code === 0 || code === 0xa0) {
      this.#spaced = true;
      this.#at++;
      return true;
    }
    if (code !== 47) return false;
    const next = this.#text.charCodeAt(this.#at + 1);
    if (next === 47) this.#lineComment();
    else if (next === 42) this.#blockComment();
    else return false;
    this.#spaced = true;
    return true;
  }

  #lineComment(): void {
    const from = this.#at;
    const isDoc = this.#text.startsWith("///", from) && this.#text[from + 3] !== "/";
    this.#skipLine();
    this.#comments.push({ from, to: this.#at, line: this.#line, endLine: this.#line, isDoc });
  }

  #blockComment(): void {
    const from = this.#at;
    const line = this.#line;
    const isDoc =
      this.#text.startsWith("/**", from) && this.#text[from + 3] !== "/" && this.#text[from + 3] !== "*";
    let depth = 0;
    const marks = /\/\*|\*\/|\n/g;
    marks.lastIndex = from;
    let end = this.#text.length;
    for (let match = marks.exec(this.#text); match; match = marks.exec(this.#text)) {
      if (match[0] === "\n") this.#line++;
      else depth += match[0] === "/*" ? 1 : -1;
      if (depth > 0) continue;
      end = marks.lastIndex;
      break;
    }
    if (depth > 0) this.#problems.push({ line, message: "A comment is not closed." });
    this.#at = end;
    if (this.#line > line) this.#first = true;
    this.#comments.push({ from, to: end, line, endLine: this.#line, isDoc });
  }

  #word(from: number): void {
    const units = this.#units;
    let hash = Math.imul(hashStart ^ (units[from] ?? 0), hashFactor);
    let at = from + 1;
    for (; ; at++) {
      const code = units[at] ?? 0;
      if (!isWordPart(code)) break;
      hash = Math.imul(hash ^ code, hashFactor);
    }
    this.#push(Kind.word, names.at(this.#text, units, from, at, hash), from, at);
  }

  /** The text there as an interned string; a slice would keep the whole text alive. */
  #name(from: number, to: number): string {
    let hash = hashStart;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (this.#units[at] ?? 0), hashFactor);
    return names.at(this.#text, this.#units, from, to, hash);
  }

  #quotedWord(from: number): void {
    const end = this.#text.indexOf("`", from + 1);
    const newline = this.#text.indexOf("\n", from + 1);
    if (end === -1 || (newline !== -1 && newline < end)) return this.#single("`");
    this.#push(Kind.word, this.#name(from + 1, end), from, end + 1, true);
  }

  #number(from: number): void {
    numeral.lastIndex = from;
    numeral.test(this.#text);
    this.#push(Kind.number, "", from, Math.max(from + 1, numeral.lastIndex));
  }

  /** A string literal with `hashes` signs in front; its interpolations become tokens in parentheses. */
  #string(hashes: number): void {
    const open = this.#at;
    const start = open - hashes;
    const isLong = this.#text.startsWith('"""', open);
    const quote = isLong ? '"""' : '"';
    const close = quote + "#".repeat(hashes);
    const escapeMark = `\\${"#".repeat(hashes)}`;
    let piece = start;
    this.#at = open + quote.length;
    while (this.#at < this.#text.length) {
      if (this.#text.startsWith(close, this.#at)) {
        this.#at += close.length;
        this.#push(Kind.string, "", piece, this.#at);
        return;
      }
      const char = this.#text.charCodeAt(this.#at);
      if (char === 10) {
        if (!isLong) break;
        this.#line++;
      }
      if (char === 92 && this.#text.startsWith(escapeMark, this.#at)) {
        const next = this.#at + escapeMark.length;
        if (this.#text[next] === "(") {
          this.#interpolation(piece, next);
          piece = this.#at;
          continue;
        }
        if (this.#text.charCodeAt(next) === 10) this.#line++;
        this.#at = next + 1;
      } else this.#at++;
    }
    this.#problems.push({ line: this.#line, message: "A string is not closed." });
    this.#push(Kind.string, "", piece, this.#at);
  }

  #interpolation(piece: number, paren: number): void {
    this.#push(Kind.string, "", piece, paren);
    this.#at = paren;
    this.#single("(");
    this.#until("interpolation");
    if (this.#text[this.#at] === ")") this.#single(")");
    this.#first = false;
  }

  #hash(from: number): void {
    const hashes = /#+/y;
    hashes.lastIndex = from;
    hashes.exec(this.#text);
    const after = hashes.lastIndex;
    const next = this.#text[after];
    if (next === '"') {
      this.#at = after;
      return this.#string(after - from);
    }
    if (next === "/" && this.#regex(after, after - from)) return;
    const name = /[A-Za-z_]\w*/y;
    name.lastIndex = after;
    const word = name.exec(this.#text)?.[0] ?? "";
    const to = after + word.length;
    if (word !== "if" && word !== "elseif" && word !== "else" && word !== "endif") {
      return this.#push(Kind.hash, this.#name(after, to), from, Math.max(to, from + 1));
    }
    this.#push(Kind.condition, this.#name(after, to), from, to);
    this.#at = to;
    // `#if os(iOS) // why`: the condition is text, not code.
    const comment = this.#text.slice(to).search(/\/\/|\n/);
    this.#at = comment === -1 ? this.#text.length : to + comment;
  }

  #dots(from: number): void {
    let to = from;
    while (this.#text[to] === ".") to++;
    if (to - from === 1) return this.#single(".");
    while (isOperatorCode(this.#text.charCodeAt(to))) to++; // `..<` and `...`
    this.#push(Kind.operator, this.#name(from, to), from, to);
  }

  #operator(from: number): void {
    if (this.#text[from] === "/" && this.#mayStartRegex() && this.#regex(from, 0)) return;
    let to = from;
    while (to < this.#text.length) {
      const code = this.#text.charCodeAt(to);
      if (!isOperatorCode(code)) break;
      if (to > from && code === 47 && (this.#text[to + 1] === "/" || this.#text[to + 1] === "*")) break;
      to++;
    }
    this.#push(Kind.operator, this.#name(from, to), from, Math.max(to, from + 1));
  }

  /** A slash begins a regex only where an operand may be. */
  #mayStartRegex(): boolean {
    const next = this.#text[this.#at + 1];
    if (next === undefined || next === " " || next === "\t" || next === "\n" || next === ")" || next === "=")
      return false;
    const before = tokenPool[this.#count - 1];
    if (!before || before.kind === Kind.operator || before.kind === Kind.condition) return true;
    if (before.kind === Kind.punctuation) return "({[,;:".includes(before.word);
    return (
      before.kind === Kind.word &&
      ["return", "in", "case", "where", "try", "await", "throw"].includes(before.word)
    );
  }

  #regex(slash: number, hashes: number): boolean {
    const close = `/${"#".repeat(hashes)}`;
    const isLong = hashes > 0 && /^\/[ \t]*\n/.test(this.#text.slice(slash, slash + 80));
    const isBare = hashes === 0;
    let inClass = false;
    let depth = 0;
    for (let at = slash + 1; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === "\n" && !isLong) return false;
      if (char === "\\") at++;
      else if (char === "[") inClass = true;
      else if (char === "]") inClass = false;
      else if (char === "(" && !inClass) depth++;
      // `map(/A.b).map(/C.d)`: the parenthesis belongs to the code around two operators.
      else if (char === ")" && !inClass && --depth < 0 && isBare) return false;
      else if (char === "/" && (hashes > 0 || !inClass) && this.#text.startsWith(close, at)) {
        // `(/A.b, /C.d)`: a space before the slash that would close it says that there are two operators.
        if (isBare && /[^\\][ \t]$/.test(this.#text.slice(at - 2, at))) return false;
        // `(/A.b,/C.d)`: so does a name right behind it, for nothing may follow a regex without a space.
        if (isBare && /\w/.test(this.#text[at + 1] ?? "")) return false;
        const from = slash - hashes;
        const lines = this.#text.slice(slash, at).split("\n").length - 1;
        this.#push(Kind.regex, "", from, at + close.length);
        this.#line += lines;
        return true;
      }
    }
    return false;
  }

  #single(char: string): void {
    this.#push(Kind.punctuation, char, this.#at, this.#at + char.length);
  }

  #push(kind: number, word: string, from: number, to: number, quoted = false): void {
    const line = this.#line;
    const first = this.#first;
    const spaced = this.#spaced;
    const token = tokenPool[this.#count];
    if (token) {
      token.kind = kind;
      token.word = word;
      token.from = from;
      token.to = to;
      token.line = line;
      token.first = first;
      token.spaced = spaced;
      token.quoted = quoted;
      token.ghost = false;
    } else tokenPool.push({ kind, word, from, to, line, first, spaced, quoted, ghost: false });
    this.#count++;
    this.#first = false;
    this.#spaced = false;
    this.#at = to;
  }

  #skipLine(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }
}

function isWordStart(code: number): boolean {
  return code < 128 ? ascii[code] === 1 && (code < 48 || code > 57) : !isOperatorCode(code);
}

function isWordPart(code: number): boolean {
  return code < 128 ? ascii[code] === 1 : !isOperatorCode(code);
}

/** Outside ASCII by the ranges of the language reference that occur in practice. */
function isOperatorCode(code: number): boolean {
  if (code < 128) return ascii[code] === 2;
  return (
    (code >= 0xa1 && code <= 0xa7) ||
    code === 0xa9 ||
    code === 0xab ||
    code === 0xac ||
    code === 0xae ||
    (code >= 0xb0 && code <= 0xb1) ||
    code === 0xb6 ||
    code === 0xbb ||
    code === 0xbf ||
    code === 0xd7 ||
    code === 0xf7 ||
    (code >= 0x2016 && code <= 0x2017) ||
    (code >= 0x2020 && code <= 0x2027) ||
    (code >= 0x2030 && code <= 0x203e) ||
    (code >= 0x2041 && code <= 0x2053) ||
    (code >= 0x2055 && code <= 0x205e) ||
    (code >= 0x2190 && code <= 0x23ff) ||
    (code >= 0x2500 && code <= 0x2775) ||
    (code >= 0x2794 && code <= 0x2bff)
  );
}
