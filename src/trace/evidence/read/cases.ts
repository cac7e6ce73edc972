import { count } from "../../../kernel/text.ts";
import type { ReportKind, ReportNote, TestReport, TestResult } from "../model.ts";
import { limits } from "./limits.ts";
import { earliest } from "./values.ts";

/** The test cases of a report, up to the limit. */
export class CaseList {
  readonly #results: TestResult[] = [];
  #leftOut = 0;

  add(result: TestResult): void {
    if (result.titles.length === 0) return;
    if (this.#results.length < limits.cases) this.#results.push(result);
    else this.#leftOut += 1;
  }

  report(
    kind: ReportKind,
    times: readonly (number | undefined)[] = [],
    incomplete?: string | undefined,
    more: readonly ReportNote[] = [],
  ): TestReport {
    const notes = [...more];
    if (incomplete !== undefined) notes.push(incompleteNote(incomplete, this.#results.length));
    if (this.#leftOut > 0) {
      const message = `${count(this.#leftOut, "test case")} left out: a report can have ${limits.cases}.`;
      notes.push({ rule: "report-limit", message });
    }
    return { kind, results: this.#results, startedAt: earliest(times), notes };
  }
}

function incompleteNote(reason: string, read: number): ReportNote {
  const message = `The report is incomplete: ${reason}. ${count(read, "test case")} before that ${read === 1 ? "was" : "were"} read.`;
  return { rule: "report-incomplete", message };
}
