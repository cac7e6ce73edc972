import { readImport, readInheritance, readParameter } from "../../facts/decode.ts";
import { writeImports, writeInheritances, writeParameters } from "../../facts/encode.ts";
import type { Pack, PackWriter } from "../../facts/pack.ts";
import { itemAt } from "../../facts/row-reader.ts";
import { declarationKinds } from "../../languages/language.ts";
import { fileRoles, languageIds } from "../../store/records.ts";
import type { FileShape, SymbolShape } from "../model/shape.ts";

/** Writes the shape of a file. `readShape` reads the fields in the same order. */
export function writeShape(pack: PackWriter, shape: FileShape): void {
  const { rows } = pack;
  rows.text(shape.path);
  rows.text(shape.hash);
  rows.oneOf(languageIds, shape.language);
  rows.oneOf(fileRoles, shape.role);
  rows.list(shape.symbols, (symbol) => writeSymbol(pack, symbol));
  writeInheritances(rows, shape.inheritances);
  writeImports(rows, shape.imports);
}

export function readShape(pack: Pack): FileShape {
  const { rows } = pack;
  return {
    path: rows.text(),
    hash: rows.text(),
    language: rows.oneOf(languageIds),
    role: rows.oneOf(fileRoles),
    symbols: rows.list(() => readSymbol(pack)),
    inheritances: rows.list(readInheritance),
    imports: rows.list(readImport),
  };
}

function writeSymbol({ rows, expressions }: PackWriter, symbol: SymbolShape): void {
  rows.text(symbol.key);
  rows.oneOf(declarationKinds, symbol.kind);
  rows.text(symbol.name);
  rows.text(symbol.qualifiedName);
  rows.optional(symbol.parent);
  rows.text(symbol.signature);
  rows.optionalTextList(symbol.labels);
  writeParameters(rows, symbol.parameters ?? []);
  rows.optionalText(symbol.type);
  rows.optional(symbol.value && expressions.numberOf(symbol.value));
  rows.optionalText(symbol.generics);
  rows.optionalText(symbol.constraints);
  rows.textList(symbol.modifiers);
  rows.textList(symbol.attributes);
  rows.number(symbol.local ? 1 : 0);
  rows.optionalTextList(symbol.conditions);
  rows.number(symbol.from);
  rows.number(symbol.line);
  rows.number(symbol.endLine);
}

function readSymbol({ rows, expressions }: Pack): SymbolShape {
  const key = rows.text();
  const kind = rows.oneOf(declarationKinds);
  const name = rows.text();
  const qualifiedName = rows.text();
  const parent = rows.optional();
  const signature = rows.text();
  const labels = rows.optionalTextList();
  const parameters = rows.list(readParameter);
  const type = rows.optionalText();
  const value = rows.optional();
  return {
    key,
    kind,
    name,
    qualifiedName,
    parent,
    signature,
    labels,
    parameters: parameters.length === 0 ? undefined : parameters,
    type,
    value: value === undefined ? undefined : itemAt(expressions, value),
    generics: rows.optionalText(),
    constraints: rows.optionalText(),
    modifiers: rows.textList(),
    attributes: rows.textList(),
    local: rows.number() === 1 ? true : undefined,
    conditions: rows.optionalTextList(),
    from: rows.number(),
    line: rows.number(),
    endLine: rows.number(),
  };
}
