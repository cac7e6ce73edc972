import * as z from "zod";
import { byLocation, Finding, type Severity, type Suggesting } from "../kernel/finding.ts";
import { count } from "../kernel/text.ts";
import type { RuleProfile } from "./layouts.ts";

/** On the wire every finding about specs and changes has a section. */
export const SpecFinding = Finding.extend({
  section: z.string().describe("The heading or requirement it belongs to; empty for the whole file"),
});
export type SpecFinding = z.infer<typeof SpecFinding> & Suggesting;

export const Verdict = z.object({
  valid: z.boolean(),
  errors: z.array(SpecFinding),
  warnings: z.array(SpecFinding),
  notes: z.array(SpecFinding).describe("Worth knowing; never a failure"),
  summary: z.string(),
});
export type Verdict = z.infer<typeof Verdict>;

/** What differs from the severity a rule has by itself, in the system whose profile is chosen. */
const byProfile: Readonly<Record<RuleProfile, Readonly<Record<string, Severity | "off">>>> = {
  spox: {
    "requirement-long": "off",
    "change-id": "off",
    "task-misnumbered": "off",
    "heading-unlabeled": "off",
  },
  openspec: {
    "scenario-missing": "error",
    // It never looks at steps; what it counts are headings of level four with text below them.
    "scenario-when-missing": "note",
    "scenario-then-missing": "note",
    "scenario-unlabeled": "note",
    "title-missing": "note",
    // Requirements there are invisible to it.
    "requirements-repeated": "error",
    "heading-unlabeled": "error",
    // It ignores text outside the four sections, and reports that.
    "delta-heading": "warning",
    "entry-misplaced": "warning",
    // What it says nothing about must not fail `--strict`, which teams have in their gates.
    "change-blocked": "note",
    "change-overlap": "note",
    "removal-done": "note",
    // Its changes grow document by document, and are valid all the way.
    "proposal-missing": "note",
    "tasks-missing": "note",
    "proposal-why-missing": "note",
    "proposal-what-missing": "note",
    "proposal-why-short": "note",
    "task-unnumbered": "off",
  },
};

export type FindingDraft = Omit<SpecFinding, "file" | "severity">;

/** Collects what the rules say about one file, with the severities of a profile. */
export class Findings {
  readonly list: SpecFinding[] = [];
  private readonly file: string;
  private readonly profile: RuleProfile;

  constructor(file: string, profile: RuleProfile) {
    this.file = file;
    this.profile = profile;
  }

  error(draft: FindingDraft): void {
    this.add("error", draft);
  }

  warning(draft: FindingDraft): void {
    this.add("warning", draft);
  }

  note(draft: FindingDraft): void {
    this.add("note", draft);
  }

  private add(own: Severity, draft: FindingDraft): void {
    const severity = byProfile[this.profile][draft.rule] ?? own;
    if (severity !== "off") this.list.push({ ...draft, severity, file: this.file });
  }
}

/** `nouns` is what was looked at: "2 specs". With `strict`, warnings fail too. */
export function verdictOf(findings: readonly SpecFinding[], nouns: string, strict = false): Verdict {
  const sorted = [...findings].sort(byLocation);
  const of = (severity: Severity) => sorted.filter((finding) => finding.severity === severity);
  const [errors, warnings, notes] = [of("error"), of("warning"), of("note")];
  const valid = errors.length === 0 && !(strict && warnings.length > 0);
  const tally = `${count(errors.length, "error")} and ${count(warnings.length, "warning")}`;
  const passed =
    warnings.length > 0
      ? `no errors and ${count(warnings.length, "warning")}`
      : notes.length > 0
        ? `no errors or warnings, ${count(notes.length, "note")}`
        : "no findings";
  if (sorted.length === 0 && nouns.startsWith("0 "))
    return { valid, errors, warnings, notes, summary: `There is nothing to validate: ${nouns} were found.` };
  const summary = valid ? `Valid: ${nouns}, ${passed}.` : `Validation failed: ${nouns}, ${tally}.`;
  return { valid, errors, warnings, notes, summary };
}
