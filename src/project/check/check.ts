import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { toSarif } from "../../kernel/sarif.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import { changedSince, mergeBase } from "../../workspace/git/queries.ts";
import { enclosingProject } from "../../workspace/paths/enclosing-project.ts";
import { linkChain } from "../../workspace/paths/link-chain.ts";
import { listLayouts } from "../init/survey.ts";
import { type Area, areas, CheckFinding, type ScopedFinding } from "./finding.ts";
import { gather } from "./gather.ts";
import { toJunit } from "./junit.ts";

const Report = z.object({
  ok: z.boolean(),
  checked: z.array(z.enum(areas)).describe("Areas that hold something and were read"),
  counts: z
    .partialRecord(z.enum(areas), z.string())
    .describe("How much was read in each: `8`, or `3 specifications, 3 implementations`"),
  findings: z.array(CheckFinding),
  errors: z.number().int(),
  warnings: z.number().int(),
  left_out: z.number().int().describe("Findings in files that the branch does not touch"),
  notes: z.array(z.string()).describe("What could not be looked at"),
  summary: z.string(),
});
type Report = z.infer<typeof Report>;

/** One command for CI over everything that validates. */
export const check = operation({
  name: "check",
  title: "Check everything",
  summary: "Validate everything that is written down: a gate for CI",
  icon: "check",
  effects: reading,
  served: {
    never: "the gate of people and CI; agents call validate_spec, validate_change and compliance_report",
  },
  cli: {
    words: "check",
    examples: [
      "check --changed-since origin/main",
      "check --only specs --only changes --strict",
      "check --sarif > hewto.sarif",
    ],
  },
  details: "Specs, changes, features, artifacts and skills, each by its own rules.",
  input: z.object({
    changed_since: z
      .string()
      .optional()
      .describe("Count only findings in files that were changed since this branch left that git revision"),
    strict: z.boolean().optional().describe("Let warnings fail too"),
    only: z
      .array(z.enum(areas))
      .optional()
      .describe(`Areas to check: ${areas.join(", ")}; default: all`),
    sarif: z.boolean().optional().describe("Answer in SARIF 2.1.0, for code hosts"),
    junit: z.boolean().optional().describe("Answer in JUnit XML, for CI servers"),
  }),
  output: Report,
  exitCode: (report) => (report.ok ? 0 : 1),
  run: async (context, input) => {
    if (input.sarif && input.junit)
      return fail(
        fault("invalid_argument", "One report cannot be SARIF and JUnit.", "Run it once for each."),
      );
    const wanted = areas.filter((area) => input.only?.includes(area) ?? true);
    const all = await gather(context, wanted);
    if (!all.ok) return all;
    const { read } = all.value;
    const scoped = await within(context, all.value.findings, input.changed_since);
    if (!scoped.ok) return scoped;
    const findings = sorted(scoped.value.map(({ under: _under, ...finding }) => finding));
    const errors = findings.filter(({ severity }) => severity === "error").length;
    const warnings = findings.length - errors;
    const leftOut = all.value.findings.length - findings.length;
    const isBare = all.value.findings.length === 0 && read.size === 0;
    return ok({
      ok: errors === 0 && (input.strict !== true || warnings === 0),
      checked: [...read.keys()],
      counts: Object.fromEntries(read),
      findings,
      errors,
      warnings,
      left_out: leftOut,
      notes: [...all.value.notes],
      // "No problems found" in a folder without anything would be a false comfort.
      summary: isBare
        ? nothingHere(
            wanted,
            (await listLayouts(context.workspace)).length > 0,
            enclosingProject(context.workspace),
          )
        : summaryOf(errors, warnings, leftOut, read),
    });
  },
  text: (report, { sarif, junit }) => rendered(report, { sarif, junit }, createStyle(false, 80)),
  human: (report, { sarif, junit }, style) => rendered(report, { sarif, junit }, style),
});

function nothingHere(wanted: readonly Area[], hasPlace: boolean, above: string | undefined): string {
  const begin = hasPlace
    ? "Start with `hewto changes new add-NAME --spec CAPABILITY` or `hewto run specify`."
    : "Run `hewto init` to make a place for them.";
  const next = above === undefined ? begin : `${above} is a project: run it there, or with --workspace.`;
  return `There is nothing to check: no ${alternatives(wanted)} found. ${next}`;
}

function alternatives(names: readonly string[]): string {
  const [last, ...before] = names.toReversed();
  return before.length === 0 ? String(last) : `${before.toReversed().join(", ")} or ${last}`;
}

/** Findings in files that the branch touches, or whose code it touches. */
async function within(
  context: Context,
  findings: readonly ScopedFinding[],
  revision: string | undefined,
): Promise<Result<readonly ScopedFinding[]>> {
  if (revision === undefined) return ok(findings);
  const changed = await changedSince(context.workspace, await mergeBase(context.workspace, revision));
  if (!changed.ok) return changed;
  const paths = changed.value.map(({ path }) => String(path));
  const touches = (way: readonly string[]) =>
    way.some((each) => paths.some((path) => path === each || each.startsWith(`${path}/`)));
  return ok(
    findings.filter(({ file, under }) => {
      if (touches(linkChain(context.workspace, file))) return true;
      const folders = under === undefined ? [] : linkChain(context.workspace, under);
      return folders.some((folder) =>
        paths.some((path) => path.startsWith(folder === "" ? "" : `${folder}/`)),
      );
    }),
  );
}

function sorted(findings: CheckFinding[]): CheckFinding[] {
  return findings.sort(
    (a, b) => byCodePoint(a.file, b.file) || a.line - b.line || byCodePoint(a.rule, b.rule),
  );
}

function summaryOf(
  errors: number,
  warnings: number,
  leftOut: number,
  read: ReadonlyMap<Area, string>,
): string {
  const parts = [...read].map(([area, number]) => `${area} (${number})`).join(", ");
  const where = parts === "" ? "" : ` in ${parts}`;
  const rest = leftOut > 0 ? ` Left out: ${count(leftOut, "finding")} in files that did not change.` : "";
  if (errors + warnings === 0) return `No problems found${where}.${rest}`;
  return `${count(errors, "error")}, ${count(warnings, "warning")}${where}.${rest}`;
}

function rendered(
  report: Report,
  form: { sarif: boolean | undefined; junit: boolean | undefined },
  style: Style,
): string {
  if (form.sarif)
    return JSON.stringify(
      toSarif(report.findings.map(({ fix, ...row }) => (fix === undefined ? row : { ...row, fix }))),
      null,
      2,
    );
  if (form.junit) {
    const told = new Set([...report.checked, ...report.findings.map(({ area }) => area)]);
    return toJunit(
      report.findings,
      areas.filter((area) => told.has(area)),
    );
  }
  const files = [...new Set(report.findings.map(({ file }) => file))];
  const blocks = files.map((file) => {
    const rows = report.findings
      .filter((finding) => finding.file === file)
      .map((finding) => row(finding, style));
    return [style.bold(printable(file)), ...rows, ""].join("\n");
  });
  blocks.push(...report.notes.map((note) => `Note: ${printable(note)}`));
  return [...blocks, report.ok ? style.good(report.summary) : style.bad(report.summary)].join("\n");
}

function row({ line, severity, rule, message, fix }: CheckFinding, style: Style): string {
  const mark = severity === "error" ? style.bad("error  ") : style.warn("warning");
  const head = `  ${String(line).padStart(4)}  ${mark}  ${printable(message)} ${style.dim(rule)}`;
  const remedy = (fix ?? "").split("\n").map((text) => `\n                 ${printable(text)}`);
  return fix === undefined ? head : head + remedy.join("");
}
