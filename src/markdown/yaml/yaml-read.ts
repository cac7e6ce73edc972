import { type Document, isMap, isScalar, isSeq, type YAMLError } from "yaml";
import { isRecord } from "../../kernel/json.ts";
import type { PositionedProblem } from "../problem.ts";
import { type DataTrouble, yamlData } from "./yaml-data.ts";
import { parseYaml } from "./yaml-parse.ts";

/** A YAML mapping that was read. */
export interface YamlMapping {
  readonly data: Readonly<Record<string, unknown>>;
  readonly document: Document;
  /** The text that was parsed; offsets of nodes count in it. */
  readonly source: string;
  /** The line of the file that `source` starts on. */
  readonly firstLine: number;
  /** What is odd but did not stop the reading. */
  readonly problems: readonly PositionedProblem[];
}

export type YamlReading =
  | { readonly ok: true; readonly mapping: YamlMapping }
  | { readonly ok: false; readonly problems: readonly [PositionedProblem, ...PositionedProblem[]] };

/** A path to a value: keys of mappings and indexes of lists. */
export type YamlPath = readonly (string | number)[];

/** Far more than any front matter has; the parser takes up to a millisecond for each kilobyte. */
const maxBytes = 64 * 1024;
/** More would not help a person; a hostile file has thousands. */
const maxProblems = 20;

/**
 * Reads a YAML mapping with nothing that could run or blow up: the core schema of YAML 1.2, no custom tags,
 * unique keys, at most 64 KB, 1,000 values and 64 levels. An empty text is an empty mapping.
 */
export function readYamlMapping(text: string, firstLine = 1): YamlReading {
  const at = (offset: number) => positionAt(source, offset, firstLine);
  const source = yamlBreaks(text);
  if (Buffer.byteLength(source) > maxBytes)
    return failed("yaml-size", "It is larger than 64 KB.", "Move the data elsewhere.", at(0));
  const document = parseYaml(source);
  if (document === undefined) {
    return failed("yaml-size", "It is nested too deeply to be read.", "Make it flatter.", at(0));
  }
  const [first, ...others] = document.errors.slice(0, maxProblems).map((error) => syntaxProblem(error, at));
  if (first !== undefined) return { ok: false, problems: [first, ...others] };
  const { contents } = document;
  if (contents !== null && !isMap(contents)) {
    const kind = isSeq(contents) ? "a list" : "a single value";
    return failed(
      "yaml-not-mapping",
      `It holds ${kind} instead of fields.`,
      "Write `key: value` lines.",
      at(contents.range[0]),
    );
  }
  const { value, errors, warnings } = yamlData(document);
  const toProblem = (trouble: DataTrouble) => dataProblem(trouble, at);
  const [error, ...more] = errors.map(toProblem);
  if (error !== undefined) return { ok: false, problems: [error, ...more] };
  const problems = [
    ...document.warnings.slice(0, maxProblems).map((each) => syntaxProblem(each, at)),
    ...warnings.slice(0, maxProblems).map(toProblem),
  ];
  return { ok: true, mapping: { data: isRecord(value) ? value : {}, document, source, firstLine, problems } };
}

/** YAML knows the lone CR as a line break, the library does not. Same length, so offsets stay true. */
export function yamlBreaks(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n");
}

/** Where a value is written: its key in a mapping, the item itself in a list. */
export function fieldPosition(
  mapping: YamlMapping,
  path: YamlPath,
): { line: number; column: number } | undefined {
  const place = findNode(mapping, path);
  return place === undefined ? undefined : positionAt(mapping.source, place.offset, mapping.firstLine);
}

/** A plain or quoted value as written, without quotes: `1.10` where the data has the number 1.1. */
export function fieldSource(mapping: YamlMapping, path: YamlPath): string | undefined {
  const node = findNode(mapping, path)?.value;
  return isScalar(node) ? (node.source ?? String(node.value ?? "")) : undefined;
}

function findNode(mapping: YamlMapping, path: YamlPath): { offset: number; value: unknown } | undefined {
  let place: { offset: number; value: unknown } | undefined = { offset: 0, value: mapping.document.contents };
  for (const step of path) place = place === undefined ? undefined : childOf(place.value, step);
  return place;
}

function childOf(node: unknown, step: string | number): { offset: number; value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(
      (item) => isScalar(item.key) && String(item.key.value ?? "") === String(step),
    );
    if (pair === undefined || !isScalar(pair.key)) return undefined;
    return { offset: pair.key.range?.[0] ?? 0, value: pair.value };
  }
  if (!isSeq(node) || typeof step !== "number") return undefined;
  const item = node.items[step];
  if (item === undefined) return undefined;
  const range = isScalar(item) || isMap(item) || isSeq(item) ? item.range : undefined;
  return { offset: range?.[0] ?? 0, value: item };
}

type At = (offset: number) => { line: number; column: number };

function syntaxProblem(error: YAMLError, at: At): PositionedProblem {
  const [start] = error.pos;
  if (error.code === "TAG_RESOLVE_FAILED") {
    const message = `${error.message}. The value is read as if it had none.`;
    return { rule: "yaml-tag", message, fix: "Remove the tag.", ...at(start) };
  }
  const message = `${error.message.replace(/\.$/, "")}.`;
  const fix =
    error.code === "BLOCK_AS_IMPLICIT_KEY"
      ? "Put a value that holds a colon and a space in quotes."
      : "Correct the YAML there.";
  return { rule: "yaml-syntax", message, fix, ...at(start) };
}

const dataFixes: Readonly<Record<DataTrouble["rule"], string>> = {
  "yaml-alias": "Rewrite that value without it.",
  "yaml-key": "Rewrite that value without it.",
  "yaml-duplicate-key": "Keep one of them.",
  "yaml-reserved-key": "Rewrite that value without it.",
  "yaml-size": "Move the data elsewhere.",
};

function dataProblem({ rule, message, offset }: DataTrouble, at: At): PositionedProblem {
  return { rule, message, fix: dataFixes[rule], ...at(offset) };
}

function failed(
  rule: string,
  message: string,
  fix: string,
  place: { line: number; column: number },
): YamlReading {
  return { ok: false, problems: [{ rule, message, fix, ...place }] };
}

function positionAt(source: string, offset: number, firstLine: number): { line: number; column: number } {
  let line = firstLine;
  let start = 0;
  for (let end = source.indexOf("\n"); end >= 0 && end < offset; end = source.indexOf("\n", start)) {
    line++;
    start = end + 1;
  }
  return { line, column: Math.min(offset, source.length) - start + 1 };
}
