import { type Found, type FoundTest, literalContent } from "../found.ts";
import type { TestModifier } from "../model.ts";
import type { Span, Syntax } from "../syntax.ts";

const named = /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)$/;
const titled =
  /^(?:TEST_CASE|TEST_CASE_METHOD|TEMPLATE_TEST_CASE|SCENARIO|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE|BOOST_DATA_TEST_CASE|TEST_METHOD|CATCH_TEST_CASE)$/;

/**
 * GoogleTest, Catch2, doctest and Boost.Test. A grammar does not understand their macros, so tests are found among the
 * tokens: the macro, its arguments in parentheses, then a block in braces. XCTest methods by their names.
 */
export function cFamilyTests({ text, tokens, language }: Syntax): Found {
  const words = tokens.map(({ from, to }) => text.slice(from, to));
  const tests: FoundTest[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const isTest = named.test(word) || titled.test(word);
    const found = isTest
      ? macroTest(words, tokens, at)
      : language === "objective-c"
        ? methodTest(words, tokens, at)
        : undefined;
    if (found === undefined) continue;
    tests.push(found.test);
    at = found.end;
  }
  return { tests, suites: [] };
}

function macroTest(
  words: readonly string[],
  tokens: readonly Span[],
  at: number,
): { test: FoundTest; end: number } | undefined {
  if (words[at + 1] !== "(") return undefined;
  const close = closing(words, at + 1, "(", ")");
  if (close === undefined || words[close + 1] !== "{") return undefined;
  const end = closing(words, close + 1, "{", "}") ?? words.length - 1;
  const macro = words[at] ?? "";
  const given = argumentsOf(words.slice(at + 2, close));
  const [first = "", second = ""] = given;
  const title = literalContent(first) ?? first;
  const titles = named.test(macro) ? [first, second] : [macro === "SCENARIO" ? `Scenario: ${title}` : title];
  const modifiers: TestModifier[] =
    titles.some((each) => each.startsWith("DISABLED_")) || /\[!?(?:\.|hide)/.test(second) ? ["skip"] : [];
  const parametrized = /_P$|TYPED|TEMPLATE|DATA/.test(macro);
  const span = { from: tokens[at]?.from ?? 0, to: tokens[end]?.to ?? 0 };
  return {
    test: { titles, ...(named.test(macro) ? { names: titles } : {}), modifiers, parametrized, ...span },
    end,
  };
}

/** Arguments, each with its tokens joined; a string is split into quotes and text by the grammar. */
function argumentsOf(words: readonly string[]): string[] {
  const found: string[] = [""];
  let depth = 0;
  for (const word of words) {
    if (/^[([{]$/.test(word)) depth++;
    if (/^[)\]}]$/.test(word)) depth--;
    if (word === "," && depth === 0) found.push("");
    else found.push((found.pop() ?? "") + word);
  }
  return found;
}

/** `- (void)testFull { … }`. */
function methodTest(
  words: readonly string[],
  tokens: readonly Span[],
  at: number,
): { test: FoundTest; end: number } | undefined {
  const isMethod =
    words[at] === "-" && words[at + 1] === "(" && words[at + 2] === "void" && words[at + 3] === ")";
  const name = words[at + 4] ?? "";
  if (!isMethod || !/^test/.test(name) || words[at + 5] !== "{") return undefined;
  const end = closing(words, at + 5, "{", "}") ?? words.length - 1;
  const span = { from: tokens[at]?.from ?? 0, to: tokens[end]?.to ?? 0 };
  return { test: { titles: [name], names: [name], modifiers: [], parametrized: false, ...span }, end };
}

function closing(words: readonly string[], open: number, left: string, right: string): number | undefined {
  let depth = 0;
  for (let at = open; at < words.length; at++) {
    if (words[at] === left) depth++;
    if (words[at] === right && --depth === 0) return at;
  }
  return undefined;
}
