import { type Expression, namesOf } from "../../languages/expression.ts";
import type { ParsedFile, Use } from "../../languages/language.ts";
import type { EdgeKind, FileEdge } from "../model/edge.ts";
import { SymbolTargets } from "../model/symbol-targets.ts";
import type { SymbolTable, TypeId } from "../names/symbol-table.ts";
import { isWeak, type TypeRef, withoutOptional } from "../types/type-ref.ts";
import { parts, Types } from "../types/types.ts";
import { ConditionalVariants } from "./conditional-variants.ts";
import { expectedTypes } from "./expected-types.ts";
import { Inference, type InferredType, type Position } from "./inference.ts";
import { Locals } from "./locals.ts";
import { isOfType, Lookup } from "./lookup.ts";
import { NameMatches } from "./name-matches.ts";
import { isOperatorName, resolveOperator } from "./operators.ts";
import {
  argumentsOf,
  type Certainty,
  certaintyOf,
  chosen,
  exact,
  inferred,
  possible,
  queryOf,
  type Resolution,
} from "./resolution.ts";

const notImported = possible("no import leads there");

/** Resolves files against one symbol table, and remembers types from one file to the next. */
export class Resolver {
  readonly table: SymbolTable;
  readonly types: Types;
  readonly lookup: Lookup;
  readonly inference: Inference;
  readonly variants: ConditionalVariants;
  readonly targets: SymbolTargets;

  constructor(table: SymbolTable) {
    this.table = table;
    this.targets = new SymbolTargets(table);
    this.types = new Types(table);
    this.variants = new ConditionalVariants(table);
    this.lookup = new Lookup(this.types);
    this.inference = new Inference(this.lookup);
  }

  /** The edges of the uses in a file. */
  uses(file: number, parsed: ParsedFile): FileEdge[] {
    return new UseResolver(this, file, parsed).edges();
  }
}

class UseResolver {
  readonly #file: number;
  readonly #parsed: ParsedFile;
  readonly #locals: Locals;
  readonly #edges: FileEdge[] = [];
  readonly #externals = new Set<string>();
  readonly #clauses: ReadonlySet<number>;
  readonly #resolver: Resolver;
  readonly #table: SymbolTable;
  readonly #matches: NameMatches;

  constructor(resolver: Resolver, file: number, parsed: ParsedFile) {
    this.#resolver = resolver;
    this.#table = resolver.table;
    this.#file = file;
    this.#parsed = parsed;
    this.#matches = new NameMatches(resolver, file);
    this.#locals = new Locals(parsed);
    this.#clauses = new Set(parsed.inheritances.map(({ from }) => from));
  }

  edges(): FileEdge[] {
    for (const use of this.#parsed.uses) this.#resolve(use);
    return this.#edges;
  }

  #resolve(use: Use): void {
    // The clause itself becomes an edge of its own kind.
    if (use.kind === "type" && this.#clauses.has(use.from)) return;
    const position = this.#position(use);
    const target = use.kind === "type" ? this.#type(use, position) : this.#target(use, position);
    if (target === "local") return;
    if (target === "external") return this.#external(use);
    const resolution = use.kind === "call" ? this.#withVariants(target, use, position) : target;
    for (const id of resolution.ids) this.#add(use, id, this.#kindOf(use, id), resolution);
  }

  #withVariants(resolution: Resolution, { conditions }: Use, { symbol }: Position): Resolution {
    const around = conditions ?? (symbol === undefined ? undefined : this.#table.symbol(symbol).conditions);
    const { ids } = resolution;
    const all = ids.flatMap((id) => this.#resolver.variants.of(id, around ?? []));
    if (all.length === ids.length) return { ...resolution, ids: all };
    return chosen([...new Set(all)], possible("build conditions decide"));
  }

  #position({ owner, from }: Use): Position {
    const symbol = owner === undefined ? undefined : this.#table.idOf(this.#file, owner);
    return { file: this.#file, symbol, at: from, locals: this.#locals };
  }

  #kindOf(use: Use, id: number): EdgeKind {
    if (use.kind !== "call") return "references";
    const { kind } = this.#table.symbol(id);
    return kind === "property" || kind === "variable" || kind === "constant" ? "references" : "calls";
  }

  #target(use: Use, position: Position): Resolution | "local" | "external" {
    if (isOperatorName(use.name)) return this.#operator(use, position);
    if (use.implicit) return this.#implicit(use, position);
    if (use.receiver === undefined) return this.#bare(use, position);
    return this.#member(use, use.receiver, position);
  }

  #type(use: Use, position: Position): Resolution | "local" | "external" {
    const alias = this.#alias(use, position);
    if (alias !== undefined) return { ids: [alias], confidence: "exact" };
    const outer = use.receiver ? namesOf(use.receiver) : [];
    const type =
      outer && this.#resolver.types.resolve({ kind: "name", path: [...outer, use.name], args: [] }, position);
    if (!type || type.kind === "all") return "local";
    const [only] = parts(type);
    if (!only) return "local";
    if (typeof only.id === "string") return "external";
    return { ids: [only.id], ...(isWeak(type) ? notImported : exact) };
  }

  /** Naming an alias is a use of the alias, not of its target. */
  #alias(use: Use, position: Position): number | undefined {
    if (use.receiver !== undefined) return undefined;
    const { ids, weak } = this.#resolver.lookup.bare(use.name, { kind: "value" }, position);
    const [only] = ids;
    return only !== undefined && !weak && ids.length === 1 && this.#table.symbol(only).kind === "typealias"
      ? only
      : undefined;
  }

  #bare(use: Use, position: Position): Resolution | "local" | "external" {
    if (use.kind === "call" && use.name === "Self") return this.#construct(use, "Self", position);
    const typing = this.#locals.find(use.name, use.from, use.owner);
    if (typing)
      return use.kind === "call"
        ? this.#callAsFunction(use, this.#resolver.inference.local(typing, position)?.type)
        : "local";
    const query = queryOf(use);
    const { ids, weak } = this.#resolver.lookup.bare(use.name, query, position);
    const functions = ids.filter((id) => !this.#table.isType(id));
    if (functions.length > 0) return chosen(functions, this.#certaintyOf(functions, weak, position));
    if (use.kind !== "call") return ids.length > 0 ? chosen(ids, weak ? notImported : exact) : "external";
    return this.#construct(use, use.name, position);
  }

  #certaintyOf(functions: readonly number[], weak: boolean, position: Position): Certainty {
    if (weak) return notImported;
    if (this.#awaits(functions, position)) return possible("matched by name");
    return this.#isElsewhere(functions, position) ? possible("build conditions decide") : exact;
  }

  /**
   * An async function that is called in a function that is not async, where the language does not allow that: in the
   * closure of a task, or the call means an external function of the same name that is not async (`XCTAssertNoThrow`).
   */
  #awaits(ids: readonly number[], { symbol }: Position): boolean {
    if (!this.#resolver.lookup.dialect(this.#file).asyncCallers) return false;
    const areAsync = ids.every((id) => / async\b/.test(this.#table.symbol(id).signature));
    if (!areAsync || ids.some((id) => this.#table.parentOf(id) !== undefined)) return false;
    return symbol !== undefined && !/ async\b/.test(this.#table.symbol(symbol).signature);
  }

  /** Declared under a condition that does not apply to the call: on other platforms the name means something else. */
  #isElsewhere(ids: readonly number[], { symbol, file }: Position): boolean {
    const [only] = ids;
    if (only === undefined || ids.length > 1 || this.#table.parentOf(only) !== undefined) return false;
    const { conditions = [], name, labels = [] } = this.#table.symbol(only);
    const alike = this.#table
      .topLevel(name, file)
      .ids.filter((id) => this.#table.symbol(id).labels?.join() === labels.join());
    if (conditions.length === 0 || alike.length > 1) return false;
    const around = symbol === undefined ? [] : (this.#table.symbol(symbol).conditions ?? []);
    return conditions.some((condition) => !around.includes(condition));
  }

  #construct(use: Use, name: string, position: Position): Resolution | "local" | "external" {
    const type = this.#resolver.types.read(name, position);
    const [only] = parts(type);
    if (!type || !only || (typeof only.id === "string" && !/^\p{Lu}/u.test(only.id)))
      return this.#inherited(use, position);
    return this.#constructed(use, only.id, isWeak(type) ? notImported : exact);
  }

  /** A bare name that nothing at top level has: a member of a base class, a mixin or a receiver that is not known. */
  #inherited(use: Use, position: Position): Resolution | "external" {
    const { implicitSelf, labels } = this.#resolver.lookup.dialect(this.#file);
    if (!labels) return implicitSelf ? this.#matches.nameOnly(use) : "external";
    return this.#matches.inExternalBase(use, position);
  }

  #callAsFunction(use: Use, type: TypeRef | undefined): Resolution | "local" {
    const inner = withoutOptional(type);
    if (!inner) return "local";
    const ids = this.#resolver.lookup.member(inner, "callAsFunction", queryOf(use), this.#file);
    return ids.length > 0 ? chosen(ids, inferred) : "local";
  }

  #member(use: Use, receiver: Expression, position: Position): Resolution | "local" | "external" {
    const { lookup, inference } = this.#resolver;
    const imported = this.#throughModule(use, receiver, position);
    if (imported) return imported;
    const typed = inference.typeOf(receiver, position);
    if (use.name === "subscript" && use.kind === "call") return this.#subscript(use, typed);
    if (!typed) return this.#matches.nameOnly(use);
    const certainty = certaintyOf(typed);
    if (use.name === "init" && use.kind === "call") return this.#initCall(use, typed.type, certainty);
    const ids = lookup.member(typed.type, use.name, queryOf(use), this.#file);
    const callables = ids.filter((id) => !this.#table.isType(id));
    if (callables.length > 0) return chosen(callables, certainty);
    if (typed.type.kind === "meta" && lookup.dialect(this.#file).makers.has(use.name))
      return this.#initCall(use, typed.type, certainty);
    const nested = ids[0] ?? this.#nestedType(typed.type, use.name, position);
    if (nested !== undefined && use.kind === "call") return this.#constructed(use, nested, certainty);
    if (nested !== undefined) return chosen([nested], certainty);
    return isSuper(receiver) ? "external" : this.#matches.ofType(use, typed.type);
  }

  /** `ns.load()` where `ns` is a module that the file imports. */
  #throughModule(use: Use, receiver: Expression, position: Position): Resolution | "external" | undefined {
    const path = namesOf(receiver);
    const [head] = path ?? [];
    if (!path || head === undefined || this.#locals.find(head, use.from, use.owner)) return undefined;
    const found = this.#table.inModule(position, path, use.name) ?? this.#inOuterModule(path, use, position);
    const ids = found.filter((id) => this.#resolver.lookup.fits(id, queryOf(use), this.#file));
    const [only] = ids;
    if (only === undefined)
      return this.#resolver.lookup.dialect(this.#file).standardModules.has(head)
        ? "external"
        : this.#inHiddenNamespace(use, path);
    return this.#table.isType(only) && use.kind === "call"
      ? this.#constructed(use, only, exact)
      : chosen(ids, exact);
  }

  #inHiddenNamespace(use: Use, path: readonly string[]): Resolution | undefined {
    const all = this.#table.inHiddenNamespace(this.#file, path, use.name);
    const ids = all.filter((id) => this.#resolver.lookup.fits(id, queryOf(use), this.#file));
    return ids.length === 0 ? undefined : chosen(ids, possible("macros hide the namespace or type"));
  }

  /** `super::name` inside `mod name { … }` is in the same file. */
  #inOuterModule(path: readonly string[], use: Use, { symbol }: Position): readonly number[] {
    const ups = path.filter((name) => name === "super").length;
    if (ups === 0 || ups < path.length) return [];
    const modules = this.#resolver.types
      .enclosing(symbol)
      .filter(({ by }) => this.#table.symbol(by).kind === "module");
    const outer = modules[ups];
    return outer ? this.#table.member(outer.type, use.name) : [];
  }

  #operator(use: Use, position: Position): Resolution | "local" {
    const resolution = resolveOperator(this.#resolver, use, position);
    return resolution.ids.length === 0 ? "local" : chosen(resolution.ids, resolution);
  }

  /** `x[…]`: without the type of `x`, only labels identify a subscript. */
  #subscript(use: Use, typed: InferredType | undefined): Resolution | "local" {
    const { lookup } = this.#resolver;
    if (typed) {
      const ids = lookup.member(typed.type, use.name, queryOf(use), this.#file);
      return ids.length === 0 ? "local" : chosen(ids, certaintyOf(typed));
    }
    if (use.labels?.every((label) => label === "_")) return "local";
    const ids = lookup.anywhere(use.name, queryOf(use), this.#file);
    return ids.length === 0 || ids.length > 3
      ? "local"
      : { ids, ...possible("type of the receiver unknown") };
  }

  #nestedType(type: TypeRef, name: string, position: Position): number | undefined {
    if (type.kind !== "meta") return undefined;
    const [nested] = parts(this.#resolver.types.memberType(type, name, [], position));
    return typeof nested?.id === "number" ? nested.id : undefined;
  }

  /** `self.init(…)`, `super.init(…)`, `Foo.init(…)`. */
  #initCall(use: Use, type: TypeRef, certainty: Certainty): Resolution | "external" {
    const [only] = parts(type);
    if (!only) return "external";
    return this.#constructed(use, only.id, certainty);
  }

  #constructed(use: Use, type: TypeId, certainty: Certainty): Resolution | "external" {
    const { ids, isSure } = this.#resolver.lookup.constructorOf(type, argumentsOf(use), this.#file);
    return ids.length === 0
      ? "external"
      : chosen(ids, isSure ? certainty : possible("arguments match no declaration"));
  }

  /** `.name(…)`: the declaration around it can say which type is expected. */
  #implicit(use: Use, position: Position): Resolution | "external" {
    const { lookup, types } = this.#resolver;
    for (const { type: text, certainty } of expectedTypes(this.#resolver, position)) {
      const type = withoutOptional(types.read(text, position));
      const meta: TypeRef | undefined = type && { kind: "meta", of: type };
      const all = meta && use.name !== "init" ? lookup.member(meta, use.name, queryOf(use), this.#file) : [];
      // A function that passes `.name` on is not its own target, though it has the same name.
      const ids = all.filter((id) => id !== position.symbol && isOfType(this.#table.symbol(id)));
      const areCases = ids.every((id) => this.#table.symbol(id).kind === "case");
      if (ids.length > 0)
        return chosen(
          ids,
          areCases || certainty === inferred ? certainty : possible("expected type unknown"),
        );
    }
    if (use.name === "init" || this.#matches.isOrdinary(use.name)) return "external";
    const ids = lookup
      .anywhere(use.name, queryOf(use), this.#file)
      .filter((id) => id !== position.symbol && isOfType(this.#table.symbol(id)));
    return ids.length === 0 || ids.length > 3 ? "external" : { ids, ...possible("expected type unknown") };
  }

  #external(use: Use): void {
    if (use.kind === "value" || use.kind === "member" || use.kind === "keypath" || use.name === "") return;
    const from = use.owner ?? -1;
    const isCall = use.kind === "call";
    const id = `${from} ${isCall} ${use.name}`;
    if (this.#externals.has(id)) return;
    this.#externals.add(id);
    this.#edges.push({
      from,
      to: this.#resolver.targets.external(use.name),
      kind: isCall ? "calls" : "references",
      confidence: "external",
      line: use.line,
    });
  }

  #add(use: Use, id: number, kind: EdgeKind, { confidence, reason }: Certainty): void {
    const from = use.owner ?? -1;
    // A declaration that names itself in its own header (`typealias`, a recursive type) gets no edge.
    if (kind === "references" && id === this.#table.idOf(this.#file, from)) return;
    this.#edges.push({ from, to: this.#resolver.targets.of(id), kind, confidence, reason, line: use.line });
  }
}

/** `super`, and `super()` in Python. */
function isSuper(receiver: Expression): boolean {
  return receiver.kind === "super" || (receiver.kind === "call" && receiver.of.kind === "super");
}
