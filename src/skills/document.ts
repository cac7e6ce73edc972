import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from "yaml";
import { isRecord } from "../kernel/json.ts";
import { splitFrontMatter } from "../markdown/front-matter.ts";
import { oneLine } from "./names.ts";
import { type PlainField, readPlainFields } from "./plain-fields.ts";
import { problem, type SkillProblem } from "./problem.ts";

/** The front matter of a SKILL.md that can be served. */
export interface SkillDocument {
  readonly name: string;
  /** On one line. */
  readonly description: string;
  /** All fields as YAML 1.2 reads them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Line of each field. */
  readonly lines: ReadonlyMap<string, number>;
  /** False when the YAML had to be mended, so that a strict reader would see something else or nothing. */
  readonly verbatim: boolean;
  /** Warnings; errors make no document. */
  readonly problems: readonly SkillProblem[];
}

export type DocumentReading =
  | { readonly document: SkillDocument }
  | { readonly document?: never; readonly problems: readonly SkillProblem[] };

const template =
  "Start the file with:\n---\nname: my-skill\ndescription: What it does and when to use it.\n---";

/**
 * Reads the front matter of a SKILL.md, leniently: what can be understood is, with a warning. The YAML
 * knows no tags and no code, and a block in another language is never looked into.
 */
export function readDocument(text: string): DocumentReading {
  const split = splitFrontMatter(headOf(text));
  const foreign = split.problems.map(({ rule, message, fix, line }) =>
    problem("error", rule, message, fix, line),
  );
  if (foreign.length > 0) return { problems: foreign };
  if (!split.present) return { problems: [missingBlock(split.body)] };
  const fields = readFields(split.raw, split.startLine);
  if ("problems" in fields) return fields;
  return toDocument(fields);
}

/** The text up to the end of the front matter: the splitter would cut the whole body into lines. */
function headOf(text: string): string {
  const close = /\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/g;
  close.lastIndex = 3;
  return close.exec(text) === null ? text : text.slice(0, close.lastIndex);
}

interface Fields {
  readonly values: Readonly<Record<string, unknown>>;
  /** How a scalar is spelled in the file, for numbers and the like that are meant as text. */
  readonly sources: ReadonlyMap<string, string>;
  readonly lines: ReadonlyMap<string, number>;
  readonly mended: SkillProblem | undefined;
}

function readFields(raw: string, openingLine: number): Fields | { readonly problems: SkillProblem[] } {
  const simple = readPlainFields(raw);
  if (simple) return plainFields(simple, openingLine);
  return readYamlFields(raw, openingLine);
}

function plainFields(fields: readonly PlainField[], openingLine: number): Fields {
  return {
    values: Object.fromEntries(fields.map(({ key, value }) => [key, value])),
    sources: new Map(),
    lines: new Map(fields.map(({ key, line }) => [key, openingLine + line])),
    mended: undefined,
  };
}

function readYamlFields(raw: string, openingLine: number): Fields | { readonly problems: SkillProblem[] } {
  const plain = parseYaml(raw, openingLine);
  if ("map" in plain) return fieldsOf(plain, undefined);
  const quoted = parseYaml(quoteColons(raw), openingLine);
  if (!("map" in quoted)) return { problems: [plain.error] };
  const { line, message } = plain.error;
  const fix = "Put the value in double quotes.";
  return fieldsOf(
    quoted,
    problem("warning", "yaml-needs-quotes", `${message} It was read as if quoted.`, fix, line),
  );
}

interface ParsedYaml {
  readonly map: YAMLMap;
  readonly values: Readonly<Record<string, unknown>>;
  readonly lineOf: (offset: number) => number;
}

function parseYaml(raw: string, openingLine: number): ParsedYaml | { readonly error: SkillProblem } {
  const counter = new LineCounter();
  const document = parseDocument(raw, {
    version: "1.2",
    schema: "core",
    lineCounter: counter,
    prettyErrors: false,
    logLevel: "silent",
  });
  const lineOf = (offset: number) => openingLine + Math.max(1, counter.linePos(offset).line);
  const failed = document.errors[0];
  if (failed) return { error: yamlError(failed.message, lineOf(failed.pos[0])) };
  if (!isMap(document.contents)) {
    return { error: yamlError("Expected fields such as `name: value`.", openingLine + 1) };
  }
  try {
    const values: unknown = document.toJS();
    return isRecord(values)
      ? { map: document.contents, values, lineOf }
      : { error: yamlError("Expected fields such as `name: value`.", openingLine + 1) };
  } catch (error) {
    // Aliases that multiply without end; the library counts them and gives up.
    return { error: yamlError(error instanceof Error ? error.message : String(error), openingLine + 1) };
  }
}

function fieldsOf({ map, values, lineOf }: ParsedYaml, mended: SkillProblem | undefined): Fields {
  const sources = new Map<string, string>();
  const lines = new Map<string, number>();
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    lines.set(name, lineOf(key.range?.[0] ?? 0));
    if (isScalar(value) && value.source !== undefined && value.value !== null)
      sources.set(name, value.source);
  }
  return { values, sources, lines, mended };
}

function toDocument(fields: Fields): DocumentReading {
  const problems: SkillProblem[] = fields.mended ? [fields.mended] : [];
  const name = textField(fields, "name", problems);
  const description = textField(fields, "description", problems);
  if (name?.split(":").some((part) => part.trim() === "")) {
    const message = `The name "${name}" has an empty part beside a colon.`;
    problems.push(
      problem("error", "invalid-name", message, "Write the name without it.", fields.lines.get("name")),
    );
  }
  const errors = problems.filter(({ severity }) => severity === "error");
  if (name === undefined || description === undefined || errors.length > 0) return { problems: errors };
  const { values, lines, mended } = fields;
  return { document: { name, description, fields: values, lines, verbatim: mended === undefined, problems } };
}

function textField(
  fields: Fields,
  key: "name" | "description",
  problems: SkillProblem[],
): string | undefined {
  const value = fields.values[key];
  const line = fields.lines.get(key) ?? 1;
  if (value === undefined || value === null) {
    problems.push(problem("error", `missing-${key}`, `The front matter has no \`${key}\`.`, template, line));
    return undefined;
  }
  const spelled = typeof value === "string" ? value : fields.sources.get(key);
  if (spelled === undefined) {
    problems.push(
      problem(
        "error",
        `invalid-${key}`,
        `\`${key}\` must be text.`,
        `Write \`${key}\` as one line of text.`,
        line,
      ),
    );
    return undefined;
  }
  if (typeof value !== "string") {
    const message = `\`${key}\` is a ${typeof value} in YAML; it was read as the text "${spelled}".`;
    problems.push(problem("warning", `${key}-not-text`, message, "Put the value in quotes.", line));
  }
  const text = oneLine(spelled);
  if (text !== "") return text;
  problems.push(problem("error", `empty-${key}`, `\`${key}\` is empty.`, `Give the skill a ${key}.`, line));
  return undefined;
}

/** `description: Use when: asked` is the commonest slip of authors: quotes around such values mend it. */
function quoteColons(raw: string): string {
  return raw
    .split("\n")
    .map((line) => {
      const match = /^([A-Za-z][\w-]*):[ \t]+([^\s"'[\]{}|>&*!%@`#,?-].*)$/.exec(line.trimEnd());
      return match && /:(\s|$)| #/.test(match[2] ?? "") ? `${match[1]}: ${JSON.stringify(match[2])}` : line;
    })
    .join("\n");
}

function missingBlock(body: string): SkillProblem {
  const late = /^\s*-{3,}\s*$/m.exec(body.slice(0, 1000));
  const isLate = late !== null && body.slice(0, late.index).trim() === "";
  const message = isLate
    ? "The front matter must open with exactly `---` on line 1."
    : "The file has no front matter.";
  return problem("error", "missing-front-matter", message, template);
}

function yamlError(message: string, line: number): SkillProblem {
  const sentence = `The front matter is not valid YAML: ${message.replace(/\s+/g, " ").replace(/[.:]?$/, ".")}`;
  return problem("error", "invalid-yaml", sentence, "Correct the line, or put its value in quotes.", line);
}
