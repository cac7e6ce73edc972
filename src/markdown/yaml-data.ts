import { type Alias, type Document, isAlias, isMap, isScalar, isSeq } from "yaml";
import { isRecord } from "../kernel/json.ts";

/** Why a tree of YAML nodes is not plain data, and at which offset of its source. */
export interface DataTrouble {
  readonly rule: "yaml-alias" | "yaml-key" | "yaml-size" | "yaml-reserved-key";
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

/** Far beyond any front matter, and small enough that no chain of aliases can fill the memory. */
const mostValues = 100_000;
const deepest = 64;

/**
 * Plain data from YAML nodes. Our own walk instead of `toJS`: aliases are counted as what they expand to, an
 * alias within its own anchor is an error and not an endless object, and `__proto__` never becomes a key.
 */
export function yamlData(document: Document): YamlData {
  const reader = new DataReader(document);
  const value = reader.read(document.contents, 0);
  return { value, errors: reader.errors, warnings: reader.warnings };
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
  private readonly document: Document;
  private readonly within = new Set<unknown>();
  private readonly targets = new Map<Alias, unknown>();
  private values = 0;

  constructor(document: Document) {
    this.document = document;
  }

  read(node: unknown, depth: number): unknown {
    if (this.errors.length > 0) return null;
    this.values++;
    if (this.values > mostValues || depth > deepest) {
      return this.fail("yaml-size", "It holds too many or too deeply nested values.", node);
    }
    if (isScalar(node)) return node.value ?? null;
    if (isAlias(node)) return this.readAlias(node, depth);
    if (!isMap(node) && !isSeq(node)) return null;
    if (this.within.has(node)) return this.fail("yaml-alias", "An alias stands inside its own anchor.", node);
    this.within.add(node);
    const value = isMap(node)
      ? this.readMap(node.items, depth)
      : node.items.map((item) => this.read(item, depth + 1));
    this.within.delete(node);
    return value;
  }

  private readAlias(alias: Alias, depth: number): unknown {
    // Each look-up walks the document, and an alias in an anchor is met again and again.
    if (!this.targets.has(alias)) this.targets.set(alias, alias.resolve(this.document));
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
        return this.fail("yaml-key", `The key \`${name}\` is there twice.`, key);
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
