import { at } from "../../../kernel/array.ts";
import type { ParsedFile } from "../../languages/language.ts";
import type { FileEdge } from "../model/edge.ts";
import { PackedEdges } from "../model/packed-edges.ts";
import { dependable, type FileIdentity, type FileShape, shapeOf } from "../model/shape.ts";
import { readLayout } from "../names/layout.ts";
import { SymbolTable } from "../names/symbol-table.ts";
import { Dependencies } from "../names/tracked-memo.ts";
import { relationsOf } from "../resolve/relations.ts";
import { Resolver } from "../resolve/resolve-file.ts";
import type { Manifest, Target } from "../targets/target.ts";
import { Targets } from "../targets/targets.ts";
import { lastName } from "../types/types.ts";
import { type KeptResolver, reused } from "./kept-resolver.ts";

/** A file as the index has it; facts are read only when they are needed. */
export interface SourceFile extends FileIdentity {
  readonly facts: () => ParsedFile;
}

export interface FileState {
  readonly shape: FileShape;
  readonly module: string;
  /** Undefined if they are those of the graph before, whose columns have them. */
  readonly edges: readonly FileEdge[] | PackedEdges | undefined;
  /** Names that the edges depend on: if a declaration of one of them changes, the file is resolved again. */
  readonly dependencies: readonly string[];
}

export interface GraphState {
  readonly files: readonly FileState[];
  /** What the manifests of packages and projects declare. */
  readonly targets: readonly Target[];
  /** A fingerprint of the module structure: if it changes, every file is resolved again. */
  readonly modules: string;
  /** How many files were resolved since the graph before. */
  readonly resolved: number;
}

export interface BuiltFile extends FileState {
  readonly edges: readonly FileEdge[];
}

/** A graph with all its edges. */
export interface BuiltGraph extends GraphState {
  readonly files: readonly BuiltFile[];
}

export interface BuildProgress {
  readonly done: number;
  readonly total: number;
}

/** The result of resolving one file. */
export interface FileResolution {
  readonly edges: readonly FileEdge[] | PackedEdges;
  readonly dependencies: readonly string[];
}

interface ResolvedFile extends FileResolution {
  readonly edges: readonly FileEdge[];
}

/** Which files to resolve, and against what. */
export interface BuildPlan {
  readonly before: GraphState | undefined;
  /** Files of the graph before, by path. */
  readonly old: ReadonlyMap<string, FileState>;
  readonly shapes: readonly FileShape[];
  readonly targets: Targets;
  readonly resolver: Resolver;
  readonly modules: string;
  /** The manifests as one text. */
  readonly manifests: string;
  /** Numbers of the files to resolve. */
  readonly stale: readonly number[];
}

/**
 * Brings the graph up to date with the files. Only changed files, and files that depend on a name whose declarations
 * changed, are resolved again; the result is the same as that of a build from scratch.
 */
export function buildGraph(
  sources: readonly SourceFile[],
  before: BuiltGraph | undefined,
  manifests: readonly Manifest[] = [],
): BuiltGraph {
  const plan = planBuild(sources, before, manifests);
  const resolutions = new Map(plan.stale.map((file) => [file, resolveFile(plan.resolver, file, sources)]));
  return withEdges(finishBuild(plan, resolutions));
}

/** A state as a graph with all its edges, which it must have. */
export function withEdges(state: GraphState): BuiltGraph {
  const files = state.files.map((file): BuiltFile => {
    const { edges } = file;
    if (!edges) throw new Error(`Bug: ${file.shape.path} has no edges.`);
    return { ...file, edges: edges instanceof PackedEdges ? edges.all() : edges };
  });
  return { ...state, files };
}

/** A state that leaves its edges to the columns that were made of it. */
export function withoutEdges(state: GraphState): GraphState {
  const files = state.files.map(({ shape, module, dependencies }) => ({
    shape,
    module,
    edges: undefined,
    dependencies,
  }));
  return { ...state, files };
}

export function planBuild(
  sources: readonly SourceFile[],
  before: GraphState | undefined,
  manifests: readonly Manifest[],
  kept?: KeptResolver,
): BuildPlan {
  const old = new Map(before?.files.map((file) => [file.shape.path, file]));
  const shapes = sources.map((source) => {
    const shape = old.get(source.path)?.shape;
    return shape && isSame(shape, source) ? shape : shapeOf(source, source.facts());
  });
  const {
    resolver,
    targets,
    modules,
    manifests: text,
  } = reused(kept, shapes, manifests) ?? start(shapes, manifests);
  const dirty = before?.modules === modules ? dirtyNames(shapes, old) : undefined;
  const stale = shapes.flatMap((shape, file) =>
    isStale(shape, resolver.table.modules.of(file), old.get(shape.path), dirty) ? [file] : [],
  );
  return { before, old, shapes, targets, resolver, modules, manifests: text, stale };
}

function start(shapes: readonly FileShape[], manifests: readonly Manifest[]): KeptResolver {
  const paths = shapes.map(({ path }) => path);
  const targets = new Targets(manifests, paths);
  const table = new SymbolTable(shapes, targets, readLayout(manifests));
  const modules = table.modules.fingerprint();
  return { resolver: new Resolver(table), targets, modules, manifests: JSON.stringify(manifests) };
}

/** The result depends only on the file and the symbol table, so that threads can resolve files in any order. */
export function resolveFile(resolver: Resolver, file: number, sources: readonly SourceFile[]): ResolvedFile {
  const parsed = at(sources, file).facts();
  const dependencies = new Dependencies();
  resolver.table.dependencies = dependencies;
  const edges = [...relationsOf(resolver, file), ...resolver.uses(file, parsed)];
  resolver.table.dependencies = undefined;
  // The order in which they are stored, so that a stored graph equals one that was just built.
  edges.sort((a, b) => a.from - b.from);
  return { edges, dependencies: [...dependencies.names].sort() };
}

/** The graph, once all stale files are resolved. */
export function finishBuild(plan: BuildPlan, resolutions: ReadonlyMap<number, FileResolution>): GraphState {
  const { before, old, shapes, targets, resolver, modules, stale } = plan;
  if (before && stale.length === 0 && before.files.length === shapes.length)
    return { ...before, resolved: 0 };
  const files = shapes.map((shape, file): FileState => {
    const resolution = resolutions.get(file) ?? old.get(shape.path);
    if (!resolution) throw new Error(`Bug: ${shape.path} was not resolved.`);
    const { edges, dependencies } = resolution;
    return { shape, module: resolver.table.modules.of(file), edges, dependencies };
  });
  return { files, targets: targets.all, modules, resolved: stale.length };
}

function isSame(old: FileShape, { hash, language, role }: FileIdentity): boolean {
  return old.hash === hash && old.language === language && old.role === role;
}

function isStale(
  shape: FileShape,
  module: string,
  old: FileState | undefined,
  dirty: ReadonlySet<string> | undefined,
): boolean {
  if (!old || old.shape !== shape || old.module !== module || !dirty) return true;
  return dirty.size > 0 && old.dependencies.some((name) => dirty.has(name));
}

/** Names of declarations that are new, gone or different. */
function dirtyNames(shapes: readonly FileShape[], old: ReadonlyMap<string, FileState>): Set<string> {
  const dirty = new Set<string>();
  const removed = new Map(old);
  for (const shape of shapes) {
    const before = removed.get(shape.path)?.shape;
    removed.delete(shape.path);
    if (before !== shape) compare(before, shape, dirty);
  }
  for (const { shape } of removed.values()) compare(shape, undefined, dirty);
  return dirty;
}

function compare(old: FileShape | undefined, next: FileShape | undefined, dirty: Set<string>): void {
  const before = declarationTexts(old);
  const after = declarationTexts(next);
  for (const [text, name] of before) if (!after.has(text)) dirty.add(name);
  for (const [text, name] of after) if (!before.has(text)) dirty.add(name);
  // Imports decide what an extension in this file can extend.
  if (JSON.stringify(old?.imports) === JSON.stringify(next?.imports)) return;
  for (const name of [...before.values(), ...after.values()]) dirty.add(name);
  // What a module imports can be named as its own.
  for (const { names = [], as } of [...(old?.imports ?? []), ...(next?.imports ?? [])]) {
    if (as !== undefined) dirty.add(as);
    for (const each of names) dirty.add(each.as ?? each.name);
  }
}

/** What other files can depend on, as texts with the names of the declarations. */
function declarationTexts(shape: FileShape | undefined): Map<string, string> {
  const names = new Map<string, string>();
  if (!shape) return names;
  const counts = new Map<string, number>();
  for (const [index, symbol] of shape.symbols.entries()) {
    const name = symbol.kind === "extension" ? lastName(symbol.qualifiedName) : symbol.name;
    // Their order matters as well: of declarations that match equally, the first is preferred.
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    names.set(`${count} ${dependable(shape, index)}`, name);
    if (symbol.modifiers.includes("default")) names.set(`default ${symbol.key}`, "default");
  }
  return names;
}
