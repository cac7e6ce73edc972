import type { Node, QueryMatch } from "web-tree-sitter";
import { at } from "../../../kernel/array.ts";
import { lineTable } from "../../text/lines.ts";
import { isWordUnit } from "../../text/words.ts";
import { memberExpression } from "../expression.ts";
import {
  type Declaration,
  type Import,
  type Inheritance,
  nothingParsed,
  type ParsedFile,
  type Typing,
  type Use,
} from "../language.ts";
import { buildDeclarations, type Mark, type Place } from "./declarations.ts";
import { ExpressionReader } from "./expressions.ts";
import type { Grammar } from "./grammar.ts";
import type { LoadedGrammar } from "./runtime.ts";
import { calleeInTokens } from "./token-trees.ts";

/**
 * Parses one text with a loaded grammar. Trees live outside the garbage collector, so they are freed here. Some
 * texts that are not code at all take tree-sitter hours; those are given up, and searched as plain text.
 */
export function parseWith(grammar: Grammar, { parser, query }: LoadedGrammar, text: string): ParsedFile {
  if (isHopeless(text)) return givenUp;
  const options = { progressCallback: timeLimit(minMs + text.length * msPerCharacter) };
  const tree = parser.parse(grammar.readable?.(text) ?? text, null, options);
  if (!tree) {
    parser.reset();
    return givenUp;
  }
  try {
    const matches = query.matches(tree.rootNode, options);
    if (options.progressCallback()) return givenUp;
    const problems = tree.rootNode.hasError
      ? [{ line: 1, message: "parts of the file are not understood" }]
      : [];
    const facts = factsOf(grammar, text, matches);
    return facts.declarations.length > maxDeclarations ? givenUp : { ...facts, problems };
  } finally {
    tree.delete();
  }
}

/** Whether the time is over, by the clock and by the processor: a busy machine must not lose files that parse. */
function timeLimit(allowedMs: number): () => boolean {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => performance.now() - started > allowedMs && process.cpuUsage(before).user / 1000 > allowedMs;
}

/** A megabyte of code takes a second or two, so that a busy machine has several times what it needs. */
const minMs = 2000;
const msPerCharacter = 0.008;
/** What declares more than this is data. */
const maxDeclarations = 20_000;
const maxNesting = 3_000;
const maxUnclosed = 300;
const maxAngles = 200;

/** Whether brackets, type arguments or comments are opened by the hundred and never closed. */
export function isHopeless(text: string): boolean {
  let depth = 0;
  let angles = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 60) angles++;
    else if (!isWordUnit(unit) && unit > 32) angles = 0;
    if (angles > maxAngles) return true;
    if (unit === 40 || unit === 91 || unit === 123) depth++;
    else if (unit === 41 || unit === 93 || unit === 125) depth = Math.max(0, depth - 1);
    if (depth > maxNesting) return true;
  }
  const rest = text.slice(text.lastIndexOf("*/") + 1);
  return rest.split("/*", maxUnclosed + 2).length > maxUnclosed;
}

const givenUp: ParsedFile = {
  ...nothingParsed,
  isGivenUp: true,
  problems: [{ line: 1, message: "the parser gave up" }],
};

type Captures = Readonly<Record<string, Node>>;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function factsOf(grammar: Grammar, text: string, matches: readonly QueryMatch[]): ParsedFile {
  const lines = lineTable(text);
  const all = matches.map(({ captures }) =>
    Object.fromEntries(captures.map(({ name, node }) => [name, node])),
  );
  const blocks = outermost(all.flatMap(({ block }) => (block ? [placeOf(block)] : [])));
  const marks = all
    .flatMap((captures, index) => marksOf(captures, at(matches, index).patternIndex))
    .filter(({ kind, from }) => kind !== "variable" || !isInside(blocks, from));
  const docstrings = all.flatMap(({ doc }) => (doc ? [{ from: doc.startIndex, text: doc.text }] : []));
  const declarations = buildDeclarations(grammar, text, lines, marks, docstrings);
  const owners = new Owners(declarations);
  const reader = new ExpressionReader(grammar);
  const uses: Use[] = [];
  const inheritances: Inheritance[] = [];
  const imports: Import[] = [];
  for (const captures of all) {
    const use = useOf(reader, captures, owners);
    if (use) uses.push(use);
    const inheritance = inheritanceOf(captures, owners, declarations);
    if (inheritance) inheritances.push(inheritance);
    if (captures.import) imports.push(...importsOf(grammar, captures.import));
    if (captures.package) imports.push(packageOf(captures.package));
  }
  uses.sort((a, b) => a.from - b.from);
  const typings = [
    ...declarations.flatMap((declaration, owner) => parameterTypings(declaration, owner)),
    ...all.flatMap((captures) => localTyping(captures, reader, owners, declarations)),
    ...all.flatMap((captures) => propertyTyping(captures, reader, owners)),
  ];
  return { declarations, uses: withoutRepeats(uses), inheritances, imports, typings, problems: [] };
}

function marksOf(captures: Captures, pattern: number): Mark[] {
  for (const [name, node] of Object.entries(captures)) {
    if (!name.startsWith("d.") || !captures.name) continue;
    const { body, params, type, owner } = captures;
    return [
      {
        kind: name.slice(2),
        pattern,
        ...placeOf(node),
        name: placeOf(captures.name),
        body: body && placeOf(body),
        params: params && placeOf(params),
        type: type && placeOf(type),
        owner: owner && placeOf(owner),
      },
    ];
  }
  return [];
}

function placeOf(node: Node): Place {
  return { from: node.startIndex, to: node.endIndex };
}

/** Places that are in no other, in order. */
function outermost(places: Place[]): Place[] {
  const outer: Place[] = [];
  for (const place of places.sort((a, b) => a.from - b.from || b.to - a.to))
    if (place.from >= (outer.at(-1)?.to ?? 0)) outer.push(place);
  return outer;
}

function isInside(places: readonly Place[], place: number): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(places, middle).from <= place) low = middle + 1;
    else high = middle;
  }
  return low > 0 && place < at(places, low - 1).to;
}

function useOf(reader: ExpressionReader, captures: Captures, owners: Owners): Use | undefined {
  const { call, receiver, args, typeref, tokencall } = captures;
  if (tokencall && args) return tokenUse(tokencall, args, owners);
  const node = call ?? typeref;
  if (!node) return undefined;
  const from = node.startIndex;
  const owner = owners.at(from);
  const place = { from, line: node.startPosition.row + 1, owner };
  if (!call) return { kind: "type", name: node.text, ...place };
  const callee = reader.callee(call, receiver);
  const use: Writable<Use> = { kind: "call", name: callee.name, ...place };
  if (callee.receiver) use.receiver = callee.receiver;
  if (args) use.labels = reader.labels(args);
  return use;
}

/** A call among the arguments of a macro. */
function tokenUse(name: Node, args: Node, owners: Owners): Use | undefined {
  const callee = calleeInTokens(name, args);
  if (!callee) return undefined;
  const from = name.startIndex;
  return { kind: "call", ...callee, from, line: name.startPosition.row + 1, owner: owners.at(from) };
}

function inheritanceOf(
  { super: base }: Captures,
  owners: Owners,
  declarations: readonly Declaration[],
): Inheritance | undefined {
  if (!base) return undefined;
  const owner = owners.at(base.startIndex);
  if (owner === undefined) return undefined;
  const text = base.text.replace(/\s+/g, " ");
  const name = text.replace(/[<([{].*$/s, "").trim();
  const how = declarations[owner]?.kind === "extension" ? "extension" : "clause";
  return { owner, name, text, how, from: base.startIndex, line: base.startPosition.row + 1 };
}

function importsOf(grammar: Grammar, node: Node): Import[] {
  const line = node.startPosition.row + 1;
  return grammar.readImport(node.text).map((entry) => ({ ...entry, line }));
}

/** The package or namespace that the file itself is in. */
function packageOf(name: Node): Import {
  const module = name.text.replaceAll("\\", ".").replace(/\s+/g, "");
  return { module, attributes: ["package"], line: name.startPosition.row + 1 };
}

function parameterTypings(declaration: Declaration, owner: number): Typing[] {
  const { parameters = [], bodyFrom: from, to, headerLine: line } = declaration;
  return parameters.flatMap(({ name, type }) =>
    // `this Lamp lamp` of an extension method in C#.
    type
      ? [{ kind: "parameter" as const, name, type: type.replace(/^this /, ""), owner, from, to, line }]
      : [],
  );
}

/** A local variable with its initial value or its type, and the receiver of a method outside its type. */
function localTyping(
  { self, owner: type, local, localtype, value, first }: Captures,
  reader: ExpressionReader,
  owners: Owners,
  declarations: readonly Declaration[],
): Typing[] {
  const node = local ?? self ?? first;
  const owner = node && owners.at(node.startIndex);
  const around = owner === undefined ? undefined : declarations[owner];
  if (!node || owner === undefined || !around || !scopes.has(around.kind)) return [];
  const typeText = (self ? type : localtype)?.text.replace(/^[*&:\s]+/, "");
  const typing: Writable<Typing> = {
    kind: self ? "parameter" : "local",
    name: node.text,
    owner,
    from: node.startIndex,
    to: around.to,
    line: node.startPosition.row + 1,
  };
  if (typeText !== undefined) return [{ ...typing, type: typeText }];
  // A module that is bound to a variable is an import.
  if (!value || /^(await\s+import|require)\s*\(/.test(value.text)) return [];
  const read = reader.read(value);
  // `a, err := load()` gives the first of several results.
  const bound = first && read.kind === "call" ? memberExpression(read, "0") : read;
  return [{ ...typing, value: bound, valueTo: value.endIndex }];
}

/** A property, constant or variable without a written type, with its initial value. */
function propertyTyping(
  { name, body, type, "d.property": property, ...rest }: Captures,
  reader: ExpressionReader,
  owners: Owners,
): Typing[] {
  const node = property ?? rest["d.promoted"] ?? rest["d.constant"] ?? rest["d.variable"];
  const owner = name && owners.at(name.startIndex);
  if (!node || !name || !body || type || owner === undefined) return [];
  const value = reader.read(body);
  if (value.kind !== "call" && value.kind !== "new" && value.kind !== "cast") return [];
  const [from, to, valueTo] = [name.startIndex, node.endIndex, body.endIndex];
  return [
    { kind: "property", name: name.text, owner, from, to, line: name.startPosition.row + 1, value, valueTo },
  ];
}

const scopes: ReadonlySet<string> = new Set(["function", "method", "initializer", "deinitializer", "block"]);

/** Two patterns may mark one place; the first, which knows more, wins. */
function withoutRepeats(uses: readonly Use[]): Use[] {
  return uses.filter((use, at) => {
    const before = uses[at - 1];
    return !before || before.from !== use.from || before.kind !== use.kind;
  });
}

/** Finds the innermost declaration around a place. Declarations are in source order and nest. */
class Owners {
  readonly #declarations: readonly Declaration[];
  /** What is around each in the text: the parent, except for a property that a constructor's parameter declares. */
  readonly #around: (number | undefined)[] = [];

  constructor(declarations: readonly Declaration[]) {
    this.#declarations = declarations;
    const open: number[] = [];
    for (const [index, { from }] of declarations.entries()) {
      while (open.length > 0 && at(declarations, at(open, -1)).to <= from) open.pop();
      this.#around.push(open.at(-1));
      open.push(index);
    }
  }

  at(place: number): number | undefined {
    let low = 0;
    let high = this.#declarations.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const declaration = this.#declarations[middle];
      if (declaration !== undefined && declaration.from <= place) low = middle + 1;
      else high = middle;
    }
    let index: number | undefined = low - 1;
    while (index !== undefined && index >= 0) {
      if (place < at(this.#declarations, index).to) return index;
      index = this.#around[index];
    }
    return undefined;
  }
}
