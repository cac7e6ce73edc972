import type { ParsedFile } from "../../languages/language.ts";
import type { FileEdge } from "../model/edge.ts";
import { dependable, type FileIdentity, type FileShape, shapeOf } from "../model/shape.ts";
import { readPathAliases } from "../names/path-aliases.ts";
import { SymbolTable } from "../names/symbol-table.ts";
import { Asked } from "../names/tracked-memo.ts";
import { relationsOf } from "../resolve/relations.ts";
import { Resolver } from "../resolve/resolve-file.ts";
import type { Manifest, Target } from "../targets/target.ts";
import { Targets } from "../targets/targets.ts";
import { lastName } from "../types/types.ts";

/** A file as the index has it; facts are read only when they are needed. */
export interface SourceFile extends FileIdentity {
  readonly facts: () => ParsedFile;
}

export interface BuiltFile {
  readonly shape: FileShape;
  readonly module: string;
  readonly edges: readonly FileEdge[];
  /** Names that the edges depend on: a change of any declaration of that name asks for a new look. */
  readonly asked: readonly string[];
}

export interface Built {
  readonly files: readonly BuiltFile[];
  /** What the manifests of packages and projects declare. */
  readonly targets: readonly Target[];
  /** Of the module structure; another value means that every file must be resolved again. */
  readonly modules: string;
  /** How many files were resolved to get here from what was there before. */
  readonly resolved: number;
}

export interface BuildStep {
  readonly done: number;
  readonly total: number;
}

/** What resolving finds out about one file. */
export interface Resolved {
  readonly edges: readonly FileEdge[];
  readonly asked: readonly string[];
}

/** What there is to resolve, and against what. */
export interface Plan {
  readonly before: Built | undefined;
  readonly known: ReadonlyMap<string, BuiltFile>;
  readonly shapes: readonly FileShape[];
  readonly targets: Targets;
  readonly table: SymbolTable;
  readonly modules: string;
  /** Numbers of the files whose edges are not known. */
  readonly stale: readonly number[];
}

/**
 * Brings the graph up to date with the files. Only changed files, and files that asked for a name whose
 * declarations have changed, are resolved again; the outcome is that of a build from nothing.
 */
export function buildGraph(
  sources: readonly SourceFile[],
  before: Built | undefined,
  manifests: readonly Manifest[] = [],
): Built {
  const plan = planBuild(sources, before, manifests);
  const resolver = new Resolver(plan.table);
  const found = new Map<number, Resolved>();
  for (const file of plan.stale) found.set(file, resolveFile(resolver, file, sources));
  return finishBuild(plan, found);
}

export function planBuild(
  sources: readonly SourceFile[],
  before: Built | undefined,
  manifests: readonly Manifest[],
): Plan {
  const known = new Map(before?.files.map((file) => [file.shape.path, file]));
  const shapes = sources.map((source) => {
    const old = known.get(source.path)?.shape;
    return old && isSame(old, source) ? old : shapeOf(source, source.facts());
  });
  const paths = sources.map(({ path }) => path);
  const targets = new Targets(manifests, paths);
  const table = new SymbolTable(shapes, targets, readPathAliases(manifests));
  const modules = table.modules.fingerprint();
  const dirty = before?.modules === modules ? dirtyNames(shapes, known) : undefined;
  const stale = shapes.flatMap((shape, at) =>
    isStale(shape, table.modules.of(at), known.get(shape.path), dirty) ? [at] : [],
  );
  return { before, known, shapes, targets, table, modules, stale };
}

/** Depends on the file and the table alone, not on what was resolved before: threads take files as they come. */
export function resolveFile(resolver: Resolver, file: number, sources: readonly SourceFile[]): Resolved {
  const parsed = sources[file]?.facts();
  if (!parsed) return { edges: [], asked: [] };
  const asked = new Asked();
  resolver.table.asked = asked;
  const found = [...relationsOf(resolver, file), ...resolver.uses(file, parsed)];
  resolver.table.asked = undefined;
  // The order that they are stored in: so a graph from the disk and one just built are the same.
  const edges = found.sort((a, b) => a.from - b.from);
  return { edges, asked: [...asked.names].sort() };
}

/** The graph, once all that is stale was resolved. */
export function finishBuild(plan: Plan, found: ReadonlyMap<number, Resolved>): Built {
  const { before, known, shapes, targets, table, modules, stale } = plan;
  if (before && stale.length === 0 && before.files.length === shapes.length)
    return { ...before, resolved: 0 };
  const files = shapes.map((shape, at): BuiltFile => {
    const { edges, asked } = found.get(at) ?? known.get(shape.path) ?? { edges: [], asked: [] };
    return { shape, module: table.modules.of(at), edges, asked };
  });
  return { files, targets: targets.all, modules, resolved: stale.length };
}

function isSame(old: FileShape, { hash, language, role }: FileIdentity): boolean {
  return old.hash === hash && old.language === language && old.role === role;
}

function isStale(
  shape: FileShape,
  module: string,
  old: BuiltFile | undefined,
  dirty: ReadonlySet<string> | undefined,
): boolean {
  if (!old || old.shape !== shape || old.module !== module || !dirty) return true;
  return old.asked.some((name) => dirty.has(name));
}

/** Names of declarations that are new, gone or different. */
function dirtyNames(shapes: readonly FileShape[], known: ReadonlyMap<string, BuiltFile>): Set<string> {
  const dirty = new Set<string>();
  const left = new Map(known);
  for (const shape of shapes) {
    const old = left.get(shape.path)?.shape;
    left.delete(shape.path);
    if (old !== shape) compare(old, shape, dirty);
  }
  for (const { shape } of left.values()) compare(shape, undefined, dirty);
  return dirty;
}

function compare(old: FileShape | undefined, next: FileShape | undefined, dirty: Set<string>): void {
  const before = texts(old);
  const after = texts(next);
  for (const [text, name] of before) if (!after.has(text)) dirty.add(name);
  for (const [text, name] of after) if (!before.has(text)) dirty.add(name);
  // Imports decide what an extension in this file can extend.
  if (JSON.stringify(old?.imports) === JSON.stringify(next?.imports)) return;
  for (const name of [...before.values(), ...after.values()]) dirty.add(name);
}

function texts(shape: FileShape | undefined): Map<string, string> {
  const found = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [index, symbol] of (shape?.symbols ?? []).entries()) {
    const name = symbol.kind === "extension" ? lastName(symbol.qualifiedName) : symbol.name;
    // Their order counts as well: of declarations that fit alike, the first is preferred.
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (shape) found.set(`${count} ${dependable(shape, index)}`, name);
  }
  return found;
}
