import { fault } from "../../../kernel/fault.ts";
import { isRecord } from "../../../kernel/json.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { count } from "../../../kernel/text.ts";
import { readCobertura } from "../executed-lines/cobertura.ts";
import { readCoveragePy } from "../executed-lines/coverage-py.ts";
import { readGoCover } from "../executed-lines/go-cover.ts";
import { readIstanbul } from "../executed-lines/istanbul.ts";
import { readJacoco } from "../executed-lines/jacoco.ts";
import { readLcov } from "../executed-lines/lcov.ts";
import { readLlvmCov } from "../executed-lines/llvm-cov.ts";
import { readStryker } from "../executed-lines/stryker.ts";
import { readV8 } from "../executed-lines/v8.ts";
import { readCargoJson, readCargoText } from "../formats/cargo.ts";
import { readCtrf } from "../formats/ctrf.ts";
import { readCucumber } from "../formats/cucumber.ts";
import { readGoTest } from "../formats/go-test.ts";
import { readJestJson } from "../formats/jest-json.ts";
import { readJunit } from "../formats/junit.ts";
import { readMochaJson } from "../formats/mocha-json.ts";
import { readNunit } from "../formats/nunit.ts";
import { readTap } from "../formats/tap.ts";
import { readTrx } from "../formats/trx.ts";
import { readXunit } from "../formats/xunit.ts";
import type { Coverage, MutationReport, TestReport, VisitCoverage } from "../model.ts";
import { kindOfJson, kindOfText, kindOfXml, type SourceKind } from "./kinds.ts";
import { limits } from "./limits.ts";
import {
  refuseBinary,
  refused,
  refuseHtml,
  refuseOther,
  refuseQuietCargo,
  refuseUnknown,
} from "./refusals.ts";
import { openSource, parseJson, type ReportSource } from "./source.ts";
import { type Fields, fieldsOf, listOf } from "./values.ts";

/** What one file says. A report of vitest can have tests and coverage. */
export interface Report {
  readonly tests?: TestReport | undefined;
  readonly coverage?: Coverage | undefined;
  readonly mutation?: MutationReport | undefined;
}

/**
 * Reads a report, known by its content and not by its name. The covered files go to `visit` one by one. A file that is
 * not a report, or one of the kinds that are never read, is a fault that says what to add instead.
 */
export function readReport(bytes: Uint8Array, visit: VisitCoverage = () => {}): Result<Report> {
  const binary = refuseBinary(bytes);
  if (binary !== undefined) return binary;
  if (bytes.length > limits.fileBytes) return tooLarge(bytes.length, limits.fileBytes);
  const source = openSource(bytes);
  if (source === undefined) return refused("The file contains NUL bytes, so it is not text.", "");
  const start = source.head.trimStart();
  if (start === "") return refused("The file is empty.", "Check that the test run wrote it.");
  if (start.startsWith("<")) return readXmlReport(source, visit);
  const kind = kindOfText(source.head);
  if (kind !== undefined) return readTextReport(source, kind, visit);
  if (start.startsWith("{") || start.startsWith("[")) return readJsonReport(source, visit);
  return refuseOther(source) ?? refuseUnknown();
}

function tooLarge(bytes: number, limit: number): Result<never> {
  const mb = (size: number) => Math.floor(size / 1024 / 1024);
  const message = `The file has ${mb(bytes)} MB; at most ${mb(limit)} MB are read.`;
  return refused(message, "Split the run into several reports.");
}

function readXmlReport(source: ReportSource, visit: VisitCoverage): Result<Report> {
  if (/^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!doctype html|<html)\b/i.test(source.head)) return refuseHtml();
  const kind = kindOfXml(source.head);
  if (kind === undefined) return refuseOther(source) ?? refuseUnknown();
  if (source.bytes > limits.parsedBytes) return tooLarge(source.bytes, limits.parsedBytes);
  const text = source.text();
  switch (kind) {
    case "junit":
      return testsOf(readJunit(text));
    case "trx":
      return testsOf(readTrx(text));
    case "nunit":
      return testsOf(readNunit(text));
    case "xunit":
      return testsOf(readXunit(text));
    case "cobertura":
      return coverageOf(readCobertura(text, visit));
    case "jacoco":
      return coverageOf(readJacoco(text, visit));
  }
}

function readTextReport(
  source: ReportSource,
  kind: SourceKind<typeof kindOfText>,
  visit: VisitCoverage,
): Result<Report> {
  switch (kind) {
    case "go-test-json":
      return testsOf(readGoTest(source.lines()));
    case "cargo-json":
      return testsOf(readCargoJson(source.lines()));
    case "cargo-text":
      return testsOf(readCargoText(source.lines()));
    case "cargo-quiet":
      return refuseQuietCargo();
    case "tap":
      return testsOf(readTap(source.lines()));
    case "lcov":
      return coverageOf(readLcov(source.pieces(), visit));
    case "go-cover":
      return coverageOf(readGoCover(source.lines(), visit));
  }
}

function readJsonReport(source: ReportSource, visit: VisitCoverage): Result<Report> {
  if (source.bytes > limits.parsedBytes) return tooLarge(source.bytes, limits.parsedBytes);
  const json = parseJson(source);
  if (typeof json === "string") return refused(`The file cannot be read: ${json}.`, "Run the tests again.");
  if (Array.isArray(json.value)) return readJsonList(json.value);
  const root = fieldsOf(json.value);
  switch (kindOfJson(root)) {
    case "jest-json":
      return withCoverageMap(readJestJson(root), root, visit);
    case "ctrf":
      return testsOf(readCtrf(root));
    case "mocha-json":
      return testsOf(readMochaJson(root));
    case "stryker":
      return ok({ mutation: readStryker(root) });
    case "coverage-py":
      return coverageOf(readCoveragePy(root, visit));
    case "v8":
      return coverageOf(readV8(root, visit));
    case "llvm-cov":
      return coverageOf(readLlvmCov(root, visit));
    case "istanbul":
      return coverageOf(readIstanbul(root, visit));
    case undefined:
      return refuseOther(source) ?? refuseUnknown();
  }
}

function readJsonList(list: readonly unknown[]): Result<Report> {
  const isCucumber = list.every(
    (each) => isRecord(each) && "uri" in each && Array.isArray(listOf(each["elements"])),
  );
  return isCucumber ? testsOf(readCucumber(list)) : refuseUnknown();
}

function withCoverageMap(tests: TestReport, root: Fields, visit: VisitCoverage): Result<Report> {
  const report = testsOf(tests);
  const map = root["coverageMap"];
  if (!report.ok || !isRecord(map) || Object.keys(map).length === 0) return report;
  return ok({ tests, coverage: readIstanbul(map, visit) });
}

function testsOf(tests: TestReport | string): Result<Report> {
  if (typeof tests === "string") return refused(`The report is refused: ${tests}.`, "");
  if (tests.results.length > 0) return ok({ tests });
  const reason = tests.notes[0]?.message ?? "The run found or selected no tests.";
  return fail(
    fault("evidence_empty", `The report (${tests.kind}) has no test cases. ${reason}`, emptyRemedy),
  );
}

const emptyRemedy = "Check the command that runs the tests: a run without tests is not a success.";

function coverageOf(coverage: Coverage | string): Result<Report> {
  if (typeof coverage === "string") return refused(`The report is refused: ${coverage}.`, "");
  if (coverage.files > 0) return ok({ coverage });
  const message = `The coverage report (${coverage.kind}) names ${count(0, "file")}.`;
  return fail(fault("evidence_empty", message, "Check what the coverage run includes."));
}
