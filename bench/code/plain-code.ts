import type { LanguageId } from "../../src/code/languages/language.ts";

/** How a language writes comments and strings, as far as a line-based reader must know. */
interface Lexis {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  /** Strings, the longest opening first. A text that is opened and closed alike has one entry. */
  readonly strings: readonly (readonly [open: string, close: string, isRaw?: boolean])[];
}

const quotes = [
  ['"', '"'],
  ["'", "'"],
] as const;
const slashes: Lexis = {
  line: ["//"],
  block: [["/*", "*/"]],
  strings: [
    ['"""', '"""'],
    ['"', '"'],
  ],
};
const lexes: Partial<Record<LanguageId, Lexis>> = {
  typescript: { ...slashes, strings: [...quotes, ["`", "`"]] },
  tsx: { ...slashes, strings: [...quotes, ["`", "`"]] },
  javascript: { ...slashes, strings: [...quotes, ["`", "`"]] },
  python: { line: ["#"], block: [], strings: [['"""', '"""'], ["'''", "'''"], ...quotes] },
  ruby: { line: ["#"], block: [["\n=begin", "\n=end"]], strings: quotes },
  php: { line: ["//", "#"], block: [["/*", "*/"]], strings: quotes },
  go: {
    ...slashes,
    strings: [
      ['"', '"'],
      ["`", "`", true],
    ],
  },
  c: { ...slashes, strings: quotes },
  cpp: { ...slashes, strings: [['R"(', ')"', true], ...quotes] },
  csharp: {
    ...slashes,
    strings: [
      ['"""', '"""', true],
      ['@"', '"', true],
      ["'", "'"],
      ['"', '"'],
    ],
  },
};

/** The text with every comment and string replaced by spaces; lines stay where they are. */
export function plainCode(text: string, language: LanguageId): string {
  const { line, block, strings } = lexes[language] ?? slashes;
  const parts: string[] = [];
  let kept = 0;
  let at = 0;
  const skipTo = (end: number, from = at) => {
    parts.push(text.slice(kept, from), text.slice(from, end).replace(/[^\n]/g, " "));
    kept = end;
    at = end;
  };
  while (at < text.length) {
    if (line.some((mark) => text.startsWith(mark, at))) {
      const end = text.indexOf("\n", at);
      skipTo(end < 0 ? text.length : end);
      continue;
    }
    const comment = block.find(([open]) => text.startsWith(open, at));
    if (comment) {
      const end = text.indexOf(comment[1], at + comment[0].length);
      skipTo(end < 0 ? text.length : end + comment[1].length);
      continue;
    }
    const string = strings.find(([open]) => text.startsWith(open, at));
    if (string) skipTo(endOfString(text, at + string[0].length, string));
    else at++;
  }
  parts.push(text.slice(kept));
  return parts.join("");
}

/** A string of one quote ends with its line, so that an apostrophe costs no more than that. */
function endOfString(
  text: string,
  from: number,
  [open, close, isRaw = false]: Lexis["strings"][number],
): number {
  const isShort = !isRaw && open.length === 1 && open !== "`";
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(close, at)) return at + close.length;
    if (!isRaw && text[at] === "\\") at++;
    else if (isShort && text[at] === "\n") return at;
  }
  return text.length;
}
