import { at } from "../../../kernel/array.ts";
import type { FileEdge } from "../model/edge.ts";
import { labeled } from "../model/shape.ts";
import type { TypeId } from "../names/symbol-table.ts";
import type { Resolver } from "./resolve-file.ts";
import { structuralRelations } from "./structural.ts";

/** Edges that declarations give on their own: conforms, inherits, extends, overrides, imports. */
export function relationsOf(resolver: Resolver, file: number): FileEdge[] {
  return [
    ...clauses(resolver, file),
    ...extensions(resolver, file),
    ...overrides(resolver, file),
    ...structuralRelations(resolver, file),
    ...imports(resolver, file),
  ];
}

function clauses(resolver: Resolver, file: number): FileEdge[] {
  const { table, types } = resolver;
  const edges: FileEdge[] = [];
  for (const [index, { kind }] of at(table.files, file).symbols.entries()) {
    if (kind !== "extension" && !table.isType(table.idOf(file, index))) continue;
    const id = table.idOf(file, index);
    const own = table.typeOf(id);
    for (const { type, by, line, where, how } of types.supertypes(own)) {
      if (by !== id) continue;
      const isClass = isClassLike(resolver, type) && isClassLike(resolver, own);
      const isRefinement = isProtocol(resolver, own) && kind !== "extension";
      edges.push({
        from: index,
        to: typeTarget(resolver, type),
        kind: isClass || isRefinement ? "inherits" : "conforms",
        confidence: typeof type === "string" ? "external" : "exact",
        line,
        note: where ? `where ${where}` : how === "macro" ? "by macro" : undefined,
      });
    }
  }
  return edges;
}

function extensions(resolver: Resolver, file: number): FileEdge[] {
  const { table } = resolver;
  return at(table.files, file).symbols.flatMap((symbol, index) => {
    if (symbol.kind !== "extension") return [];
    const type = table.typeOf(table.idOf(file, index));
    const confidence = typeof type === "string" ? "external" : "exact";
    return [
      { from: index, to: typeTarget(resolver, type), kind: "extends", confidence, line: symbol.line },
    ] as const;
  });
}

const overridable = new Set([
  "method",
  "function",
  "property",
  "subscript",
  "initializer",
  "operator",
  "variable",
]);

/** From a member to what it overrides in a superclass, and to the requirements that it fulfills. */
function overrides(resolver: Resolver, file: number): FileEdge[] {
  const { table, types, lookup } = resolver;
  const edges: FileEdge[] = [];
  const { explicitOverrides } = lookup.dialect(file);
  for (const [index, symbol] of at(table.files, file).symbols.entries()) {
    const id = table.idOf(file, index);
    const parent = table.parentOf(id);
    if (parent === undefined || !overridable.has(symbol.kind) || symbol.local) continue;
    const outer = table.symbol(parent);
    if (outer.kind !== "extension" && !table.isType(parent)) continue;
    const own = table.typeOf(parent);
    const isDefault = outer.kind === "extension" && isProtocol(resolver, own);
    const name = labeled(symbol);
    const isOverride = symbol.modifiers.includes("override");
    for (const [level, type] of types.lineage(own).entries()) {
      if (level === 0 && !isDefault) continue;
      const same = table
        .member(type, symbol.name)
        .filter((other) => other !== id && labeled(table.symbol(other)) === name);
      const fitting = same.filter((other) =>
        isProtocol(resolver, type) ? lookup.isRequirement(other) : isOverride || !explicitOverrides,
      );
      const [first] = fitting;
      if (first !== undefined && !lookup.isRequirement(id))
        edges.push({
          from: index,
          to: resolver.targets.of(first),
          kind: "overrides",
          confidence: "exact",
          line: symbol.line,
        });
    }
  }
  return edges;
}

function imports(resolver: Resolver, file: number): FileEdge[] {
  const imported = at(resolver.table.files, file).imports.filter(
    ({ module, attributes = [] }) => module !== "" && !attributes.includes("package"),
  );
  return imported.map(({ module, line }) => ({
    from: -1,
    to: resolver.targets.external(module),
    kind: "imports" as const,
    confidence: resolver.table.modules.has(module) ? ("exact" as const) : ("external" as const),
    line,
  }));
}

function typeTarget(resolver: Resolver, type: TypeId) {
  return typeof type === "string" ? resolver.targets.external(type) : resolver.targets.of(type);
}

function isProtocol({ table }: Resolver, type: TypeId): boolean {
  if (typeof type === "string") return false;
  const { kind } = table.symbol(type);
  return kind === "protocol" || kind === "interface" || kind === "trait";
}

function isClassLike({ table }: Resolver, type: TypeId): boolean {
  return typeof type === "number" && table.symbol(type).kind === "class";
}
