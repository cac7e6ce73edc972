import type { TestModifier } from "./model.ts";
import type { Span, SyntaxNode } from "./syntax.ts";

/** A test as a language's reader finds it. */
export interface FoundTest extends Span {
  readonly titles: readonly string[];
  readonly names?: readonly string[];
  readonly modifiers: readonly TestModifier[];
  readonly parametrized: boolean;
  readonly holdsTests?: boolean;
  /** Where the hashed text is, if that is more than the test's own range: a row of a table hangs on the whole function. */
  readonly hashed?: Span;
}

/** What holds tests: a `describe`, a class. */
export interface FoundSuite extends Span {
  readonly titles: readonly string[];
}

export interface Found {
  readonly tests: readonly FoundTest[];
  readonly suites: readonly FoundSuite[];
}

/** What the tests inside a suite get from it. */
export interface Scope {
  readonly titles: readonly string[];
  readonly names: readonly string[];
  readonly modifiers: readonly TestModifier[];
  readonly parametrized: boolean;
}

export const topScope: Scope = { titles: [], names: [], modifiers: [], parametrized: false };

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0" };

/** The value of a string literal with C-like escapes, without its quotes. */
export function unescaped(content: string): string {
  if (!content.includes("\\")) return content;
  return content.replace(
    /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/g,
    (_, braced, four, two, plain: string | undefined) => {
      const code = Number.parseInt(braced ?? four ?? two ?? "", 16);
      if (Number.isInteger(code) && code <= 0x10ffff) return String.fromCodePoint(code);
      if (plain === undefined || /[\r\n]/.test(plain)) return "";
      return escapes[plain] ?? plain;
    },
  );
}

/** A literal as written, without prefix and quotes: `"x"`, `'x'`, `r#"x"#`, `$"x"`, `"""x"""`. */
export function literalContent(literal: string): string | undefined {
  const match = /^[A-Za-z@$]{0,3}(#*)("""|'''|"|'|`)([\s\S]*)\2\1$/.exec(literal);
  if (match === null) return undefined;
  const isRaw = /^(?:@|[bB]?[rR])/.test(literal) || match[1] !== "";
  return isRaw ? match[3] : unescaped(match[3] ?? "");
}

export function textOf(text: string, node: SyntaxNode | undefined): string {
  return node === undefined ? "" : text.slice(node.from, node.to);
}

export function withModifiers(...lists: (readonly TestModifier[])[]): TestModifier[] {
  return [...new Set(lists.flat())];
}
