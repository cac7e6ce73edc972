import type { FileEdge } from "../model/edge.ts";
import type { SymbolShape } from "../model/shape.ts";
import { Memory } from "../names/tracked-memo.ts";
import type { Resolver } from "./resolve-file.ts";

/**
 * In Go a type implements an interface by having its methods; nobody writes it down. Names and the number of
 * parameters decide; an interface without methods is implemented by everything and says nothing.
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
        to: resolver.target(type),
        kind: "conforms",
        confidence: "inferred",
        line: symbol.line,
        note: "by its methods",
      }));
    const type = symbol.kind === "method" ? table.typeApart(id, symbol) : undefined;
    if (type === undefined) return [];
    return satisfied(resolver, type).flatMap(({ methods }): FileEdge[] => {
      const method = methods.get(symbol.name);
      return method === undefined
        ? []
        : [
            {
              from: index,
              to: resolver.target(method),
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

/** Interfaces that a type has all methods of. Every name that could change that is asked for. */
function satisfied(resolver: Resolver, type: number): Interface[] {
  const { table } = resolver;
  return interfacesOf(resolver).filter(({ id, methods }) => {
    table.asked?.add(table.symbol(id).name);
    let isWhole = true;
    for (const [name, method] of methods)
      isWhole = hasMethod(resolver, type, name, table.symbol(method)) && isWhole;
    return isWhole && id !== type;
  });
}

function hasMethod({ table, types }: Resolver, type: number, name: string, wanted: SymbolShape): boolean {
  return types.lineage(type).some((level) =>
    table.member(level, name).some((id) => {
      const own = table.symbol(id);
      return own.kind === "method" && own.labels?.length === wanted.labels?.length;
    }),
  );
}

const known = new WeakMap<Resolver, Memory<"go", readonly Interface[]>>();

function interfacesOf(resolver: Resolver): readonly Interface[] {
  const memory = known.get(resolver) ?? new Memory(resolver.table, [], resolver.types.nesting);
  known.set(resolver, memory);
  return memory.get("go", () => findInterfaces(resolver));
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
