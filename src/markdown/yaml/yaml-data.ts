import { type Alias, type Document, isAlias, isMap, isScalar, isSeq } from "yaml";
import { isRecord } from "../../kernel/json.ts";

/** Why a tree of YAML nodes is not plain data, and at which offset of its source. */
export interface DataTrouble {
  readonly rule: "yaml-alias" | "yaml-key" | "yaml-duplicate-key" | "yaml-size" | "yaml-reserved-key";
  readonly message: string;
  readonly offset: number;
}

export interface YamlData {
  readonly value: unknown;
  /** What makes the data unusable. */
  readonly errors: readonly DataTrouble[];
  /** What was left out without harm. */
  readonly warnings: readonly DataTrouble[];
}

/** Values as they are written, aliases counted once. */
const maxValues = 1000;
/** Values with each alias counted as what it stands for. */
const maxExpanded = 10_000;
const maxDepth = 64;

/**
 * Plain data from YAML nodes. Our own walk instead of `toJS`: aliases are counted as what they expand to, an
 * alias within its own anchor is an error and not an endless object, and `__proto__` never becomes a key.
 */
export function yamlData(document: Document): YamlData {
  const anchors = resolveAliases(document.contents);
  if (anchors === undefined) {
    const message = `It holds more than ${maxValues.toLocaleString("en-US")} values.`;
    return { value: null, errors: [{ rule: "yaml-size", message, offset: 0 }], warnings: [] };
  }
  const reader = new DataReader(anchors);
  const value = reader.read(document.contents, 0);
  return { value, errors: reader.errors, warnings: reader.warnings };
}

type Targets = ReadonlyMap<Alias, unknown>;

/** What each alias stands for, in one walk; the parser's own look-up walks the document for each. */
function resolveAliases(contents: unknown): Targets | undefined {
  const anchors = new Map<string, unknown>();
  const targets = new Map<Alias, unknown>();
  const ahead: unknown[] = [contents];
  let values = 0;
  while (ahead.length > 0) {
    const node = ahead.pop();
    if (isAlias(node)) targets.set(node, anchors.get(node.source));
    else if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined)
      anchors.set(node.anchor, node);
    if (++values > maxValues) return undefined;
    if (isMap(node)) for (const { key, value } of node.items.toReversed()) ahead.push(value, key);
    else if (isSeq(node)) ahead.push(...node.items.toReversed());
    if (isMap(node)) values -= node.items.length; // a key is not a value
  }
  return targets;
}

/** Equality of plain data; the order of keys does not matter, that of list items does. */
export function sameData(a: unknown, b: unknown): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameData(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameData(a[key], b[key]))
  );
}

class DataReader {
  readonly errors: DataTrouble[] = [];
  readonly warnings: DataTrouble[] = [];
  private readonly targets: Targets;
  private readonly within = new Set<unknown>();
  private values = 0;

  constructor(targets: Targets) {
    this.targets = targets;
  }

  read(node: unknown, depth: number): unknown {
    if (this.errors.length > 0) return null;
    this.values++;
    if (this.values > maxExpanded) {
      const limit = maxExpanded.toLocaleString("en-US");
      return this.fail("yaml-size", `Its aliases stand for more than ${limit} values.`, node);
    }
    if (depth > maxDepth)
      return this.fail("yaml-size", `It is nested more than ${maxDepth} levels deep.`, node);
    if (isScalar(node)) return node.value ?? null;
    if (isAlias(node)) return this.readAlias(node, depth);
    if (!isMap(node) && !isSeq(node)) return null;
    if (this.within.has(node)) return this.fail("yaml-alias", "An alias is inside its own anchor.", node);
    this.within.add(node);
    const value = isMap(node)
      ? this.readMap(node.items, depth)
      : node.items.map((item) => this.read(item, depth + 1));
    this.within.delete(node);
    return value;
  }

  private readAlias(alias: Alias, depth: number): unknown {
    const target = this.targets.get(alias);
    if (target !== undefined) return this.read(target, depth + 1);
    return this.fail("yaml-alias", `The alias \`*${alias.source}\` has no anchor before it.`, alias);
  }

  private readMap(items: readonly { key: unknown; value: unknown }[], depth: number): unknown {
    const map: Record<string, unknown> = {};
    for (const { key, value } of items) {
      const name = isScalar(key) ? String(key.value ?? "") : undefined;
      if (name === undefined)
        return this.fail("yaml-key", "A key must be a word, not a list or mapping.", key);
      if (name === "__proto__")
        this.warnings.push(trouble("yaml-reserved-key", "The key `__proto__` is ignored.", key));
      else if (Object.hasOwn(map, name))
        return this.fail("yaml-duplicate-key", `The key \`${name}\` is there twice.`, key);
      else map[name] = this.read(value, depth + 1);
    }
    return map;
  }

  private fail(rule: DataTrouble["rule"], message: string, node: unknown): null {
    this.errors.push(trouble(rule, message, node));
    return null;
  }
}

function trouble(rule: DataTrouble["rule"], message: string, node: unknown): DataTrouble {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined;
  return { rule, message, offset: range?.[0] ?? 0 };
}
