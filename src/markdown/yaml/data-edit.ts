import { fault } from "../../kernel/fault.ts";
import { isRecord, type Json } from "../../kernel/json.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { sameData } from "./yaml-data.ts";
import type { YamlPath } from "./yaml-read.ts";

/**
 * A change of a mapping.
 * - `set`: writes a value, making the mappings on the way to it
 * - `remove`: takes out a key, or a list item by its index
 * - `add-item`: adds to the end of a list, made if it is missing, unless an equal item is there
 * - `remove-item`: takes out every item that equals the value
 */
export type DataEdit =
  | { readonly op: "set"; readonly path: YamlPath; readonly value: Json }
  | { readonly op: "remove"; readonly path: YamlPath }
  | { readonly op: "add-item"; readonly path: YamlPath; readonly value: Json }
  | { readonly op: "remove-item"; readonly path: YamlPath; readonly value: Json };

/** The data after an edit. Removing what is not there changes nothing; an edit that does not fit is a fault. */
export function editData(data: unknown, edit: DataEdit): Result<unknown> {
  return edit.path.length === 0 ? refused("The path of an edit names no field.") : editAt(data, edit, 0);
}

function editAt(data: unknown, edit: DataEdit, depth: number): Result<unknown> {
  const step = edit.path[depth];
  if (step === undefined) return editHere(data, edit);
  if (Array.isArray(data)) return editList(data, step, edit, depth);
  const key = String(step);
  const map = isRecord(data) ? data : {};
  const removes = edit.op === "remove" || edit.op === "remove-item";
  if (removes && !Object.hasOwn(map, key)) return ok(data);
  if (!isRecord(data) && !isNothing(data)) {
    return refused(`${nameOf(edit.path, depth)} holds a single value and so no field \`${key}\`.`);
  }
  if (edit.op === "remove" && depth === edit.path.length - 1) {
    return ok(Object.fromEntries(Object.entries(map).filter(([name]) => name !== key)));
  }
  const inner = editAt(map[key], edit, depth + 1);
  return inner.ok ? ok({ ...map, [key]: inner.value }) : inner;
}

function editList(
  list: readonly unknown[],
  step: string | number,
  edit: DataEdit,
  depth: number,
): Result<unknown> {
  if (typeof step !== "number" || !Number.isInteger(step) || step < 0 || step >= list.length) {
    const removes = edit.op === "remove" || edit.op === "remove-item";
    return removes ? ok(list) : refused(`${nameOf(edit.path, depth)} is a list without an item \`${step}\`.`);
  }
  if (edit.op === "remove" && depth === edit.path.length - 1)
    return ok(list.filter((_, index) => index !== step));
  const inner = editAt(list[step], edit, depth + 1);
  return inner.ok ? ok(list.map((item, index) => (index === step ? inner.value : item))) : inner;
}

function editHere(data: unknown, edit: DataEdit): Result<unknown> {
  if (edit.op === "set") return ok(edit.value);
  if (edit.op === "remove") return ok(data);
  if (isNothing(data)) return ok(edit.op === "add-item" ? [edit.value] : data);
  if (!Array.isArray(data)) return refused(`${nameOf(edit.path, edit.path.length)} is not a list.`);
  if (edit.op === "remove-item") return ok(data.filter((item) => !sameData(item, edit.value)));
  return ok(data.some((item) => sameData(item, edit.value)) ? data : [...data, edit.value]);
}

function isNothing(data: unknown): boolean {
  return data === null || data === undefined;
}

function refused(message: string): Failure {
  return fail(fault("invalid_argument", message, "Name a path that fits the fields of the file."));
}

function nameOf(path: YamlPath, depth: number): string {
  return depth === 0 ? "The front matter" : `\`${path.slice(0, depth).join(".")}\``;
}
