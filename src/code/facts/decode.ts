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
import { bindings, declarationKinds, inheritanceKinds, typingKinds, useKinds } from "./kinds.ts";
import { openPack, type Pack } from "./pack.ts";
import { itemAt, type RowReader } from "./row-reader.ts";

/** What `encodeFacts` wrote; no bytes, damaged ones and those of another version are a file without facts. */
export function decodeFacts(bytes: Uint8Array): ParsedFile {
  if (bytes.length === 0) return nothingParsed;
  try {
    return decode(openPack(bytes, factsVersion));
  } catch (error) {
    if (error instanceof RangeError) return nothingParsed;
    throw error;
  }
}

function decode({ rows, expressions }: Pack): ParsedFile {
  return {
    declarations: readDeclarations(rows),
    uses: readUses(rows, expressions),
    inheritances: rows.list(readInheritance),
    imports: rows.list(readImport),
    typings: readTypings(rows, expressions),
    problems: rows.list(readProblem),
  };
}

function readDeclarations(input: RowReader): Declaration[] {
  let from = 0;
  let startLine = 0;
  return input.list(() => {
    const declaration = readDeclaration(input, from, startLine);
    ({ from, startLine } = declaration);
    return declaration;
  });
}

// The fields of each row are read in the order in which they were written.

function readDeclaration(input: RowReader, lastFrom: number, lastLine: number): Declaration {
  const mark = input.number();
  const kind = input.oneOf(declarationKinds);
  const name = input.text();
  const container = input.text();
  const qualifiedName = mark & declarationMark.ordinary ? usualName(container, name) : input.text();
  const signature = input.text();
  const modifiers = shared(input.textList());
  const attributes = shared(input.textList());
  const from = lastFrom + input.signed();
  const to = from + input.signed();
  const bodyFrom = from + input.signed();
  const nameFrom = from + input.signed();
  const startLine = lastLine + input.signed();
  return {
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
    endLine: startLine + input.signed(),
    headerLine: startLine + input.signed(),
    parent: input.optional(),
    labels: shared(input.optionalTextList()),
    parameters: mark & declarationMark.parameters ? input.list(readParameter) : undefined,
    type: input.optionalText(),
    doc: input.optionalText(),
    docFrom: input.optional(),
    generics: input.optionalText(),
    constraints: input.optionalText(),
    local: mark & declarationMark.local ? true : undefined,
    conditions: mark & declarationMark.conditions ? input.textList() : undefined,
  };
}

/** Short lists that many declarations have: `public static`, no labels at all. */
const lists = new Map<string, readonly string[]>();
const maxLists = 5_000;

/** The same list for the same texts, which saves a fifth of the memory of all declarations. */
function shared<T extends readonly string[] | undefined>(list: T): T | readonly string[] {
  if (list === undefined || list.length > 4) return list;
  const key = list.join("\0");
  const known = lists.get(key);
  if (known && known.length === list.length) return known;
  if (lists.size >= maxLists || key.length > 80) return list;
  lists.set(key, list);
  return list;
}

export function readParameter(input: RowReader): Parameter {
  const label = input.text();
  const name = input.text();
  const type = input.optionalText();
  const mark = input.number();
  return {
    label,
    name,
    type,
    hasDefault: mark & parameterMark.hasDefault ? true : undefined,
    variadic: mark & parameterMark.variadic ? true : undefined,
  };
}

function readUses(input: RowReader, expressions: readonly Expression[]): Use[] {
  let from = 0;
  let line = 0;
  return input.list(() => {
    const mark = input.number();
    const kind = input.oneOf(useKinds);
    const name = input.text();
    from += input.signed();
    line += input.signed();
    return {
      kind,
      name,
      from,
      line,
      owner: input.optional(),
      receiver: mark & useMark.receiver ? itemAt(expressions, input.number()) : undefined,
      labels: mark & useMark.labels ? input.textList() : undefined,
      closures: mark & useMark.closures ? input.textList() : undefined,
      implicit: mark & useMark.implicit ? true : undefined,
      conditions: mark & useMark.conditions ? input.textList() : undefined,
    };
  });
}

export function readInheritance(input: RowReader): Inheritance {
  return {
    owner: input.number(),
    name: input.text(),
    text: input.text(),
    how: input.oneOf(inheritanceKinds),
    from: input.number(),
    line: input.number(),
    where: input.optionalText(),
  };
}

export function readImport(input: RowReader): Import {
  return {
    module: input.text(),
    line: input.number(),
    names: input.optionalList((row) => ({ name: row.text(), as: row.optionalText() })),
    as: input.optionalText(),
    attributes: input.optionalTextList(),
  };
}

function readTypings(input: RowReader, expressions: readonly Expression[]): Typing[] {
  let from = 0;
  let line = 0;
  return input.list(() => {
    const kind = input.oneOf(typingKinds);
    const name = input.text();
    from += input.signed();
    const to = from + input.signed();
    line += input.signed();
    const owner = input.optional();
    const type = input.optionalText();
    const value = input.optional();
    const valueLength = input.optional();
    return {
      kind,
      name,
      from,
      to,
      line,
      owner,
      type,
      value: value === undefined ? undefined : itemAt(expressions, value),
      valueTo: valueLength === undefined ? undefined : from + valueLength,
      binds: input.optionalOneOf(bindings),
    };
  });
}

function readProblem(input: RowReader): ParseProblem {
  return { line: input.number(), message: input.text() };
}
