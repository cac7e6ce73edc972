import type { LanguageId } from "../../code/languages/language.ts";
import { lineTable } from "../../code/text/lines.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Found } from "./found.ts";
import { testHash } from "./hash.ts";
import { cFamilyTests } from "./languages/c-family.ts";
import { csharpTests } from "./languages/csharp.ts";
import { ecmascriptTests } from "./languages/ecmascript.ts";
import { goTests } from "./languages/go.ts";
import { jvmTests } from "./languages/jvm.ts";
import { phpTests } from "./languages/php.ts";
import { pythonTests } from "./languages/python.ts";
import { rubyTests } from "./languages/ruby.ts";
import { rustTests } from "./languages/rust.ts";
import { swiftTests } from "./languages/swift.ts";
import type { DiscoveredSuite, DiscoveredTest } from "./model.ts";
import type { Span, Syntax } from "./syntax.ts";

/** How tests are written in each language. */
const readers: Partial<Record<LanguageId, (syntax: Syntax) => Found>> = {
  typescript: ecmascriptTests,
  tsx: ecmascriptTests,
  javascript: ecmascriptTests,
  python: pythonTests,
  go: goTests,
  rust: rustTests,
  swift: swiftTests,
  java: jvmTests,
  kotlin: jvmTests,
  csharp: csharpTests,
  ruby: rubyTests,
  php: phpTests,
  c: cFamilyTests,
  cpp: cFamilyTests,
  "objective-c": cFamilyTests,
};

/** Texts without any of these hold no test, so they need not be parsed. */
const hints: Partial<Record<LanguageId, RegExp>> = {
  typescript: /\b(?:it|test|specify|suite|describe)\b/,
  tsx: /\b(?:it|test|specify|suite|describe)\b/,
  javascript: /\b(?:it|test|specify|suite|describe)\b/,
  python: /\bdef\s+test/,
  go: /\bfunc\s.*\b(?:Test|Fuzz)/,
  rust: /\btest\b|rstest|test_case|quickcheck|proptest/,
  swift: /@Test\b|XCTest|func\s+test/,
  java: /@\w*Test|TestCase|@Property/,
  kotlin: /@\w*Test|Spec\b|TestCase/,
  csharp: /\[\s*(?:\w+\.)*(?:Fact|Theory|Test|Skippable|DataTest)/,
  ruby: /\b(?:describe|context|feature|def\s+test_|test|it)\b/,
  php: /\b(?:function\s+test|it|test|describe|todo)\b|#\[.*Test|@test\b/,
  c: /\bTEST|SCENARIO|BOOST_/,
  cpp: /\bTEST|\bSCENARIO|\bBOOST_|_TEST\b/,
  "objective-c": /\btest\w/,
};

export interface TestsOfFile {
  readonly tests: readonly DiscoveredTest[];
  readonly suites: readonly DiscoveredSuite[];
}

export const noTests: TestsOfFile = { tests: [], suites: [] };

export function mayHoldTests(language: LanguageId, text: string): boolean {
  return hints[language]?.test(text) ?? false;
}

/** The tests that a source file declares, in its order. */
export function discoverTests(file: WorkspacePath, syntax: Syntax): TestsOfFile {
  const read = readers[syntax.language];
  if (read === undefined) return noTests;
  const found = read(syntax);
  const lines = lineTable(syntax.text);
  const range = ({ from, to }: Span) => {
    return { startLine: lines.lineAt(from), endLine: lines.lineAt(Math.max(from, to - 1)), from, to };
  };
  const tests = found.tests.map(
    ({ titles, names, modifiers, parametrized, holdsTests, hashed, ...span }): DiscoveredTest => {
      // A row of a table has the hash of its whole function, with the titles of all rows.
      const own = hashed === undefined ? [titles.at(-1) ?? "", names?.at(-1) ?? ""] : [];
      const hash = testHash(syntax, hashed ?? span, own);
      const holds = holdsTests === true ? { holdsTests } : {};
      const inCode = names === undefined || names.length === 0 ? {} : { names };
      return { file, range: range(span), titles, ...inCode, modifiers, parametrized, ...holds, hash };
    },
  );
  const suites = found.suites.map(({ titles, ...span }) => ({ titles, range: range(span) }));
  return { tests: tests.sort((a, b) => a.range.from - b.range.from || b.range.to - a.range.to), suites };
}
