import type { FileEdge } from "../model/edge.ts";
import type { SymbolShape } from "../model/shape.ts";
import { TrackedMemo } from "../names/tracked-memo.ts";
import type { Resolver } from "./resolve-file.ts";

/**
 * In Go a type implements an interface by having its methods, without declaring it. Names and parameter counts decide.
 * Interfaces without methods are left out, because every type implements them.
 */
export function structuralRelations(resolver: Resolver, file: number): FileEdge[] {
  const { table } = resolver;
  const shape = table.files[file];
  if (shape?.language !== "go") return [];
  return shape.symbols.flatMap((symbol, index): FileEdge[] => {
    const id = table.idOf(file, index);
    if (symbol.kind === "struct" || symbol.kind === "typealias")
      return satisfied(resolver, id).map(({ id: type }) => ({
        from: index,
        to: resolver.targets.of(type),
        kind: "conforms",
        confidence: "inferred",
        line: symbol.line,
        note: "by its methods",
      }));
    const type = symbol.kind === "method" ? table.outOfLineType(id, symbol) : undefined;
    if (type === undefined) return [];
    return satisfied(resolver, type).flatMap(({ methods }): FileEdge[] => {
      const method = methods.get(symbol.name);
      return method === undefined
        ? []
        : [
            {
              from: index,
              to: resolver.targets.of(method),
              kind: "overrides",
              confidence: "inferred",
              line: symbol.line,
            },
          ];
    });
  });
}

interface Interface {
  readonly id: number;
  /** Its methods and those of what it embeds, by name. */
  readonly methods: ReadonlyMap<string, number>;
}

/** Interfaces that a type has all methods of. Every name that could change the result is looked up. */
function satisfied(resolver: Resolver, type: number): Interface[] {
  const { table } = resolver;
  return interfacesOf(resolver).filter(({ id, methods }) => {
    table.dependencies?.add(table.symbol(id).name);
    let isWhole = true;
    for (const [name, method] of methods)
      isWhole = hasMethod(resolver, type, name, table.symbol(method)) && isWhole;
    return isWhole && id !== type;
  });
}

function hasMethod({ table, types }: Resolver, type: number, name: string, required: SymbolShape): boolean {
  return types.lineage(type).some((level) =>
    table.member(level, name).some((id) => {
      const own = table.symbol(id);
      return own.kind === "method" && own.labels?.length === required.labels?.length;
    }),
  );
}

const memos = new WeakMap<Resolver, TrackedMemo<"go", readonly Interface[]>>();

function interfacesOf(resolver: Resolver): readonly Interface[] {
  const memo = memos.get(resolver) ?? new TrackedMemo(resolver.table, [], resolver.types.nesting);
  memos.set(resolver, memo);
  return memo.get("go", () => findInterfaces(resolver));
}

function findInterfaces({ table, types }: Resolver): readonly Interface[] {
  return table.symbols.flatMap(({ kind }, id): Interface[] => {
    if (kind !== "interface" || table.files[table.file(id)]?.language !== "go") return [];
    const members = types.lineage(id).flatMap((level) => [...table.membersOf(level)]);
    const methods = members.flatMap(([name, ids]) => {
      const method = ids.find((each) => table.symbol(each).kind === "method");
      return method === undefined ? [] : [[name, method] as const];
    });
    return methods.length === 0 ? [] : [{ id, methods: new Map(methods) }];
  });
}
