/**
 * C and its relatives are written with macros that no grammar knows: `FMT_BEGIN_NAMESPACE`, `class LIB_API Box`,
 * `int f() LIB_NOEXCEPT {`. One of them can make a parser lose everything that follows. Here those that are
 * where the language has no word of its own are replaced by spaces, so that all places stay where they are.
 */
export function withoutMacros(text: string): string {
  if (!anyMacro.test(text)) return text;
  let plain = withoutLoneMacros(text);
  for (const { pattern, isSafe } of rules) {
    plain = plain.replace(pattern, (match, prefix: string, at: number) => {
      const line = plain.slice(plain.lastIndexOf("\n", at) + 1, at);
      return isDirective(line) || !isSafe(line) ? match : prefix + blanks(match.slice(prefix.length));
    });
  }
  return plain;
}

const name = "[A-Z][A-Z0-9]*_[A-Z0-9_]+\\b";
const inner = "[^()]*(?:\\([^()]*(?:\\([^()]*\\)[^()]*)*\\)[^()]*)*";
/** A name in capitals with an underscore, and what it is given, if anything. */
const macro = `\\b${name}(?:\\(${inner}\\))?`;
const anyMacro = new RegExp(`\\b${name}`);

const keyword =
  "(?:template|class|struct|union|enum|typename|static|inline|constexpr|consteval|constinit|const|volatile|virtual|" +
  "explicit|friend|extern|auto|void|bool|char|int|unsigned|signed|long|short|float|double|using|namespace|operator|" +
  "typedef|thread_local|mutable|size_t|std::)";
/** `Type name(`, after which only a declaration can come. */
const function_ = "[A-Za-z_][\\w:]*(?:<[^;{}()]*>)?[\\s*&]+[\\w:~]+\\s*\\(";

const always = () => true;
/** A value may follow parentheses too: `(uint32_t) MAX_SIZE`. */
const isNoValue = (line: string) => !/=|\b(?:return|if|while|for|switch)\b/.test(line);

/** What stays is the first group of each. */
const rules: readonly { readonly pattern: RegExp; readonly isSafe: (line: string) => boolean }[] = [
  // In front of a declaration.
  {
    pattern: new RegExp(`()${macro}(?=\\s+(?:${macro}\\s+){0,3}(?:${keyword}|~|${function_}))`, "g"),
    isSafe: always,
  },
  // Between the word and the name: `class LIB_API Box`.
  {
    pattern: new RegExp(`(\\b(?:class|struct|union|enum)\\s+)(?:${macro}\\s+){1,3}(?=[A-Za-z_])`, "g"),
    isSafe: always,
  },
  // Behind the parameters.
  {
    pattern: new RegExp(
      `((?:\\)|\\bconst|\\bnoexcept|\\boverride|\\bfinal)\\s*)(?:${macro}\\s*){1,5}(?=[{;]|->|=\\s*(?:default|delete|0))`,
      "g",
    ),
    isSafe: isNoValue,
  },
  // A statement where a macro takes one: `EXPECT_THROW(throw f(), E)`.
  { pattern: /(\b[A-Z][A-Z0-9_]{2,100}\(\s{0,50})throw(?=\s)/g, isSafe: always },
  // A condition among the parameters of a template.
  { pattern: new RegExp(`()(?:,\\s*)?\\b${name}\\(${inner}\\)(?=\\s*>)`, "g"), isSafe: always },
];

/** Macros that have a line to themselves, where a statement or a declaration could begin. */
function withoutLoneMacros(text: string): string {
  const lone = new RegExp(`^[ \\t]*${macro}[ \\t]*$`, "gm");
  return text.replace(lone, (match, at: number) => {
    const before = lastCodeBefore(text, at);
    const after = /\S/.exec(text.slice(at + match.length, at + match.length + 200))?.[0] ?? "";
    return (before === "" || ";{}:>#/".includes(before)) && !"},=|&+-)?<.".includes(after)
      ? blanks(match)
      : match;
  });
}

/** How far up one looks for code: no text may make this slow. */
const maxLines = 100;

/** The last character of code above a place; "#" below a directive, "/" below a comment, "" at the top. */
function lastCodeBefore(text: string, at: number): string {
  let end = at;
  for (let lines = 0; end > 0 && lines < maxLines; lines++) {
    const start = text.lastIndexOf("\n", end - 2) + 1;
    const line = text.slice(start, end).trim();
    if (line !== "") {
      if (isDirective(line)) return line.endsWith("\\") ? "\\" : "#";
      if (line.startsWith("//") || line.endsWith("*/")) return "/";
      return line.split("//", 1)[0]?.trimEnd().at(-1) ?? "";
    }
    end = start;
  }
  return "";
}

function isDirective(line: string): boolean {
  return line.trimStart().startsWith("#");
}

function blanks(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
