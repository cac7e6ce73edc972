import { isMap, isSeq, type YAMLMap } from "yaml";
import { fault } from "../../kernel/fault.ts";
import { isRecord, type Json } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { type DataEdit, editData } from "./data-edit.ts";
import { sameData } from "./yaml-data.ts";
import { dashOffset, entryAt, isUnwritten, pairStart } from "./yaml-nodes.ts";
import { readYamlMapping, type YamlMapping, type YamlPath } from "./yaml-read.ts";
import { type Layout, renderPair } from "./yaml-render.ts";
import {
  applySplices,
  columnOf,
  insertItem,
  insertKey,
  removeEntry,
  replaceValue,
  rewriteValue,
  type Splice,
} from "./yaml-splice.ts";

/**
 * Changes YAML text so that only the lines of the edited fields differ. Each edit is planned on the source,
 * then the result is parsed and must be exactly the intended data; where it is not (a list behind an anchor, a
 * tag that no longer fits), the whole field is rewritten, and if that fails the edit is refused.
 */
export function editYaml(text: string, edits: readonly DataEdit[], ending: string): Result<string> {
  let current = text;
  for (const edit of edits) {
    const next = applyEdit(current, edit, ending);
    if (!next.ok) return next;
    current = next.value;
  }
  return ok(current);
}

function applyEdit(text: string, edit: DataEdit, ending: string): Result<string> {
  const reading = readYamlMapping(text);
  if (!reading.ok) return fail(unreadable(reading.problems[0].message));
  const { mapping } = reading;
  const wanted = editData(mapping.data, edit);
  if (!wanted.ok || sameData(wanted.value, mapping.data)) return wanted.ok ? ok(text) : wanted;
  const layout = { ending, dashIndent: dashIndentOf(mapping) };
  for (const plan of [planEdit, planRewrite]) {
    const edited = applySplices(text, plan(mapping, edit, wanted.value, layout));
    if (holds(edited, wanted.value, mapping.problems.length)) return ok(edited);
  }
  return fail(notInPlace(edit.path));
}

function holds(text: string, wanted: unknown, problems: number): boolean {
  const reading = readYamlMapping(text);
  if (!reading.ok || reading.mapping.problems.length > problems) return false;
  return sameData(reading.mapping.data, wanted);
}

function planEdit(mapping: YamlMapping, edit: DataEdit, wanted: unknown, layout: Layout): Splice[] {
  switch (edit.op) {
    case "set":
      return planSet(mapping, edit.path, edit.value, layout);
    case "remove":
      return planRemove(mapping, edit.path, layout);
    case "add-item": {
      const node = entryAt(mapping.document.contents, edit.path)?.node;
      if (isSeq(node) && (node.items.length > 0 || node.flow === true)) {
        return insertItem(node, edit.value, mapping.source, layout);
      }
      return planSet(mapping, edit.path, [edit.value], layout);
    }
    case "remove-item":
      return planRemoveItems(mapping, edit.path, edit.value, wanted, layout);
  }
}

function planSet(mapping: YamlMapping, path: YamlPath, value: Json, layout: Layout): Splice[] {
  const { source } = mapping;
  const { contents } = mapping.document;
  let depth = path.length;
  while (depth > 0 && entryAt(contents, path.slice(0, depth)) === undefined) depth--;
  const entry = entryAt(contents, path.slice(0, depth));
  if (entry === undefined)
    return insertAtRoot(mapping, String(path[0]), nested(path.slice(1), value), layout);
  if (depth < path.length && isMap(entry.node) && !isUnwritten(entry.node)) {
    return insertKey(entry.node, String(path[depth]), nested(path.slice(depth + 1), value), source, layout);
  }
  return replaceValue(entry, nested(path.slice(depth), value), source, layout);
}

/** A new field goes to the very end of the block, after any comments. */
function insertAtRoot(mapping: YamlMapping, key: string, value: Json, layout: Layout): Splice[] {
  const { source } = mapping;
  const root: unknown = mapping.document.contents;
  if (isMap(root) && root.flow === true) return insertKey(root, key, value, source, layout);
  const column = isMap(root) ? firstColumn(root, source) : 0;
  const pair = " ".repeat(column) + renderPair(key, value, column, layout) + layout.ending;
  const lead = source === "" || source.endsWith("\n") ? "" : layout.ending;
  return [{ start: source.length, end: source.length, text: lead + pair }];
}

function planRemove(mapping: YamlMapping, path: YamlPath, layout: Layout): Splice[] {
  const { source } = mapping;
  const entry = entryAt(mapping.document.contents, path);
  if (entry === undefined) return [];
  const collection = entry.in === "map" ? entry.map : entry.seq;
  const parent = entryAt(mapping.document.contents, path.slice(0, -1));
  if (parent === undefined || collection.flow === true || collection.items.length > 1)
    return removeEntry(entry, source);
  return replaceValue(parent, entry.in === "map" ? {} : [], source, layout);
}

function planRemoveItems(
  mapping: YamlMapping,
  path: YamlPath,
  value: Json,
  wanted: unknown,
  layout: Layout,
): Splice[] {
  const { source } = mapping;
  const entry = entryAt(mapping.document.contents, path);
  const items = dataAt(mapping.data, path);
  const left = dataAt(wanted, path);
  if (entry === undefined || !Array.isArray(items) || !isSeq(entry.node)) return [];
  if (Array.isArray(left) && left.length === 0) return replaceValue(entry, [], source, layout);
  const gone = items.flatMap((item, index) => (sameData(item, value) ? [index] : []));
  // Adjacent items in brackets share a comma, so more than one at once could overlap; the field is rewritten then.
  if (entry.node.flow === true && gone.length > 1) return [];
  return gone.flatMap((index) => {
    const item = entryAt(mapping.document.contents, [...path, index]);
    return item === undefined ? [] : removeEntry(item, source);
  });
}

/** The field that holds the edited value, rewritten as a whole. */
function planRewrite(mapping: YamlMapping, edit: DataEdit, wanted: unknown, layout: Layout): Splice[] {
  const entry = entryAt(mapping.document.contents, edit.path.slice(0, 1));
  if (entry === undefined) return [];
  const value = dataAt(wanted, edit.path.slice(0, 1));
  if (isJson(value)) return rewriteValue(entry, value, mapping.source, layout);
  // With the blank lines after it: a `|+` before the field would take them as its own.
  return removeEntry(entry, mapping.source).map((splice) => {
    const blank = /^(?:[ \t]*\r?\n)+/.exec(mapping.source.slice(splice.end))?.[0] ?? "";
    return { ...splice, end: splice.end + blank.length };
  });
}

function nested(path: YamlPath, value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [String(key)]: inner }), value);
}

function dataAt(data: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isRecord(value) && Object.hasOwn(value, String(step)) ? value[String(step)] : undefined;
  }, data);
}

function isJson(value: unknown): value is Json {
  return value !== undefined;
}

/** How the lists of this text are indented; two columns where it has none. */
function dashIndentOf(mapping: YamlMapping): number {
  const root: unknown = mapping.document.contents;
  if (!isMap(root) || root.flow === true) return 2;
  for (const pair of root.items) {
    if (!isSeq(pair.value) || pair.value.flow === true || pair.value.items.length === 0) continue;
    const indent =
      columnOf(mapping.source, dashOffset(pair.value, 0)) - columnOf(mapping.source, pairStart(pair));
    return indent < 0 ? 2 : indent;
  }
  return 2;
}

function firstColumn(map: YAMLMap, source: string): number {
  const first = map.items[0];
  return first === undefined ? 0 : columnOf(source, pairStart(first));
}

function unreadable(message: string) {
  return fault(
    "invalid_front_matter",
    `The front matter cannot be read: ${message}`,
    "Correct the YAML first.",
  );
}

function notInPlace(path: YamlPath) {
  const field = `\`${path.join(".")}\``;
  const message = `${field} is written in a way that cannot be changed in place, such as an anchor or a tag.`;
  return fault("invalid_front_matter", message, "Change this field by hand.", {
    subject: { field: path.join(".") },
  });
}
