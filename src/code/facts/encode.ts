import type {
  Declaration,
  Import,
  Inheritance,
  Parameter,
  ParsedFile,
  Typing,
  Use,
} from "../languages/language.ts";
import type { ExpressionTable } from "./expressions.ts";
import { bindings, declarationKinds, inheritanceKinds, typingKinds, useKinds } from "./kinds.ts";
import { PackWriter } from "./pack.ts";
import type { RowWriter } from "./row-writer.ts";

/**
 * Raised when the layout of facts changes. The versions of parsers say when an index is rebuilt; this one makes facts
 * of another layout read as none until then.
 */
export const factsVersion = 2;

/** Facts as they are stored. `decodeFacts` reads row by row what is written here: change both, and the version. */
export function encodeFacts(parsed: ParsedFile): Uint8Array {
  const pack = new PackWriter();
  const { rows, expressions } = pack;
  writeDeclarations(rows, parsed.declarations);
  writeUses(rows, expressions, parsed.uses);
  writeInheritances(rows, parsed.inheritances);
  writeImports(rows, parsed.imports);
  writeTypings(rows, expressions, parsed.typings);
  rows.list(parsed.problems, ({ line, message }) => {
    rows.number(line);
    rows.text(message);
  });
  return pack.done(factsVersion);
}

/** Which optional fields follow, and whether the qualified name is made of container and name. */
export const declarationMark = { local: 1, ordinary: 2, parameters: 4, conditions: 8 } as const;

function writeDeclarations(out: RowWriter, declarations: readonly Declaration[]): void {
  out.number(declarations.length);
  let from = 0;
  let line = 0;
  for (const each of declarations) {
    const { name, container, qualifiedName } = each;
    const isOrdinary = isUsualName(qualifiedName, container, name);
    const { local, ordinary, parameters, conditions } = declarationMark;
    out.number(
      (each.local ? local : 0) |
        (isOrdinary ? ordinary : 0) |
        (each.parameters ? parameters : 0) |
        (each.conditions ? conditions : 0),
    );
    out.oneOf(declarationKinds, each.kind);
    out.text(name);
    out.text(container);
    if (!isOrdinary) out.text(qualifiedName);
    out.text(each.signature);
    out.textList(each.modifiers);
    out.textList(each.attributes);
    out.signed(each.from - from);
    out.signed(each.to - each.from);
    out.signed(each.bodyFrom - each.from);
    out.signed(each.nameFrom - each.from);
    out.signed(each.startLine - line);
    out.signed(each.endLine - each.startLine);
    out.signed(each.headerLine - each.startLine);
    out.optional(each.parent);
    out.optionalTextList(each.labels);
    if (each.parameters) writeParameters(out, each.parameters);
    out.optionalText(each.type);
    out.optionalText(each.doc);
    out.optional(each.docFrom);
    out.optionalText(each.generics);
    out.optionalText(each.constraints);
    if (each.conditions) out.textList(each.conditions);
    ({ from, startLine: line } = each);
  }
}

export function usualName(container: string, name: string): string {
  return container === "" ? name : `${container}.${name}`;
}

/** Whether it equals `usualName`, without building it. */
function isUsualName(qualified: string, container: string, name: string): boolean {
  if (container === "") return qualified === name;
  if (qualified.length !== container.length + 1 + name.length) return false;
  return qualified[container.length] === "." && qualified.startsWith(container) && qualified.endsWith(name);
}

export const parameterMark = { hasDefault: 1, variadic: 2 } as const;

export function writeParameters(out: RowWriter, parameters: readonly Parameter[]): void {
  out.number(parameters.length);
  for (const { label, name, type, hasDefault, variadic } of parameters) {
    out.text(label);
    out.text(name);
    out.optionalText(type);
    out.number((hasDefault ? parameterMark.hasDefault : 0) | (variadic ? parameterMark.variadic : 0));
  }
}

export const useMark = { receiver: 1, labels: 2, closures: 4, implicit: 8, conditions: 16 } as const;

function writeUses(out: RowWriter, expressions: ExpressionTable, uses: readonly Use[]): void {
  out.number(uses.length);
  let from = 0;
  let line = 0;
  for (const use of uses) {
    const { receiver, labels, closures, conditions } = use;
    out.number(
      (receiver ? useMark.receiver : 0) |
        (labels ? useMark.labels : 0) |
        (closures ? useMark.closures : 0) |
        (use.implicit ? useMark.implicit : 0) |
        (conditions ? useMark.conditions : 0),
    );
    out.oneOf(useKinds, use.kind);
    out.text(use.name);
    out.signed(use.from - from);
    out.signed(use.line - line);
    out.optional(use.owner);
    if (receiver) out.number(expressions.numberOf(receiver));
    if (labels) out.textList(labels);
    if (closures) out.textList(closures);
    if (conditions) out.textList(conditions);
    ({ from, line } = use);
  }
}

export function writeInheritances(out: RowWriter, inheritances: readonly Inheritance[]): void {
  out.number(inheritances.length);
  for (const { owner, name, text, how, from, line, where } of inheritances) {
    out.number(owner);
    out.text(name);
    out.text(text);
    out.oneOf(inheritanceKinds, how);
    out.number(from);
    out.number(line);
    out.optionalText(where);
  }
}

export function writeImports(out: RowWriter, imports: readonly Import[]): void {
  out.number(imports.length);
  for (const { module, line, names, as, attributes } of imports) {
    out.text(module);
    out.number(line);
    out.optional(names?.length);
    if (names)
      for (const each of names) {
        out.text(each.name);
        out.optionalText(each.as);
      }
    out.optionalText(as);
    out.optionalTextList(attributes);
  }
}

function writeTypings(out: RowWriter, expressions: ExpressionTable, typings: readonly Typing[]): void {
  out.number(typings.length);
  let from = 0;
  let line = 0;
  for (const each of typings) {
    out.oneOf(typingKinds, each.kind);
    out.text(each.name);
    out.signed(each.from - from);
    out.signed(each.to - each.from);
    out.signed(each.line - line);
    out.optional(each.owner);
    out.optionalText(each.type);
    out.optional(each.value && expressions.numberOf(each.value));
    out.optional(each.valueTo === undefined ? undefined : each.valueTo - each.from);
    out.optionalOneOf(bindings, each.binds);
    ({ from, line } = each);
  }
}
