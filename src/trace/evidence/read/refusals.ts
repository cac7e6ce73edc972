import { fault } from "../../../kernel/fault.ts";
import { type Failure, fail } from "../../../kernel/result.ts";
import type { ReportSource } from "./source.ts";

/** Files that are never read, by their first bytes, with what makes a readable file instead. */
const binaries: readonly { readonly magic: string; readonly what: string; readonly instead: string }[] = [
  {
    magic: "53514c69746520666f726d6174203300",
    what: "a SQLite database, such as the `.coverage` of coverage.py",
    instead: "Run `coverage json --show-contexts` and add `coverage.json`.",
  },
  {
    magic: "8172666f72706cff",
    what: "a raw LLVM profile (`.profraw`)",
    instead:
      "Run `llvm-profdata merge -o run.profdata *.profraw` and `llvm-cov export PROGRAM -instr-profile=run.profdata > coverage.json`, and add `coverage.json`.",
  },
  {
    magic: "ff6c70726f666981",
    what: "an LLVM profile (`.profdata`)",
    instead:
      "Run `llvm-cov export PROGRAM -instr-profile=run.profdata > coverage.json` and add `coverage.json`.",
  },
  {
    magic: "01c0c0",
    what: "an execution file of JaCoCo (`.exec`)",
    instead: "Run `mvn jacoco:report` or `gradle jacocoTestReport` and add the XML report.",
  },
  { magic: "1f8b", what: "compressed (gzip)", instead: "Unpack it first." },
  { magic: "504b0304", what: "a ZIP archive", instead: "Unpack it first." },
];

/** An Xcode result bundle is a folder. */
export const resultBundle = {
  what: "an Xcode result bundle (`.xcresult`)",
  instead:
    "Run `swift test --xunit-output tests.xml`, or `xcbeautify --report junit`, and add the XML file; for coverage run `xcrun llvm-cov export`.",
} as const;

export function refuseBinary(bytes: Uint8Array): Failure | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const known = binaries.find(({ magic }) => start.startsWith(magic));
  return known && refused(`The file is ${known.what}, which is not read.`, known.instead);
}

const testFormats =
  "JUnit XML, JSON of vitest, jest, mocha or Cucumber, CTRF, `go test -json`, `cargo test`, TAP, TRX, NUnit 3, xUnit 2";
const coverageFormats =
  "lcov, Cobertura, Istanbul, V8, a Go cover profile, coverage.py JSON, JaCoCo XML, llvm-cov export; mutation: a Stryker report";

export function refuseUnknown(): Failure {
  return refused(
    "The file is not a known kind of report.",
    `Tests: ${testFormats}. Coverage: ${coverageFormats}.`,
  );
}

export function refuseHtml(): Failure {
  return refused(
    "The file is an HTML page, which is not read.",
    "Let the tool write a report for machines: for tests JUnit XML (vitest `--reporter=junit --outputFile=unit.xml`, pytest `--junitxml=unit.xml`), for coverage lcov or Cobertura.",
  );
}

export function refuseQuietCargo(): Failure {
  return refused(
    "The output of `cargo test -q` does not name the tests that passed.",
    "Run `cargo test > tests.txt` without `-q`, and add `tests.txt`.",
  );
}

/** Formats that have the same facts in a form that is read. */
const others: readonly { readonly pattern: RegExp; readonly what: string; readonly instead: string }[] = [
  {
    pattern: /^(?:ok|FAIL|---) ?(?:PASS|FAIL|SKIP)?:? *\t?.*(?:\t\d+\.\d+s|\(\d+\.\d+s\)|\(cached\))/m,
    what: "the text of `go test`",
    instead: "Run `go test -json ./... > tests.json` and add `tests.json`.",
  },
  {
    pattern: /^\s*<test-results\b/m,
    what: "NUnit 2 XML",
    instead: 'Run the NUnit console with `--result="tests.xml;format=nunit3"`.',
  },
  {
    pattern: /<coverage[^>]*\bclover=|<coverage[^>]*\bgenerated="\d+"/,
    what: "Clover XML",
    instead: "Let the tool write lcov or Cobertura.",
  },
  {
    pattern: /^\s*\{\s*"config":\s*\{[\s\S]*"(?:configFile|rootDir)"/,
    what: "the JSON of Playwright",
    instead:
      "Run `playwright test --reporter=junit` with PLAYWRIGHT_JUNIT_OUTPUT_NAME=e2e.xml, and add `e2e.xml`.",
  },
];

export function refuseOther({ head }: ReportSource): Failure | undefined {
  const known = others.find(({ pattern }) => pattern.test(head.slice(0, 8192)));
  return known && refused(`The file is ${known.what}, which is not read.`, known.instead);
}

export function refused(message: string, remedy: string): Failure {
  return fail(fault("evidence_refused", message, remedy));
}
