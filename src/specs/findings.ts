import * as z from "zod";
import { byCodePoint } from "../kernel/order.ts";
import { count } from "../kernel/text.ts";
import type { RuleProfile } from "./layouts.ts";

export const Severity = z.enum(["error", "warning", "note"]);
export type Severity = z.infer<typeof Severity>;

/** Something that a rule has to say about a place in a file. */
export const Finding = z.object({
  rule: z.string().describe("Stable name of the rule"),
  severity: Severity,
  file: z.string().describe("Path relative to the workspace"),
  section: z.string().describe("The heading or requirement it belongs to; empty for the whole file"),
  line: z.number().int().describe("1-based; 1 for a file that is missing"),
  message: z.string(),
  fix: z.string().optional().describe("What to write instead, where that is mechanical"),
});
export type Finding = z.infer<typeof Finding>;

export const Verdict = z.object({
  valid: z.boolean(),
  errors: z.array(Finding),
  warnings: z.array(Finding),
  notes: z.array(Finding).describe("Worth knowing; never a failure"),
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
    "scenario-when-missing": "warning",
    "scenario-then-missing": "warning",
    "title-missing": "note",
    // Requirements there are invisible to it.
    "requirements-repeated": "error",
    "heading-unlabeled": "error",
    // It ignores what stands outside the four sections, and says so.
    "delta-heading": "warning",
    "entry-misplaced": "warning",
    "change-blocked": "note",
    "removal-done": "warning",
    // Its changes grow document by document, and are valid all the way.
    "proposal-missing": "warning",
    "tasks-missing": "warning",
    "proposal-why-missing": "warning",
    "proposal-what-missing": "warning",
    "task-unnumbered": "off",
  },
};

export type Draft = Omit<Finding, "file" | "fix" | "severity"> & { fix?: string | undefined };

/** Collects what the rules say about one file, with the severities of a profile. */
export class Findings {
  readonly list: Finding[] = [];
  private readonly file: string;
  private readonly profile: RuleProfile;

  constructor(file: string, profile: RuleProfile) {
    this.file = file;
    this.profile = profile;
  }

  error(draft: Draft): void {
    this.add("error", draft);
  }

  warning(draft: Draft): void {
    this.add("warning", draft);
  }

  note(draft: Draft): void {
    this.add("note", draft);
  }

  private add(own: Severity, { fix, ...draft }: Draft): void {
    const severity = byProfile[this.profile][draft.rule] ?? own;
    if (severity === "off") return;
    this.list.push({ ...draft, severity, file: this.file, ...(fix === undefined ? {} : { fix }) });
  }
}

/** `nouns` is what was looked at: "2 specs". With `strict`, warnings fail too. */
export function verdictOf(findings: readonly Finding[], nouns: string, strict = false): Verdict {
  const sorted = [...findings].sort(byPlace);
  const of = (severity: Severity) => sorted.filter((finding) => finding.severity === severity);
  const [errors, warnings, notes] = [of("error"), of("warning"), of("note")];
  const valid = errors.length === 0 && !(strict && warnings.length > 0);
  const tally = `${count(errors.length, "error")} and ${count(warnings.length, "warning")}`;
  const passed = warnings.length === 0 ? "no findings" : `no errors and ${count(warnings.length, "warning")}`;
  if (sorted.length === 0 && nouns.startsWith("0 "))
    return { valid, errors, warnings, notes, summary: `There is nothing to validate: ${nouns} were found.` };
  const summary = valid ? `Valid: ${nouns}, ${passed}.` : `Validation failed: ${nouns}, ${tally}.`;
  return { valid, errors, warnings, notes, summary };
}

function byPlace(a: Finding, b: Finding): number {
  return byCodePoint(a.file, b.file) || a.line - b.line || byCodePoint(a.rule, b.rule);
}
