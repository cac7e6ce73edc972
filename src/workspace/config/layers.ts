import { didYouMean } from "../../kernel/nearest.ts";
import { sortedBy } from "../../kernel/order.ts";
import { type KeyShape, keyPaths, shapeAt } from "./schema.ts";
import { isTable, lineOfKey, parseTomlValue, type Table } from "./toml.ts";

/** One source of settings. A later layer overrides an earlier one. */
export interface Layer {
  readonly kind: "user" | "project" | "environment" | "flag";
  readonly table: Table;
  /** Where a key of this layer was set: a file, a variable or a flag. */
  readonly sourceOf: (path: readonly string[]) => string;
  /** The text of the file, for line numbers. */
  readonly text?: string;
}

/** Who set a value. */
export interface Origin {
  readonly layer: Layer["kind"];
  readonly source: string;
  readonly line?: number;
}

export interface ConfigWarning {
  readonly message: string;
  readonly key: string;
  readonly origin: Origin;
}

/** The values of a section from all layers, with the layer that set each one. Keys are dotted paths. */
export interface Merged {
  readonly value: Table;
  readonly setBy: ReadonlyMap<string, Layer>;
}

/** Merges tables key by key; anything else, lists too, is replaced by the later layer. */
export function mergeSection(section: string, layers: readonly Layer[]): Merged {
  const tree: Tree = new Map();
  const setBy = new Map<string, Layer>();
  for (const layer of layers) {
    const table = layer.table[section];
    if (isTable(table)) mergeInto(tree, table, { layer, above: "", setBy });
  }
  return { value: toTable(tree), setBy };
}

type Tree = Map<string, unknown>;

function mergeInto(
  tree: Tree,
  table: Table,
  target: { readonly layer: Layer; readonly above: string; readonly setBy: Map<string, Layer> },
): void {
  const { layer, above, setBy } = target;
  for (const [key, value] of Object.entries(table)) {
    if (value === undefined) continue;
    const path = above === "" ? key : `${above}.${key}`;
    const before = tree.get(key);
    if (!isTable(value)) {
      if (before !== undefined) forget(setBy, path);
      setBy.set(path, layer);
      tree.set(key, value);
      continue;
    }
    if (before !== undefined && !(before instanceof Map)) forget(setBy, path);
    const branch: Tree = before instanceof Map ? before : new Map();
    tree.set(key, branch);
    mergeInto(branch, value, { layer, above: path, setBy });
  }
}

/** Replacing a value also replaces everything below it. */
function forget(setBy: Map<string, Layer>, path: string): void {
  for (const name of [...setBy.keys()]) {
    if (name === path || name.startsWith(`${path}.`)) setBy.delete(name);
  }
}

function toTable(tree: Tree): Table {
  return Object.fromEntries(
    [...tree].map(([key, value]) => [key, value instanceof Map ? toTable(value) : value]),
  );
}

export function originOf(layer: Layer, path: readonly string[]): Origin {
  const line = layer.text === undefined ? undefined : lineOfKey(layer.text, path);
  return { layer: layer.kind, source: layer.sourceOf(path), line };
}

/** `hewto.toml:7`, or the name of the variable or flag. */
export function originText(origin: Origin): string {
  return origin.line === undefined ? origin.source : `${origin.source}:${origin.line}`;
}

/**
 * The layer of `HEWTO_<SECTION>_<KEY>` variables that match a section's schema, and warnings for those that do not.
 * Variables of an earlier program can also be written with two underscores (`SPEC_TUI__MCP__COMMAND`).
 */
export function environmentLayer(
  section: string,
  shape: KeyShape,
  env: NodeJS.ProcessEnv,
  program = "hewto",
): { readonly layer: Layer; readonly warnings: ConfigWarning[] } {
  const prefix = variableName([program, section, ""]);
  const pathByVariable = new Map(
    keyPaths(shape).map((path) => [variableName([program, section, ...path]), path]),
  );
  const isOurs = program === "hewto";
  const names = new Map<string, string>();
  const warnings: ConfigWarning[] = [];
  let table: Table = {};
  for (const [name, text] of sortedBy(Object.entries(env), ([name]) => name)) {
    const plain = isOurs ? name : name.replaceAll("__", "_");
    if (!plain.startsWith(prefix) || text === undefined || text === "") continue;
    const path = pathByVariable.get(plain);
    if (path === undefined) {
      warnings.push(unknownVariable(section, name, prefix, pathByVariable.keys()));
      continue;
    }
    names.set(path.join("."), name);
    table = setIn(table, path, readVariable(text, shapeAt(shape, path)));
  }
  const sourceOf = ([, ...path]: readonly string[]) => names.get(path.join(".")) ?? prefix;
  return { layer: { kind: "environment", table: { [section]: table }, sourceOf }, warnings };
}

function unknownVariable(
  section: string,
  name: string,
  prefix: string,
  variables: Iterable<string>,
): ConfigWarning {
  const keys = [...variables].map((variable) => variable.slice(prefix.length));
  const hint = didYouMean(name.slice(prefix.length), keys).replaceAll(/`(?=\w)/g, `\`${prefix}`);
  const message = `${name} has no effect: the section [${section}] has no such key. ${hint}`.trim();
  return { message, key: name, origin: { layer: "environment", source: name } };
}

/** TOML where the text is TOML of the right type, else the text itself: `HEWTO_MCP_COMMAND=7z` needs no quotes. */
function readVariable(text: string, shape: KeyShape | undefined): unknown {
  const value = parseTomlValue(text);
  const isMisread =
    value === undefined || value instanceof Date || (shape?.takesText && typeof value !== "string");
  if (!isMisread) return value;
  return shape?.items && Array.isArray(value) ? value : text;
}

function variableName(parts: readonly string[]): string {
  return parts
    .join("_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "_");
}

function setIn(table: Table, [key = "", ...rest]: readonly string[], value: unknown): Table {
  const inner = table[key];
  return { ...table, [key]: rest.length === 0 ? value : setIn(isTable(inner) ? inner : {}, rest, value) };
}

const maxWarnings = 20;

/** The first warnings, and one that counts the rest: finding the line of each takes time. */
export function firstWarnings(
  warnings: readonly (() => ConfigWarning)[],
  { kind, sourceOf }: Layer,
  what: string,
): ConfigWarning[] {
  const first = warnings.slice(0, maxWarnings).map((warning) => warning());
  const rest = warnings.length - first.length;
  if (rest === 0) return first;
  const source = sourceOf([]);
  const message = `${source}: ${rest} more ${what} are unknown.`;
  return [...first, { message, key: source, origin: { layer: kind, source } }];
}

/** Warnings for keys that are not in the schema. */
export function unknownKeys(section: string, merged: Merged, shape: KeyShape): ConfigWarning[] {
  const byLayer = new Map<Layer, (() => ConfigWarning)[]>();
  for (const { path, near } of findUnknown(merged.value, shape, [])) {
    const dotted = path.join(".");
    const setBy =
      merged.setBy.get(dotted) ?? [...merged.setBy].find(([key]) => key.startsWith(`${dotted}.`))?.[1];
    if (setBy === undefined) continue;
    const warnings = byLayer.get(setBy) ?? [];
    warnings.push(() => unknownKey(section, path, near, setBy));
    byLayer.set(setBy, warnings);
  }
  return [...byLayer].flatMap(([layer, warnings]) => firstWarnings(warnings, layer, `keys of [${section}]`));
}

function unknownKey(
  section: string,
  path: readonly string[],
  near: readonly string[],
  layer: Layer,
): ConfigWarning {
  const origin = originOf(layer, [section, ...path]);
  const key = `${section}.${path.join(".")}`;
  const message = `${originText(origin)}: the key ${key} is unknown. ${didYouMean(path.at(-1) ?? "", near)}`;
  return { message: message.trim(), key, origin };
}

function findUnknown(
  table: Table,
  shape: KeyShape,
  above: readonly string[],
): { path: string[]; near: string[] }[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const path = [...above, key];
    const keyShape = shape.keys.get(key);
    if (keyShape === undefined) return shape.open ? [] : [{ path, near: [...shape.keys.keys()] }];
    return isTable(value) ? findUnknown(value, keyShape, path) : [];
  });
}
