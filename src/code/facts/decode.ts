import type { Expression } from "../languages/expression.ts";
import {
  type Declaration,
  type Import,
  type Inheritance,
  nothingParsed,
  type Parameter,
  type ParsedFile,
  type ParseProblem,
  type Typing,
  type Use,
} from "../languages/language.ts";
import { declarationMark, factsVersion, parameterMark, useMark, usualName } from "./encode.ts";
import { readExpressions } from "./expressions.ts";
import { FactReader, itemAt } from "./fact-reader.ts";
import { bindings, declarationKinds, inheritanceKinds, typingKinds, useKinds } from "./kinds.ts";

/** What `encodeFacts` wrote; no bytes, damaged ones and those of another version are a file without facts. */
export function decodeFacts(bytes: Uint8Array): ParsedFile {
  if (bytes.length === 0) return nothingParsed;
  try {
    return decode(new FactReader(bytes, factsVersion));
  } catch (error) {
    if (error instanceof RangeError) return nothingParsed;
    throw error;
  }
}

function decode(from: FactReader): ParsedFile {
  const expressions = readExpressions(from);
  return {
    declarations: readDeclarations(from),
    uses: readUses(from, expressions),
    inheritances: listOf(from, readInheritance),
    imports: listOf(from, readImport),
    typings: readTypings(from, expressions),
    problems: listOf(from, readProblem),
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function listOf<T>(from: FactReader, read: (from: FactReader) => T): T[] {
  const list: T[] = [];
  for (let left = from.number(); left > 0; left--) list.push(read(from));
  return list;
}

function readDeclarations(from: FactReader): Declaration[] {
  const last = { from: 0, startLine: 0 };
  return listOf(from, () => {
    const declaration = readDeclaration(from, last.from, last.startLine);
    last.from = declaration.from;
    last.startLine = declaration.startLine;
    return declaration;
  });
}

function readDeclaration(input: FactReader, lastFrom: number, lastLine: number): Declaration {
  const mark = input.number();
  const kind = input.oneOf(declarationKinds);
  const name = input.text();
  const container = input.text();
  const qualifiedName = mark & declarationMark.ordinary ? usualName(container, name) : input.text();
  const signature = input.text();
  const modifiers = input.textList();
  const attributes = input.textList();
  const from = lastFrom + input.signed();
  const to = from + input.signed();
  const bodyFrom = from + input.signed();
  const nameFrom = from + input.signed();
  const startLine = lastLine + input.signed();
  const endLine = startLine + input.signed();
  const headerLine = startLine + input.signed();
  const found: Writable<Declaration> = {
    kind,
    name,
    qualifiedName,
    container,
    signature,
    modifiers,
    attributes,
    from,
    to,
    bodyFrom,
    nameFrom,
    startLine,
    endLine,
    headerLine,
  };
  readDetails(input, mark, found);
  return found;
}

function readDetails(input: FactReader, mark: number, found: Writable<Declaration>): void {
  const parent = input.optional();
  const labels = input.optionalTextList();
  if (parent !== undefined) found.parent = parent;
  if (labels) found.labels = labels;
  if (mark & declarationMark.parameters) found.parameters = listOf(input, readParameter);
  const type = input.optionalText();
  const doc = input.optionalText();
  const docFrom = input.optional();
  const generics = input.optionalText();
  const constraints = input.optionalText();
  if (type !== undefined) found.type = type;
  if (doc !== undefined) found.doc = doc;
  if (docFrom !== undefined) found.docFrom = docFrom;
  if (generics !== undefined) found.generics = generics;
  if (constraints !== undefined) found.constraints = constraints;
  if (mark & declarationMark.local) found.local = true;
  if (mark & declarationMark.conditions) found.conditions = input.textList();
}

function readParameter(input: FactReader): Parameter {
  const found: Writable<Parameter> = { label: input.text(), name: input.text() };
  const type = input.optionalText();
  const mark = input.number();
  if (type !== undefined) found.type = type;
  if (mark & parameterMark.hasDefault) found.hasDefault = true;
  if (mark & parameterMark.variadic) found.variadic = true;
  return found;
}

function readUses(input: FactReader, expressions: readonly Expression[]): Use[] {
  let from = 0;
  let line = 0;
  return listOf(input, () => {
    const mark = input.number();
    const kind = input.oneOf(useKinds);
    const name = input.text();
    from += input.signed();
    line += input.signed();
    const use: Writable<Use> = { kind, name, from, line };
    const owner = input.optional();
    if (owner !== undefined) use.owner = owner;
    if (mark & useMark.receiver) use.receiver = itemAt(expressions, input.number());
    if (mark & useMark.labels) use.labels = input.textList();
    if (mark & useMark.closures) use.closures = input.textList();
    if (mark & useMark.implicit) use.implicit = true;
    if (mark & useMark.conditions) use.conditions = input.textList();
    return use;
  });
}

function readInheritance(input: FactReader): Inheritance {
  const found: Writable<Inheritance> = {
    owner: input.number(),
    name: input.text(),
    text: input.text(),
    how: input.oneOf(inheritanceKinds),
    from: input.number(),
    line: input.number(),
  };
  const where = input.optionalText();
  if (where !== undefined) found.where = where;
  return found;
}

function readImport(input: FactReader): Import {
  const found: Writable<Import> = { module: input.text(), line: input.number() };
  const count = input.optional();
  if (count !== undefined) found.names = Array.from({ length: count }, () => readName(input));
  const as = input.optionalText();
  const attributes = input.optionalTextList();
  if (as !== undefined) found.as = as;
  if (attributes) found.attributes = attributes;
  return found;
}

function readName(input: FactReader): { readonly name: string; readonly as?: string } {
  const name = input.text();
  const as = input.optionalText();
  return as === undefined ? { name } : { name, as };
}

function readTypings(input: FactReader, expressions: readonly Expression[]): Typing[] {
  let from = 0;
  let line = 0;
  return listOf(input, () => {
    const kind = input.oneOf(typingKinds);
    const name = input.text();
    from += input.signed();
    const to = from + input.signed();
    line += input.signed();
    const typing: Writable<Typing> = { kind, name, from, to, line };
    const owner = input.optional();
    const type = input.optionalText();
    const value = input.optional();
    const valueLength = input.optional();
    const binds = bindings[input.number() - 1];
    if (owner !== undefined) typing.owner = owner;
    if (type !== undefined) typing.type = type;
    if (value !== undefined) typing.value = itemAt(expressions, value);
    if (valueLength !== undefined) typing.valueTo = from + valueLength;
    if (binds) typing.binds = binds;
    return typing;
  });
}

function readProblem(input: FactReader): ParseProblem {
  return { line: input.number(), message: input.text() };
}
