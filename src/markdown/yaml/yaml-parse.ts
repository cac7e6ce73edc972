import { Composer, type CST, type Document, Parser, YAMLParseError } from "yaml";

/** More levels than any front matter has; the parser's recursion ends at about 800. */
const deepest = 300;

/**
 * The only way to the YAML parser: core schema of YAML 1.2, no custom tags. Undefined for text that nests too
 * deeply. Keys are compared by our own walk: the parser compares each with all others. The parser recurses, and close to the end of the stack V8 does not throw but ends
 * the process ("RegExpCompiler Allocation failed"), so depth is estimated before it is called.
 */
export function parseYaml(source: string): Document.Parsed | undefined {
  if (nesting(source) > deepest) return undefined;
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    customTags: null,
    uniqueKeys: false,
    strict: true,
    merge: false,
    prettyErrors: false,
    keepSourceTokens: true,
    logLevel: "error",
  });
  let document: Document.Parsed | undefined;
  for (const next of composer.compose(untilErrors(source), true, source.length)) {
    if (document !== undefined) {
      document.errors.push(
        new YAMLParseError([next.range[0], next.range[1]], "MULTIPLE_DOCS", severalDocuments),
      );
      break;
    }
    document = next;
  }
  return document;
}

const severalDocuments = "The text holds several documents; only one is read";
/** Each becomes an Error with a stack, and a hostile text has thousands. */
const maxErrors = 100;

function* untilErrors(source: string): Generator<CST.Token> {
  let errors = 0;
  for (const token of new Parser().parse(source)) {
    if (token.type === "error" && ++errors > maxErrors) return;
    yield token;
  }
}

/** An upper bound of the levels: brackets and colons that are open at once, plus steps of indentation. */
function nesting(source: string): number {
  return openLevels(source) + indentationSteps(source);
}

/** Marks in quotes and comments count too: a line with hundreds of them is not front matter either. */
function openLevels(source: string): number {
  let brackets = 0;
  let colons = 0;
  let most = 0;
  for (const [mark] of source.matchAll(/[[\]{},\n]|:(?=\s|$)/g)) {
    if (mark === "[" || mark === "{") brackets++;
    else if (mark === ":") colons++;
    else if (mark !== "\n" || brackets === 0) colons = 0;
    if (mark === "]" || mark === "}") brackets = Math.max(0, brackets - 1);
    most = Math.max(most, brackets + colons);
  }
  return most;
}

function indentationSteps(source: string): number {
  const steps: number[] = [];
  let most = 0;
  for (const line of source.split("\n")) {
    for (const column of levelColumns(line)) {
      while (steps.length > 0 && (steps.at(-1) ?? 0) >= column) steps.pop();
      steps.push(column);
      most = Math.max(most, steps.length);
    }
    if (most > deepest) return most;
  }
  return most;
}

/** The columns at which a line starts a level: its first character, and what follows each `- `, `? ` or `: `. */
function* levelColumns(line: string): Generator<number> {
  const mark = /(?:[-?:]|[&!]\S*)?[ \t]*/y;
  mark.lastIndex = line.search(/[^ \t\r]/);
  while (mark.lastIndex >= 0 && mark.lastIndex < line.length) {
    const at = mark.lastIndex;
    yield at;
    mark.exec(line);
    if (mark.lastIndex === at || !/[ \t]$/.test(line.slice(at, mark.lastIndex))) return;
  }
}
