import type { Mutant, MutationReport, MutationTest } from "../model.ts";
import { type Fields, fieldsOf, lineOf, listOf, textOf, titleOf } from "../read/values.ts";

/** The report of Stryker (mutation-testing-report-schema): which tests covered and which killed a mutant. */
export function readStryker(root: Fields): MutationReport {
  const tests = new Map<string, MutationTest>();
  for (const [file, value] of Object.entries(fieldsOf(root["testFiles"]))) {
    for (const test of listOf(fieldsOf(value)["tests"]).map(fieldsOf)) {
      const id = textOf(test["id"]);
      const name = titleOf(test["name"]);
      const line = lineOf(fieldsOf(fieldsOf(test["location"])["start"])["line"]);
      if (id !== undefined && name !== undefined)
        tests.set(id, { file: file === "" ? undefined : file, name, line });
    }
  }
  const mutants = Object.entries(fieldsOf(root["files"])).flatMap(([file, value]) =>
    listOf(fieldsOf(value)["mutants"]).flatMap((mutant) => mutantOf(file, fieldsOf(mutant))),
  );
  return { kind: "stryker", mutants, tests, notes: [] };
}

const statuses: Readonly<Record<string, Mutant["status"]>> = {
  Killed: "killed",
  Survived: "survived",
  NoCoverage: "no-coverage",
  Timeout: "timeout",
  CompileError: "invalid",
  RuntimeError: "invalid",
  Ignored: "ignored",
  Pending: "pending",
};

function mutantOf(file: string, mutant: Fields): Mutant[] {
  const { start, end } = fieldsOf(mutant["location"]);
  const startLine = lineOf(fieldsOf(start)["line"]);
  const status = textOf(mutant["status"]) ?? "";
  const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (startLine === undefined || known === undefined) return [];
  return [
    {
      file,
      startLine,
      endLine: lineOf(fieldsOf(end)["line"]) ?? startLine,
      operator: titleOf(mutant["mutatorName"]) ?? "",
      replacement: titleOf(mutant["replacement"]),
      status: known,
      coveredBy: idsOf(mutant["coveredBy"]),
      killedBy: idsOf(mutant["killedBy"]),
    },
  ];
}

function idsOf(value: unknown): string[] {
  return listOf(value).flatMap((id) => textOf(id) ?? []);
}
