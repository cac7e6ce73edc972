import type { Declaration } from "../../code/languages/language.ts";
import { languageFor, languageIdOf, prepareLanguage } from "../../code/languages/registry.ts";
import { type LineTable, lineTable } from "../../code/text/lines.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import { discoverTests, mayHoldTests, noTests, type TestsOfFile } from "../tests/discover.ts";
import { gherkinTests } from "../tests/languages/gherkin.ts";
import { readSyntax, type Syntax } from "../tests/syntax.ts";
import {
  type ForeignTags,
  mayHoldTags,
  type PlacedTag,
  type TagsOfComments,
  tagsAnywhere,
  tagsInComments,
  tagsInLines,
} from "./comments.ts";
import { noFacts, type SourceFacts, type SourceTag, type TagOwner } from "./model.ts";

/** What counts as a tag, by the settings. */
export interface TagOptions {
  /** `anywhere`: in strings and documents too. */
  readonly place: "comments" | "anywhere";
  /** Tags of other tools that count too. */
  readonly also: readonly ForeignTags[];
}

export const usualTags: TagOptions = { place: "comments", also: [] };

/** Reads the tests of a file and the tags in its comments. Files that hold neither are not parsed. */
export async function readSource(
  file: WorkspacePath,
  text: string,
  isTestFile: boolean,
  options: TagOptions = usualTags,
): Promise<SourceFacts> {
  if (file.endsWith(".feature")) return readFeature(file, text);
  const language = languageIdOf(file, text);
  const isAnywhere = options.place === "anywhere";
  const hasTags = (language !== "markdown" || isAnywhere) && mayHoldTags(text, options.also);
  const hasTests = mayHoldTests(language, text) && (isTestFile || declaresTests(language, text));
  if (!hasTags && !hasTests) return noFacts;
  const syntax = await readSyntax(file, text);
  if (syntax === undefined) return hasTags ? ofLines(text, options) : noFacts;
  const found = hasTests ? discoverTests(file, syntax) : noTests;
  const tagged = hasTags ? tagsOf(text, syntax, options) : { tags: [], malformed: [] };
  if (tagged.tags.length === 0 && tagged.malformed.length === 0) return { ...found, tags: [], malformed: [] };
  const lines = lineTable(text);
  const owners = new Owners(syntax, lines, found);
  // Most tags are above tests, and then nobody has to know the declarations.
  const isOfTests = tagged.tags.every((tag) => owners.testsAt(tag) !== undefined);
  const declarations = isOfTests ? [] : await declarationsOf(file, text);
  const ownerOf = (tag: PlacedTag): TagOwner => {
    const owner = owners.testsAt(tag) ?? owners.symbolAt(tag, declarations);
    return owner.kind === "none" && isAnywhere ? { kind: "file" } : owner;
  };
  const facts = located(tagged, lines, ownerOf);
  if (!isAnywhere) return { ...found, ...facts };
  const usual = new Set(
    language === "markdown"
      ? []
      : tagsInComments(text, syntax.comments).tags.map((tag) => lines.lineAt(tag.offset)),
  );
  return {
    ...found,
    ...facts,
    tags: facts.tags.map((tag) => (usual.has(tag.line) ? tag : { ...tag, isOutside: true })),
  };
}

function tagsOf(text: string, { comments }: Syntax, { place, also }: TagOptions): TagsOfComments {
  return place === "anywhere" ? tagsAnywhere(text) : tagsInComments(text, comments, also);
}

/** Scenarios of Gherkin. A tag in a comment belongs to the scenario around or right below it. */
function readFeature(file: WorkspacePath, text: string): SourceFacts {
  const found = gherkinTests(file, text);
  const lines = lineTable(text);
  const ownerOf = ({ offset }: PlacedTag): TagOwner => {
    const line = lines.lineAt(offset);
    const at = found.tests.findIndex(({ range }) => line <= range.endLine);
    const test = found.tests[at];
    const isAbove = (from: number) =>
      /^(?:\s*(?:#[^\n]*|@[^\n]*)?\n)*$/.test(text.slice(offset, from).replace(/^[^\n]*\n/, ""));
    if (test === undefined) return { kind: "none" };
    return offset >= test.range.from || isAbove(test.range.from)
      ? { kind: "tests", tests: [at] }
      : { kind: "none" };
  };
  return { ...noFacts, ...found, ...located(tagsInLines(text), lines, ownerOf) };
}

/** Languages whose tests are among product code, or in files of any name, and are marked as such. */
function declaresTests(language: string, text: string): boolean {
  if (/^(?:rust|java|kotlin|csharp|swift|cpp|c)$/.test(language)) return true;
  if (!/^(?:typescript|tsx|javascript)$/.test(language)) return false;
  return /(?:from|require\()\s*["'](?:vitest|node:test|@jest\/globals|mocha|bun:test|@playwright\/test|ava|tap)["']/.test(
    text,
  );
}

async function declarationsOf(file: string, text: string): Promise<readonly Declaration[]> {
  const language = languageFor(file, text);
  if (language === undefined) return [];
  await prepareLanguage(language);
  return language.parse(text, file).declarations;
}

function ofLines(text: string, { place }: TagOptions): SourceFacts {
  const lines = lineTable(text);
  const usual = located(tagsInLines(text), lines, () => ({ kind: "file" }));
  if (place === "comments") return { ...noFacts, ...usual };
  const known = new Set(usual.tags.map(({ line }) => line));
  const all = located(tagsAnywhere(text), lines, () => ({ kind: "file" }));
  return {
    ...noFacts,
    ...all,
    tags: all.tags.map((tag) => (known.has(tag.line) ? tag : { ...tag, isOutside: true })),
  };
}

function located(
  { tags, malformed }: TagsOfComments,
  lines: LineTable,
  ownerOf: (tag: PlacedTag) => TagOwner,
): Pick<SourceFacts, "tags" | "malformed"> {
  return {
    tags: tags.map((tag): SourceTag => {
      const { verb, references, type, text } = tag;
      const own = { verb, references, text, line: lines.lineAt(tag.offset), owner: ownerOf(tag) };
      return type === undefined ? own : { ...own, type };
    }),
    malformed: malformed.map(({ text, reason, offset }) => ({ text, reason, line: lines.lineAt(offset) })),
  };
}

/** Finds what a comment belongs to: the test or declaration around it, or the one that begins right below it. */
class Owners {
  readonly #syntax: Syntax;
  readonly #lines: LineTable;
  readonly #found: TestsOfFile;

  constructor(syntax: Syntax, lines: LineTable, found: TestsOfFile) {
    this.#syntax = syntax;
    this.#lines = lines;
    this.#found = found;
  }

  /** The test or the suite of a tag; undefined if it belongs to neither. */
  testsAt({ offset }: PlacedTag): TagOwner | undefined {
    const { tests, suites } = this.#found;
    const around = tests.findLastIndex(({ range }) => range.from <= offset && offset < range.to);
    const below = this.#lineBelow(offset);
    const inside = around < 0 ? undefined : tests[around];
    const test = tests.findIndex(
      ({ range }) => range.startLine === below && (inside === undefined || range.from > inside.range.from),
    );
    const suite = suites.find(({ range }) => range.startLine === below && range.from > offset);
    const isSuiteFirst =
      suite !== undefined && suite.range.from <= (tests[test]?.range.from ?? Number.POSITIVE_INFINITY);
    if (isSuiteFirst) {
      const held = tests.flatMap(({ range }, at) =>
        range.from >= suite.range.from && range.to <= suite.range.to ? [at] : [],
      );
      if (held.length > 0) return { kind: "tests", tests: held };
    }
    if (test >= 0 && (tests[test]?.range.from ?? 0) > offset) return { kind: "tests", tests: [test] };
    if (around >= 0) return { kind: "tests", tests: [around] };
    return undefined;
  }

  symbolAt({ offset }: PlacedTag, declarations: readonly Declaration[]): TagOwner {
    const below = this.#lineBelow(offset);
    const isSuite = ({ from, to }: Declaration) =>
      this.#found.tests.some(({ range }) => range.from >= from && range.to <= to);
    const next = declarations.find(({ from, startLine }) => from > offset && startLine === below);
    const around = declarations.findLast(({ from, to }) => from <= offset && offset < to);
    const owner = next ?? (around !== undefined && !isSuite(around) ? around : undefined);
    if (owner === undefined) return { kind: "none" };
    const { qualifiedName, startLine, endLine } = owner;
    return { kind: "symbol", name: qualifiedName, startLine, endLine };
  }

  /** The line of the first token after a comment, if only comments are between them, and no empty line. */
  #lineBelow(offset: number): number | undefined {
    const token = this.#syntax.tokens.find(({ from, to }) => from >= offset && to > from);
    if (token === undefined) return undefined;
    const line = this.#lines.lineAt(token.from);
    for (let at = this.#lines.lineAt(offset) + 1; at < line; at++)
      if (this.#lines.isBlank(at)) return undefined;
    return line;
  }
}
