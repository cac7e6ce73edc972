import { isRecord } from "../../../kernel/json.ts";
import { type Fields, fieldsOf, listOf } from "./values.ts";

export type SourceKind<F extends (...args: never[]) => unknown> = Exclude<ReturnType<F>, undefined>;

/** The kind of an XML file, by its root element. */
export function kindOfXml(
  head: string,
): "junit" | "trx" | "nunit" | "xunit" | "cobertura" | "jacoco" | undefined {
  const root = rootElement(head);
  switch (root) {
    case "testsuites":
    case "testsuite":
      return "junit";
    case "TestRun":
      return "trx";
    case "test-run":
      return "nunit";
    case "assemblies":
    case "assembly":
      return "xunit";
    case "coverage":
      return /<coverage[^>]*\bclover=|<coverage[^>]*\bgenerated=/.test(head) ? undefined : "cobertura";
    case "report":
      return /<report[^>]*\bname=/.test(head) ? "jacoco" : undefined;
    default:
      return undefined;
  }
}

/** The name of the first element after declarations, comments and the document type. */
function rootElement(head: string): string | undefined {
  let at = 0;
  for (;;) {
    at = head.indexOf("<", at);
    if (at < 0) return undefined;
    if (head.startsWith("<!--", at)) at = after(head, "-->", at);
    else if (head.startsWith("<?", at)) at = after(head, "?>", at);
    else if (head.startsWith("<!", at)) at = afterDoctype(head, at);
    else return /^<([\w:.-]+)/.exec(head.slice(at, at + 200))?.[1];
    if (at < 0) return undefined;
  }
}

function after(head: string, end: string, from: number): number {
  const at = head.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

/** Declarations in brackets have their own `>`. */
function afterDoctype(head: string, from: number): number {
  const end = head.indexOf(">", from);
  const bracket = head.indexOf("[", from);
  if (bracket < 0 || bracket > end) return after(head, ">", from);
  const close = head.indexOf("]", bracket);
  return close < 0 ? -1 : after(head, ">", close);
}

/** The kind of a file that is read line by line. */
export function kindOfText(
  head: string,
): "go-test-json" | "cargo-json" | "cargo-text" | "cargo-quiet" | "tap" | "lcov" | "go-cover" | undefined {
  if (/^mode: (?:set|count|atomic)\r?$/m.test(head.slice(0, 200))) return "go-cover";
  if (/^(?:TN:.*\r?\n)?SF:/m.test(head.slice(0, 4096)) && /^(?:TN|SF):/.test(head.trimStart())) return "lcov";
  if (/^\{(?:"Time":"[^"]*",|"ImportPath":"[^"]*",)?"Action":"/m.test(head)) return "go-test-json";
  if (/^\{ ?"type": ?"(?:suite|test)", ?"(?:event|name)"/m.test(head)) return "cargo-json";
  if (/^\{|^\[/.test(head.trimStart())) return undefined;
  if (/^running \d+ tests?\r?$/m.test(head)) return cargoKind(head);
  if (/^TAP version 1[34]/m.test(head) || /^(?:1\.\.\d+|(?:not )?ok \d+)\b/m.test(head.slice(0, 4096)))
    return "tap";
  return undefined;
}

/** With `-q` the tests that passed are dots. */
function cargoKind(head: string): "cargo-text" | "cargo-quiet" {
  if (/^test .+ \.\.\. /m.test(head)) return "cargo-text";
  return /^running 0 tests/m.test(head) && !/^running [1-9]/m.test(head) ? "cargo-text" : "cargo-quiet";
}

/** The kind of a JSON object. */
export function kindOfJson(
  root: Fields,
):
  | "jest-json"
  | "ctrf"
  | "mocha-json"
  | "stryker"
  | "coverage-py"
  | "v8"
  | "llvm-cov"
  | "istanbul"
  | undefined {
  if (Array.isArray(root["testResults"])) return "jest-json";
  if (Array.isArray(fieldsOf(root["results"])["tests"])) return "ctrf";
  if (isRecord(root["stats"]) && Array.isArray(root["tests"])) return "mocha-json";
  if (Array.isArray(root["result"])) return "v8";
  if (isLlvmCov(root)) return "llvm-cov";
  const files = Object.values(fieldsOf(root["files"])).map(fieldsOf);
  if (files.some((file) => Array.isArray(file["mutants"]))) return "stryker";
  if (isRecord(root["meta"]) && isRecord(root["files"])) return "coverage-py";
  return Object.values(root).some((value) => "statementMap" in fieldsOf(value)) ? "istanbul" : undefined;
}

function isLlvmCov(root: Fields): boolean {
  const type = root["type"];
  return typeof type === "string" && type.startsWith("llvm.coverage.json") && listOf(root["data"]).length > 0;
}
