import type { PositionedProblem } from "../../markdown/problem.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";
import { parseFrontMatter } from "../../markdown/yaml/front-matter-data.ts";
import { fieldPosition, fieldSource } from "../../markdown/yaml/yaml-read.ts";
import { problem, type SkillProblem } from "../finding.ts";
import { oneLine } from "../names.ts";
import { readPlainFields } from "./plain-fields.ts";

/** The front matter of a valid SKILL.md. */
export interface SkillDocument {
  readonly name: string;
  /** On one line. */
  readonly description: string;
  /** All fields, parsed as YAML 1.2. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The line of each field. */
  readonly lines: ReadonlyMap<string, number>;
  /** False when lenient parsing repaired the YAML: a strict reader would see other values or an error. */
  readonly verbatim: boolean;
  /** Warnings only; with an error there is no document. */
  readonly problems: readonly SkillProblem[];
}

export type DocumentReading =
  | { readonly document: SkillDocument }
  | { readonly document?: never; readonly problems: readonly SkillProblem[] };

const template =
  "Start the file with:\n---\nname: my-skill\ndescription: What it does and when to use it.\n---";

/**
 * Reads the front matter of a SKILL.md leniently: a value that can be understood is used, with a warning.
 * Front matter in a language other than YAML is never evaluated.
 */
export function readDocument(text: string): DocumentReading {
  const split = splitFrontMatter(text);
  if (!split.present && split.problems.length === 0) return { problems: [missingBlock(split.body)] };
  const simple = split.present && split.problems.length === 0 ? readPlainFields(split.raw) : undefined;
  if (simple) {
    const values = Object.fromEntries(simple.map(({ key, value }) => [key, value]));
    const lines = new Map(simple.map(({ key, line }) => [key, split.startLine + line]));
    return toDocument({ values, lines, sourceOf: () => undefined, warnings: [], verbatim: true });
  }
  const mapping = parseFrontMatter(split, { lenient: true });
  if (!mapping.ok) return { problems: errorsOf(mapping.fault.details?.["problems"], mapping.fault.message) };
  const { data, problems } = mapping.value;
  const lineOf = (key: string) => fieldPosition(mapping.value, [key])?.line ?? 1;
  return toDocument({
    values: data,
    lines: new Map(Object.keys(data).map((key) => [key, lineOf(key)])),
    sourceOf: (key) => fieldSource(mapping.value, [key]),
    warnings: problems.map((each) => fromText("warning", each)),
    verbatim: !problems.some(({ rule }) => rule === "yaml-unquoted-value"),
  });
}

const headBytes = 8192;

/**
 * A file's text up to the end of its front matter, which is all a catalog needs. Field values are slices of
 * this text, so a longer one would keep the whole file in memory.
 */
export function headOf(bytes: Buffer): string {
  // Latin-1 has one character for each byte, so an index in this text is also an index in the bytes.
  const close = /\n(?:---|\.\.\.)[ \t]*\r?\n/.exec(bytes.toString("latin1", 0, headBytes));
  return bytes.toString("utf8", 0, close ? close.index + close[0].length : bytes.length);
}

interface Fields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly lines: ReadonlyMap<string, number>;
  /** A value as written in the file, for numbers and dates that are meant as text. */
  readonly sourceOf: (key: string) => string | undefined;
  readonly warnings: readonly SkillProblem[];
  readonly verbatim: boolean;
}

function toDocument(fields: Fields): DocumentReading {
  const problems = [...fields.warnings];
  const name = textField(fields, "name", problems);
  const description = textField(fields, "description", problems);
  if (name?.split(":").some((part) => part.trim() === "")) {
    const message = `The name "${name}" has an empty part next to a colon.`;
    problems.push(
      problem(
        "error",
        "invalid-name",
        message,
        "Remove the colon or the empty part.",
        fields.lines.get("name"),
      ),
    );
  }
  const errors = problems.filter(({ severity }) => severity === "error");
  if (name === undefined || description === undefined || errors.length > 0) return { problems: errors };
  const { values, lines, verbatim } = fields;
  return { document: { name, description, fields: values, lines, verbatim, problems } };
}

function textField(
  fields: Fields,
  key: "name" | "description",
  problems: SkillProblem[],
): string | undefined {
  const value = fields.values[key];
  const line = fields.lines.get(key) ?? 1;
  const refuse = (rule: string, message: string, fix: string) => {
    problems.push(problem("error", rule, message, fix, line));
    return undefined;
  };
  if (value === undefined || value === null) {
    return refuse(`missing-${key}`, `The front matter has no \`${key}\`.`, template);
  }
  const written =
    typeof value === "object" ? undefined : typeof value === "string" ? value : fields.sourceOf(key);
  if (written === undefined) {
    return refuse(`invalid-${key}`, `\`${key}\` must be text.`, `Write \`${key}\` as one line of text.`);
  }
  if (typeof value !== "string") {
    const message = `\`${key}\` is a ${typeof value} in YAML; it was read as the text "${written}".`;
    problems.push(problem("warning", `${key}-not-text`, message, "Put the value in quotes.", line));
  }
  const text = oneLine(written);
  return text === "" ? refuse(`empty-${key}`, `\`${key}\` is empty.`, `Give the skill a ${key}.`) : text;
}

function missingBlock(body: string): SkillProblem {
  const fence = /^\s*-{3,}\s*$/m.exec(body.slice(0, 1000));
  const isMisplaced = fence !== null && body.slice(0, fence.index).trim() === "";
  const message = isMisplaced
    ? "The front matter must start with exactly `---` on line 1."
    : "The file has no front matter.";
  return problem("error", "missing-front-matter", message, template);
}

function errorsOf(details: unknown, message: string): SkillProblem[] {
  const problems = Array.isArray(details) ? details.filter(isTextProblem) : [];
  if (problems.length === 0) return [problem("error", "invalid-yaml", message, "Fix the front matter.")];
  return problems.map((each) => fromText("error", each));
}

function isTextProblem(value: unknown): value is PositionedProblem {
  return typeof value === "object" && value !== null && "rule" in value && "line" in value && "fix" in value;
}

function fromText(
  severity: SkillProblem["severity"],
  { rule, message, fix, line }: PositionedProblem,
): SkillProblem {
  return problem(severity, rule, message, fix, line);
}
