import { resolve } from "node:path";
import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { byLocation } from "../../kernel/finding.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { toSarif } from "../../kernel/sarif.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import { TraceReport } from "../../trace/gate/report.ts";
import { writeFromMarker } from "../../workspace/files/named-file.ts";
import { branchPoint, changedSince } from "../../workspace/git/queries.ts";
import { enclosingProject } from "../../workspace/paths/enclosing-project.ts";
import { linkChain } from "../../workspace/paths/link-chain.ts";
import { listLayouts } from "../init/survey.ts";
import { toAnnotations } from "./annotations.ts";
import { collectFindings } from "./collect.ts";
import { type Area, areas, CheckFinding, type ScopedFinding } from "./finding.ts";
import { toJunit } from "./junit.ts";
import { summaryMarker, toMarkdown } from "./markdown.ts";

const Report = z.object({
  ok: z.boolean(),
  checked: z.array(z.enum(areas)).describe("Areas with documents"),
  counts: z
    .partialRecord(z.enum(areas), z.string())
    .describe("Number of documents in each: `8`, or `3 specifications, 3 implementations`"),
  findings: z.array(CheckFinding),
  errors: z.number().int(),
  warnings: z.number().int(),
  left_out: z.number().int().describe("Findings in files that the branch does not change"),
  remarks: z.number().int().describe("Findings that are only notes; the validator of their area lists them"),
  notes: z.array(z.string()).describe("What could not be checked"),
  summary: z.string(),
  trace: TraceReport.optional().describe("Requirements that were judged, with their states"),
});
type Report = z.infer<typeof Report>;

const Input = z.object({
  changed_since: z
    .string()
    .optional()
    .describe("Report only findings in files changed since the branch diverged from this git revision"),
  strict: z.boolean().optional().describe("Fail on warnings too"),
  only: z
    .array(z.enum(areas))
    .optional()
    .describe(`Areas to check: ${areas.join(", ")}; default: all`),
  sarif: z.boolean().optional().describe("Output SARIF 2.1.0, for code hosts"),
  junit: z.boolean().optional().describe("Output JUnit XML, for CI servers"),
  annotations: z.boolean().optional().describe("Output annotations of GitHub Actions too"),
  summary: z
    .string()
    .min(1)
    .optional()
    .describe("Write a summary in Markdown to this file; a summary that is there is replaced"),
  evidence: z
    .enum(["optional", "required"])
    .optional()
    .describe("`required`: fail with exit code 3 where a touched requirement has no result"),
});

/** One command for CI that runs every validator. */
export const check = operation({
  name: "check",
  title: "Check everything",
  summary: "Validate specs, changes, artifacts, skills and tests",
  icon: "check",
  effects: reading,
  notFromPage: ["summary"],
  served: {
    never: "the gate of people and CI; agents call validate_spec, validate_change and compliance_report",
  },
  cli: {
    words: "check",
    examples: [
      "check --changed-since origin/main",
      "check --only specs --only changes --strict",
      "check --sarif > hewto.sarif",
      "check --changed-since origin/main --summary summary.md",
    ],
  },
  details:
    "Specs, changes, features, artifacts, skills and the trace of requirements to tests, each by its own rules.",
  input: Input,
  output: Report,
  exitCode: (report) => (report.ok ? 0 : 1),
  run: async (context, input) => {
    if (input.sarif && input.junit)
      return fail(
        fault("invalid_argument", "The output cannot be both SARIF and JUnit.", "Run the check twice."),
      );
    const checked = areas.filter((area) => input.only?.includes(area) ?? true);
    const all = await collectFindings(context, checked, "full", {
      since: input.changed_since,
      isEvidenceRequired: input.evidence === "required",
    });
    if (!all.ok) return all;
    const { counts, notes, remarks } = all.value;
    const scoped = await inScope(context, all.value.findings, input.changed_since);
    if (!scoped.ok) return scoped;
    const findings = scoped.value
      .map(({ codeFolder: _codeFolder, otherFile: _otherFile, isScoped: _isScoped, ...finding }) => finding)
      .sort(byLocation);
    const errors = findings.filter(({ severity }) => severity === "error").length;
    const warnings = findings.length - errors;
    const leftOut = all.value.findings.length - findings.length;
    const isEmpty = all.value.findings.length === 0 && counts.size === 0;
    if (input.summary !== undefined) {
      const markdown = toMarkdown(findings, all.value.trace, notes);
      const written = writeFromMarker(
        resolve(context.workspace.root, input.summary),
        summaryMarker,
        markdown,
      );
      if (!written.ok) return written;
    }
    return ok({
      ok: errors === 0 && (input.strict !== true || warnings === 0),
      checked: [...counts.keys()],
      counts: Object.fromEntries(counts),
      findings,
      errors,
      warnings,
      left_out: leftOut,
      remarks,
      notes: [...notes],
      trace: all.value.trace,
      // "No problems found" would be misleading if nothing was checked.
      summary: isEmpty
        ? await emptySummary(context, checked)
        : summaryOf({ errors, warnings, leftOut, remarks }, counts, findings),
    });
  },
  text: (report, form) => render(report, form, createStyle(false, 80)),
  human: render,
});

async function emptySummary({ workspace, recommend }: Context, checked: readonly Area[]): Promise<string> {
  const above = enclosingProject(workspace);
  const hasLayout = (await listLayouts(workspace)).length > 0;
  const next =
    above !== undefined
      ? `${above} is a project: run the check there, or pass --workspace.`
      : hasLayout
        ? await recommend({ operation: "changes_new", args: { change_id: "add-NAME" }, to: "start a change" })
        : await recommend({ command: "init", to: "create a layout" });
  return `Nothing to check: no ${alternatives(checked.map((area) => (area === "trace" ? "requirements" : area)))} found. ${next}`.trimEnd();
}

function alternatives(names: readonly string[]): string {
  const [last, ...before] = names.toReversed();
  return before.length === 0 ? String(last) : `${before.toReversed().join(", ")} or ${last}`;
}

/** Findings in files that the branch changes, or whose code it changes. */
async function inScope(
  context: Context,
  findings: readonly ScopedFinding[],
  revision: string | undefined,
): Promise<Result<readonly ScopedFinding[]>> {
  if (revision === undefined) return ok(findings);
  const base = await branchPoint(context.workspace, revision);
  if (!base.ok) return base;
  const changed = await changedSince(context.workspace, base.value);
  if (!changed.ok) return changed;
  const paths = changed.value.map(({ path }) => String(path));
  const isChanged = (chain: readonly string[]) =>
    chain.some((each) => paths.some((path) => path === each || each.startsWith(`${path}/`)));
  return ok(
    findings.filter(({ file, codeFolder, otherFile, isScoped }) => {
      if (isScoped === true) return true;
      if (isChanged(linkChain(context.workspace, file))) return true;
      if (otherFile !== undefined && isChanged(linkChain(context.workspace, otherFile))) return true;
      const folders = codeFolder === undefined ? [] : linkChain(context.workspace, codeFolder);
      return folders.some((folder) =>
        paths.some((path) => path.startsWith(folder === "" ? "" : `${folder}/`)),
      );
    }),
  );
}

interface Tally {
  readonly errors: number;
  readonly warnings: number;
  readonly leftOut: number;
  readonly remarks: number;
}

function summaryOf(
  { errors, warnings, leftOut, remarks }: Tally,
  counts: ReadonlyMap<Area, string>,
  findings: readonly CheckFinding[],
): string {
  // An area that could not be read has findings but no count.
  const unread = areas.filter((area) => !counts.has(area) && findings.some((each) => each.area === area));
  const parts = [...[...counts].map(([area, number]) => `${area} (${number})`), ...unread].join(", ");
  const where = parts === "" ? "" : ` in ${parts}`;
  const rest = leftOut > 0 ? ` Left out: ${count(leftOut, "finding")} in unchanged files.` : "";
  const notes = remarks > 0 ? `; ${count(remarks, "note")}` : "";
  const end = `${where}${notes}.${rest}`;
  if (errors + warnings > 0) return `${count(errors, "error")}, ${count(warnings, "warning")}${end}`;
  const verdict = remarks > 0 ? "No errors or warnings" : "No problems found";
  return verdict + end;
}

function render(
  report: Report,
  form: Pick<z.output<typeof Input>, "sarif" | "junit" | "annotations">,
  style: Style,
): string {
  if (form.sarif) return JSON.stringify(toSarif(report.findings, report.notes), null, 2);
  if (form.junit) {
    const suites = new Set([...report.checked, ...report.findings.map(({ area }) => area)]);
    return toJunit(
      report.findings,
      areas.filter((area) => suites.has(area)),
      report.notes,
      report.trace?.judged.map(({ address }) => address),
    );
  }
  const annotations = form.annotations ? toAnnotations(report.findings) : [];
  const files = [...new Set(report.findings.map(({ file }) => file))];
  const blocks = files.map((file) => {
    const rows = report.findings
      .filter((finding) => finding.file === file)
      .map((finding) => row(finding, style));
    return [style.bold(printable(fileHeading(file))), ...rows, ""].join("\n");
  });
  blocks.push(...report.notes.map((note) => `Note: ${printable(note)}`));
  const last = report.ok ? style.good(report.summary) : style.bad(report.summary);
  return [...annotations, ...blocks, last].join("\n");
}

/** A line that begins with two colons is a command to GitHub Actions. */
function fileHeading(file: string): string {
  return /^(?:::|##\[)/.test(file) ? `./${file}` : file;
}

function row({ line, severity, rule, message, fix }: CheckFinding, style: Style): string {
  const mark = severity === "error" ? style.bad("error  ") : style.warn("warning");
  const head = `  ${String(line).padStart(4)}  ${mark}  ${printable(message)} ${style.dim(rule)}`;
  const remedy = (fix ?? "").split("\n").map((text) => `\n                 ${printable(text)}`);
  return fix === undefined ? head : head + remedy.join("");
}
