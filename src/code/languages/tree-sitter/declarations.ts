import { at } from "../../../kernel/array.ts";
import { withoutTrailing } from "../../../kernel/text.ts";
import type { LineTable } from "../../text/lines.ts";
import { type Declaration, type DeclarationKind, declarationKinds } from "../language.ts";
import { docAbove, lineStartOf } from "./doc-comments.ts";
import type { Grammar } from "./grammar.ts";
import { readParameters } from "./parameters.ts";

export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A declaration as the query marked it. */
export interface Mark extends Place {
  readonly kind: string;
  /** Which pattern marked it; of two that mark the same, the first knows more. */
  readonly pattern: number;
  readonly name: Place;
  readonly body: Place | undefined;
  readonly params: Place | undefined;
  readonly type: Place | undefined;
  /** A type that is not around it: the receiver of a Go method. */
  readonly owner: Place | undefined;
}

/** Kinds in which a function is a method and a variable a property. */
const memberHolders = new Set([
  "class",
  "struct",
  "enum",
  "protocol",
  "interface",
  "trait",
  "extension",
  "actor",
  "module",
]);
const callableKinds = new Set([
  "function",
  "method",
  "initializer",
  "deinitializer",
  "operator",
  "macro",
  "block",
]);
const valueKinds = new Set(["variable", "constant", "property"]);

/** `auto f() -> T` of C++ has its type behind the parameters; without one, `auto` says nothing. */
function writtenType(type: string | undefined, signature: string): string | undefined {
  if (type !== "auto") return type || undefined;
  return /->\s*([^;{]{1,200})$/.exec(signature)?.[1]?.trim();
}

/** Nests, names and documents what the query marked. Locals are left out; local functions and types are marked. */
export function buildDeclarations(
  grammar: Grammar,
  text: string,
  lines: LineTable,
  marks: readonly Mark[],
  docstrings: readonly { from: number; text: string }[],
): Declaration[] {
  const ordered = [...marks].sort((a, b) => a.from - b.from || b.to - a.to || a.pattern - b.pattern);
  const declarations: Declaration[] = [];
  const open: number[] = [];
  let last: Mark | undefined;
  for (const mark of ordered) {
    while (open.length > 0 && at(declarations, at(open, -1)).to <= mark.from) open.pop();
    if (last && isBeside(last, mark)) open.pop();
    const around = open.at(-1);
    if (around !== undefined && at(declarations, around).nameFrom === mark.name.from) continue;
    const parent = mark.kind === "promoted" ? typeAround(declarations, around) : around;
    const outer = parent === undefined ? undefined : declarations[parent];
    const isLocal = outer !== undefined && (outer.local === true || callableKinds.has(outer.kind));
    if (isLocal && valueKinds.has(mark.kind)) continue;
    const declaration = build(grammar, text, lines, mark, outer, docstrings);
    declarations.push({ ...declaration, parent, local: isLocal || undefined });
    open.push(declarations.length - 1);
    last = mark;
  }
  return declarations;
}

/** `constructor(private box: Box)` declares a property of the class. */
function typeAround(declarations: readonly Declaration[], around: number | undefined): number | undefined {
  const { kind, parent } = (around === undefined ? undefined : declarations[around]) ?? {};
  return kind !== undefined && callableKinds.has(kind) ? typeAround(declarations, parent) : around;
}

/** `var a, b = 1, 2`: two names of one declaration, neither inside the other. */
function isBeside(one: Mark, other: Mark): boolean {
  return one.from === other.from && one.to === other.to && one.name.from !== other.name.from;
}

function build(
  grammar: Grammar,
  text: string,
  lines: LineTable,
  mark: Mark,
  outer: Declaration | undefined,
  docstrings: readonly { from: number; text: string }[],
): Declaration {
  const source = text.slice(mark.name.from, mark.name.to).replace(/\s+/g, "");
  const path = pathOf(source, grammar.separator);
  const name = cleanName(path.at(-1) ?? source, grammar);
  const owner = mark.owner && bareType(text.slice(mark.owner.from, mark.owner.to));
  const container = [
    outer?.qualifiedName,
    ...path.slice(0, -1).map((part) => cleanName(part, grammar)),
    owner,
  ]
    .filter(Boolean)
    .join(".");
  const kind = kindOf(grammar, mark, name, outer, container);
  const bodyFrom = mark.body?.from ?? mark.to;
  const from = outermostStart(text, mark.from);
  const header = headerOf(withoutComments(text, from, bodyFrom, grammar.lineComment));
  const parameters =
    mark.params && readParameters(text.slice(mark.params.from, mark.params.to), grammar.parameters);
  const type =
    mark.type && text.slice(mark.type.from, mark.type.to).replace(/^:\s*/, "").replace(/\s+/g, " ");
  const doc = documentation(grammar, text, from, mark, docstrings);
  return {
    kind,
    name,
    qualifiedName: container === "" ? name : `${container}.${name}`,
    container,
    signature: header.signature,
    parameters,
    labels: parameters?.map((parameter) => parameter.label),
    type: writtenType(type, header.signature),
    modifiers: header.modifiers,
    attributes: header.attributes,
    ...doc,
    from,
    to: mark.to,
    bodyFrom,
    nameFrom: mark.name.from,
    startLine: lines.lineAt(from),
    endLine: lines.lineAt(Math.max(mark.from, mark.to - 1)),
    headerLine: lines.lineAt(mark.name.from),
  };
}

function kindOf(
  grammar: Grammar,
  mark: Mark,
  name: string,
  outer: Declaration | undefined,
  container: string,
): DeclarationKind {
  const special = grammar.methodKinds?.get(name);
  const inType =
    (outer !== undefined && memberHolders.has(outer.kind)) || (mark.owner !== undefined && container !== "");
  if (mark.kind === "function" || mark.kind === "method") {
    if (special && inType) return special;
    if (inType && outer?.name === name && grammar.parameters === "type name") return "initializer";
    return inType || mark.kind === "method" ? "method" : "function";
  }
  if (mark.kind === "promoted") return "property";
  if ((mark.kind === "variable" || mark.kind === "constant") && inType) return "property";
  return isKind(mark.kind) ? mark.kind : "variable";
}

const kinds: ReadonlySet<string> = new Set(declarationKinds);

function isKind(kind: string): kind is DeclarationKind {
  return kinds.has(kind);
}

const modifierWord =
  /^(export|default|public|private|protected|internal|static|abstract|final|async|override|readonly|const|virtual|sealed|ref|partial|open|data|inline|suspend|unsafe|extern|pub(\([^)]*\))?|mutating|synchronized|native|declare|lateinit|tailrec|operator|infix|companion)\b/;

/** The text before the body; where a body begins after its first comment, that is not part of the header. */
function withoutComments(text: string, from: number, bodyFrom: number, marker: "//" | "#"): string {
  const header = text.slice(from, Math.min(bodyFrom, from + 1_000));
  if (!header.includes("\n")) return header;
  const plain = marker === "//" ? header.replace(/^[ \t]*#[ \t]*(?:if|else|elif|endif)\b.*$/gm, "") : header;
  return plain.replace(trailingComment[marker], "");
}

/** Quotes end the guess: the marker may be part of a string. */
const trailingComment = { "//": /(?<=\s)\/\/[^\n"'`]*$/gm, "#": /(?<=\s)#[^\n"'`]*$/gm };

function headerOf(header: string) {
  const raw = header.replace(/\s+/g, " ").trim();
  const attributes: string[] = [];
  let rest = raw;
  for (;;) {
    const attribute = /^(@[\w.]+(\((?:[^()]|\([^()]*\))*\))?|#!?\[[^\]]*\]|\[[A-Z][^\]]*\])\s*/.exec(rest);
    if (
      !attribute ||
      rest.startsWith("@interface") ||
      rest.startsWith("@implementation") ||
      rest.startsWith("@protocol")
    )
      break;
    attributes.push(attribute[1] ?? "");
    rest = rest.slice(attribute[0].length);
  }
  const modifiers: string[] = [];
  let ahead = rest;
  for (let modifier = modifierWord.exec(ahead); modifier; modifier = modifierWord.exec(ahead)) {
    modifiers.push(modifier[0]);
    ahead = ahead.slice(modifier[0].length).trimStart();
  }
  const signature = rest.replace(/\s*(\{|=>|=|:|;|->)\s*$/, "").slice(0, 400);
  return { signature, modifiers, attributes };
}

/** `export`, `const`, `attr_reader` and decorators may be outside the node that the query marks. */
function outermostStart(text: string, from: number): number {
  const lineStart = lineStartOf(text, from);
  if (lineStart === undefined) return from;
  const before = text.slice(lineStart, from);
  let start =
    /^\s*(export\s+)?(default\s+)?(declare\s+)?((const|let|var|attr_\w+)\s+)?(template\s*<[^\n]*>\s*)?$/.test(
      before,
    )
      ? lineStart + (before.length - before.trimStart().length)
      : from;
  for (;;) {
    const above = text.slice(0, lineStartOf(text, start) ?? start).trimEnd();
    const lineFrom = lineStartOf(text, above.length);
    if (lineFrom === undefined) return start;
    const line = above.slice(lineFrom);
    const gap = text.slice(above.length, start);
    if (
      (gap.match(/\n/g) ?? []).length !== 1 ||
      !/^\s*(@[\w.]+(\(.*\))?|#\[.*\]|\[[A-Z]\w*(\(.*\))?\])\s*$/.test(line)
    )
      return start;
    start = lineFrom + (line.length - line.trimStart().length);
  }
}

function documentation(
  grammar: Grammar,
  text: string,
  from: number,
  mark: Mark,
  docstrings: readonly { from: number; text: string }[],
): Pick<Declaration, "doc" | "docFrom"> {
  const above = docAbove(text, from, grammar.lineComment);
  if (above) return { doc: above.doc, docFrom: above.from };
  const { body } = mark;
  const inside = body && docstrings.find((doc) => doc.from >= body.from && doc.from < body.to);
  const isFirst = inside && text.slice(body.from, inside.from).trim() === "";
  if (!inside || !isFirst) return {};
  const doc = inside.text.replace(/^[rubfRUBF]*("""|'''|"|')/, "").replace(/("""|'''|"|')$/, "");
  return {
    doc: doc
      .split("\n")
      .map((line) => line.trim())
      .join("\n")
      .trim(),
  };
}

/** A qualified name in its parts: what is between angle brackets does not count, except in the name of an operator. */
function pathOf(name: string, separator: string): string[] {
  const operator = /\boperator(?!\w)/.exec(name)?.index ?? name.length;
  const head = withoutArguments(name.slice(0, operator)).split(separator);
  return [...head, name.slice(operator)].filter((part) => part !== "");
}

function withoutArguments(name: string): string {
  const outer = name.replace(/<[^<>]*>/g, "");
  return outer === name ? name : withoutArguments(outer);
}

function cleanName(name: string, { sigil = "" }: Grammar): string {
  const unquoted = withoutTrailing(name.replace(/^[`'"]+/, ""), "`'\"");
  const bare = sigil !== "" && unquoted.startsWith(sigil) ? unquoted.slice(sigil.length) : unquoted;
  // A conversion is named by its type: `operator bool() const`.
  const conversion = /^operator(\w[^(]*)\(/.exec(bare);
  if (conversion) return `operator ${conversion[1]}`;
  return bare.startsWith("operator") ? bare : bare.replace(/<.*$/s, "");
}

function bareType(text: string): string {
  return (
    /[A-Za-z_]\w*(?=\s*(\[.*\]|<.*>)?\s*\)?\s*$)/s.exec(text.replace(/^[(*&\s]+/, "").slice(0, 200))?.[0] ??
    ""
  );
}
