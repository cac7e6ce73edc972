import { type Expression, namesOf } from "../../languages/expression.ts";
import type { ParsedFile, Use } from "../../languages/language.ts";
import type { Confidence, EdgeKind, FileEdge, Target } from "../model/edge.ts";
import type { SymbolTable, TypeId } from "../names/symbol-table.ts";
import { isWeak, named, type TypeRef, withoutOptional } from "../types/type-ref.ts";
import { attributeName, lastName, parts, Types } from "../types/types.ts";
import { Twins } from "./conditional-variants.ts";
import { Inference, type Spot, type Typed } from "./inference.ts";
import { Locals } from "./locals.ts";
import { isOfType, Lookup, type Want } from "./lookup.ts";
import { isOperatorName, operatorsMeant } from "./operators.ts";

/** Past so many candidates a name says nothing. */
const maxCandidates = 8;
/** A name that so many declarations have is an ordinary one. */
const maxNamed = 64;

const inferred: Confidence = "inferred";
const possible: Confidence = "possible";

interface Found {
  readonly ids: readonly number[];
  readonly confidence: Confidence;
}

/** Resolves files against one table; keeps what it learns about types from one file to the next. */
export class Resolver {
  readonly table: SymbolTable;
  readonly types: Types;
  readonly lookup: Lookup;
  readonly inference: Inference;
  readonly twins: Twins;
  readonly #targets = new Map<number, Target>();
  readonly #numbers = new Map<Target, number>();
  readonly #outsiders = new Map<string, Target>();

  constructor(table: SymbolTable) {
    this.table = table;
    this.types = new Types(table);
    this.twins = new Twins(table);
    this.lookup = new Lookup(this.types);
    this.inference = new Inference(this.lookup);
  }

  /** The edges that start in a file: what its uses mean. */
  uses(file: number, parsed: ParsedFile): FileEdge[] {
    return new UseResolver(this, file, parsed).edges();
  }

  /** The same object for the same symbol: whoever looks ends up by the thousand need not compare texts. */
  target(id: number): Target {
    const known = this.#targets.get(id);
    if (known) return known;
    const path = this.table.files[this.table.file(id)]?.path ?? "";
    const target = { path, key: this.table.symbol(id).key };
    this.#targets.set(id, target);
    this.#numbers.set(target, id);
    return target;
  }

  /** The symbol that a target of ours stands for; undefined when it is a name from outside. */
  symbolOf(target: Target): number | undefined {
    return this.#numbers.get(target);
  }

  /** A name that is not in the repository. */
  outside(key: string): Target {
    const target = this.#outsiders.get(key) ?? { path: "", key };
    this.#outsiders.set(key, target);
    return target;
  }
}

class UseResolver {
  readonly #file: number;
  readonly #parsed: ParsedFile;
  readonly #locals: Locals;
  readonly #found: FileEdge[] = [];
  readonly #externals = new Set<string>();
  readonly #clauses: ReadonlySet<number>;
  readonly #resolver: Resolver;
  readonly #table: SymbolTable;

  constructor(resolver: Resolver, file: number, parsed: ParsedFile) {
    this.#resolver = resolver;
    this.#table = resolver.table;
    this.#file = file;
    this.#parsed = parsed;
    this.#locals = new Locals(parsed);
    this.#clauses = new Set(parsed.inheritances.map(({ from }) => from));
  }

  edges(): FileEdge[] {
    for (const use of this.#parsed.uses) this.#resolve(use);
    return this.#found;
  }

  #resolve(use: Use): void {
    // The clause itself becomes an edge of its own kind.
    if (use.kind === "type" && this.#clauses.has(use.from)) return;
    const spot = this.#spot(use);
    const found = use.kind === "type" ? this.#type(use, spot) : this.#meant(use, spot);
    if (found === "local") return;
    if (found === "external") return this.#external(use);
    const { ids, confidence } = use.kind === "call" ? this.#withTwins(found, use, spot) : found;
    for (const id of ids) this.#add(use, id, this.#kindOf(use, id), confidence);
  }

  #withTwins({ ids, confidence }: Found, { conditions }: Use, { symbol }: Spot): Found {
    const around = conditions ?? (symbol === undefined ? undefined : this.#table.symbol(symbol).conditions);
    const all = ids.flatMap((id) => this.#resolver.twins.of(id, around ?? []));
    return all.length === ids.length ? { ids: all, confidence } : this.#chosen([...new Set(all)], "possible");
  }

  #spot({ owner, from }: Use): Spot {
    const symbol = owner === undefined ? undefined : this.#table.idOf(this.#file, owner);
    return { file: this.#file, symbol, at: from, locals: this.#locals };
  }

  #kindOf(use: Use, id: number): EdgeKind {
    if (use.kind !== "call") return "references";
    const { kind } = this.#table.symbol(id);
    return kind === "property" || kind === "variable" || kind === "constant" ? "references" : "calls";
  }

  #meant(use: Use, spot: Spot): Found | "local" | "external" {
    if (isOperatorName(use.name)) return this.#operator(use, spot);
    if (use.implicit) return this.#implicit(use, spot);
    if (use.receiver === undefined) return this.#bare(use, spot);
    return this.#member(use, use.receiver, spot);
  }

  #type(use: Use, spot: Spot): Found | "local" | "external" {
    const alias = this.#alias(use, spot);
    if (alias !== undefined) return { ids: [alias], confidence: "exact" };
    const outer = use.receiver ? namesOf(use.receiver) : [];
    const type =
      outer && this.#resolver.types.resolve({ kind: "name", path: [...outer, use.name], args: [] }, spot);
    if (!type || type.kind === "all") return "local";
    const [only] = parts(type);
    if (!only) return "local";
    if (typeof only.id === "string") return "external";
    return { ids: [only.id], confidence: isWeak(type) ? "possible" : "exact" };
  }

  /** Naming an alias is a use of the alias, not of what it stands for. */
  #alias(use: Use, spot: Spot): number | undefined {
    if (use.receiver !== undefined) return undefined;
    const { ids, weak } = this.#resolver.lookup.bare(use.name, { kind: "value" }, spot);
    const [only] = ids;
    return only !== undefined && !weak && ids.length === 1 && this.#table.symbol(only).kind === "typealias"
      ? only
      : undefined;
  }

  #bare(use: Use, spot: Spot): Found | "local" | "external" {
    if (use.kind === "call" && use.name === "Self") return this.#construct(use, "Self", spot);
    const typing = this.#locals.find(use.name, use.from, use.owner);
    if (typing)
      return use.kind === "call"
        ? this.#callAsFunction(use, this.#resolver.inference.local(typing, spot)?.type)
        : "local";
    const want = wantOf(use);
    const { ids, weak } = this.#resolver.lookup.bare(use.name, want, spot);
    const functions = ids.filter((id) => !this.#table.isType(id));
    if (functions.length > 0)
      return this.#chosen(
        functions,
        weak || this.#awaits(functions, spot) || this.#isElsewhere(functions, spot) ? "possible" : "exact",
      );
    if (use.kind !== "call")
      return ids.length > 0 ? this.#chosen(ids, weak ? "possible" : "exact") : "external";
    return this.#construct(use, use.name, spot);
  }

  /**
   * An async function called where nothing says async: inside a task's closure, or not this one at all but a
   * plain one of the same name from elsewhere (`XCTAssertNoThrow`).
   */
  #awaits(ids: readonly number[], { symbol }: Spot): boolean {
    const areAsync = ids.every((id) => / async\b/.test(this.#table.symbol(id).signature));
    if (!areAsync || ids.some((id) => this.#table.parentOf(id) !== undefined)) return false;
    return symbol !== undefined && !/ async\b/.test(this.#table.symbol(symbol).signature);
  }

  /** Declared under a condition that does not hold around the call: on other platforms it means something else. */
  #isElsewhere(ids: readonly number[], { symbol, file }: Spot): boolean {
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

  #construct(use: Use, name: string, spot: Spot): Found | "local" | "external" {
    const type = this.#resolver.types.read(name, spot);
    const [only] = parts(type);
    if (!type || !only) return "external";
    if (typeof only.id === "string" && !/^\p{Lu}/u.test(only.id)) return "external";
    return this.#constructed(use, only.id, isWeak(type) ? "possible" : "exact");
  }

  #callAsFunction(use: Use, type: TypeRef | undefined): Found | "local" {
    const inner = withoutOptional(type);
    if (!inner) return "local";
    const ids = this.#resolver.lookup.member(inner, "callAsFunction", wantOf(use), this.#file);
    return ids.length > 0 ? this.#chosen(ids, "inferred") : "local";
  }

  #member(use: Use, receiver: Expression, spot: Spot): Found | "local" | "external" {
    const { lookup, inference } = this.#resolver;
    const imported = this.#throughModule(use, receiver);
    if (imported) return imported;
    const typed = inference.typeOf(receiver, spot);
    if (use.name === "subscript" && use.kind === "call") return this.#subscript(use, typed);
    if (!typed) return this.#nameOnly(use);
    const confidence = confidenceOf(typed);
    if (use.name === "init" && use.kind === "call") return this.#initCall(use, typed.type, confidence);
    const ids = lookup.member(typed.type, use.name, wantOf(use), this.#file);
    const callables = ids.filter((id) => !this.#table.isType(id));
    if (callables.length > 0) return this.#chosen(callables, confidence);
    if (typed.type.kind === "meta" && lookup.dialect(this.#file).makers.has(use.name))
      return this.#initCall(use, typed.type, confidence);
    const nested = ids[0] ?? this.#nestedType(typed.type, use.name, spot);
    if (nested !== undefined && use.kind === "call") return this.#constructed(use, nested, confidence);
    if (nested !== undefined) return this.#chosen([nested], confidence);
    return isSuper(receiver) ? "external" : this.#beyond(use, typed.type);
  }

  /** A member that the type does not have, as far as the repository says. */
  #beyond(use: Use, type: TypeRef): Found | "external" {
    const { lookup } = this.#resolver;
    const { narrows, isExtension } = lookup.dialect(this.#file);
    if (!narrows) return this.#inExtension(use, type);
    const namesakes = parts(type).flatMap(({ id }) => this.#namesakes(id));
    const own = namesakes.flatMap((id) => lookup.member(named(id), use.name, wantOf(use), this.#file));
    const others = this.#telling(use.name)
      .filter((id) => isExtension(this.#table.symbol(id)) || this.#isInSubtype(id, type))
      .filter((id) => this.#table.isReachable(id, this.#file) && lookup.fits(id, wantOf(use), this.#file));
    const ids = [...new Set([...own, ...others])];
    return ids.length === 0 || ids.length > maxCandidates ? "external" : { ids, confidence: "possible" };
  }

  /** Members of that name, where it is rare enough to say something. */
  #telling(name: string): readonly number[] {
    const ids = this.#table.named(name);
    return ids.length > maxNamed || this.#isOrdinary(name) ? [] : ids;
  }

  /**
   * Types with the name of another: the other parts of one that is declared in several (interface and implementation,
   * `partial class`), and ours where it counts as from elsewhere because its package or namespace was not followed.
   */
  #namesakes(id: TypeId): readonly number[] {
    const own = typeof id === "number" ? this.#table.symbol(id).qualifiedName : undefined;
    return this.#table.named(lastName(this.#table.nameOf(id))).filter((each) => {
      if (each === id || !this.#table.isType(each) || !this.#table.isReachable(each, this.#file))
        return false;
      return own === undefined || this.#table.symbol(each).qualifiedName === own;
    });
  }

  /** After `if (x instanceof Sub)` a value has the members of `Sub`, whatever its declaration says. */
  #isInSubtype(id: number, type: TypeRef): boolean {
    const parent = this.#table.parentOf(id) ?? this.#table.typeApart(id);
    if (parent === undefined) return false;
    const lineage = this.#resolver.types.lineage(this.#table.typeOf(parent));
    return parts(type).some((each) => lineage.includes(each.id));
  }

  /** What a type from elsewhere conforms to is not known: `extension View` may be about it. */
  #inExtension(use: Use, type: TypeRef): Found | "external" {
    const isOurs = parts(type).some(({ id }) => typeof id === "number");
    if (isOurs || this.#isOrdinary(use.name)) return "external";
    const ids = this.#resolver.lookup.anywhere(use.name, wantOf(use), this.#file).filter((id) => {
      const parent = this.#table.parentOf(id);
      return parent !== undefined && typeof this.#table.typeOf(parent) === "string";
    });
    return ids.length === 0 || ids.length > 3 ? "external" : { ids, confidence: "possible" };
  }

  /** `ns.load()` where `ns` is a module that the file imports. */
  #throughModule(use: Use, receiver: Expression): Found | "external" | undefined {
    const path = namesOf(receiver);
    const [head] = path ?? [];
    if (!path || head === undefined || this.#locals.find(head, use.from, use.owner)) return undefined;
    const found = this.#table.inModule(this.#file, path.join("."), use.name) ?? [];
    const ids = found.filter((id) => this.#resolver.lookup.fits(id, wantOf(use), this.#file));
    const [only] = ids;
    if (only === undefined) return undefined;
    return this.#table.isType(only) && use.kind === "call"
      ? this.#constructed(use, only, "exact")
      : this.#chosen(ids, "exact");
  }

  #operator(use: Use, spot: Spot): Found | "local" {
    const { ids, confidence } = operatorsMeant(this.#resolver, use, spot);
    return ids.length === 0 ? "local" : this.#chosen(ids, confidence);
  }

  /** `x[…]`: labels alone say something, an index without one nothing. */
  #subscript(use: Use, typed: Typed | undefined): Found | "local" {
    const { lookup } = this.#resolver;
    if (typed) {
      const ids = lookup.member(typed.type, use.name, wantOf(use), this.#file);
      return ids.length === 0 ? "local" : this.#chosen(ids, confidenceOf(typed));
    }
    if (use.labels?.every((label) => label === "_")) return "local";
    const ids = lookup.anywhere(use.name, wantOf(use), this.#file);
    return ids.length === 0 || ids.length > 3 ? "local" : { ids, confidence: "possible" };
  }

  #nestedType(type: TypeRef, name: string, spot: Spot): number | undefined {
    if (type.kind !== "meta") return undefined;
    const [found] = parts(this.#resolver.types.memberType(type, name, [], spot));
    return typeof found?.id === "number" ? found.id : undefined;
  }

  /** `self.init(…)`, `super.init(…)`, `Foo.init(…)`. */
  #initCall(use: Use, type: TypeRef, confidence: Confidence): Found | "external" {
    const [only] = parts(type);
    if (!only) return "external";
    return this.#constructed(use, only.id, confidence);
  }

  #constructed(use: Use, type: TypeId, confidence: Confidence): Found | "external" {
    const { ids, isSure } = this.#resolver.lookup.constructorOf(type, argumentsOf(use), this.#file);
    return ids.length === 0 ? "external" : this.#chosen(ids, isSure ? confidence : "possible");
  }

  /** The receiver's type is not known: whoever has such a member may be meant. */
  #nameOnly(use: Use): Found | "external" {
    if (this.#isOrdinary(use.name)) return "external";
    const ids = this.#resolver.lookup.anywhere(use.name, wantOf(use), this.#file);
    const isCall = use.kind === "call";
    const fitting = isCall ? ids : ids.filter((id) => !isOfType(this.#table.symbol(id)));
    const most = isCall ? maxCandidates : 2;
    if (fitting.length === 0 || fitting.length > most) return "external";
    return { ids: fitting, confidence: "possible" };
  }

  /** `.name(…)`: the expected type is known where the declaration around it says one. */
  #implicit(use: Use, spot: Spot): Found | "external" {
    const { lookup, types } = this.#resolver;
    for (const { type: text, confidence } of this.#expected(spot)) {
      const type = withoutOptional(types.read(text, spot));
      const meta: TypeRef | undefined = type && { kind: "meta", of: type };
      const all = meta && use.name !== "init" ? lookup.member(meta, use.name, wantOf(use), this.#file) : [];
      // A function that passes `.name` on is not its own target, though the name is the same.
      const ids = all.filter((id) => id !== spot.symbol && isOfType(this.#table.symbol(id)));
      const areCases = ids.every((id) => this.#table.symbol(id).kind === "case");
      if (ids.length > 0)
        return this.#chosen(ids, areCases || confidence === "inferred" ? confidence : "possible");
    }
    if (use.name === "init" || this.#isOrdinary(use.name)) return "external";
    const ids = lookup
      .anywhere(use.name, wantOf(use), this.#file)
      .filter((id) => id !== spot.symbol && isOfType(this.#table.symbol(id)));
    return ids.length === 0 || ids.length > 3 ? "external" : { ids, confidence: "possible" };
  }

  /**
   * Types that a value may be expected to have inside a declaration: that of a property, the enclosing enum,
   * and, as a guess, the result of a function: the value may as well be an argument of a call in it.
   */
  #expected({ symbol }: Spot): { type: string; confidence: Confidence }[] {
    if (symbol === undefined) return [];
    const { type, kind } = this.#table.symbol(symbol);
    const [inner] = this.#resolver.types.enclosing(symbol);
    const own = typeof inner?.type === "number" ? inner.type : undefined;
    const isEnum = own !== undefined && this.#table.symbol(own).kind === "enum";
    const isValue = kind === "property" || kind === "variable" || kind === "constant";
    return [
      ...(type !== undefined && isValue ? [{ type, confidence: inferred }] : []),
      ...(isEnum ? [{ type: "Self", confidence: this.#isMirrored(own, symbol) ? possible : inferred }] : []),
      ...(type !== undefined && !isValue ? [{ type, confidence: possible }] : []),
    ];
  }

  /** Whether a macro adds enums with the same cases to the type, and the repository does not declare them all. */
  #isMirrored(type: number, symbol: number): boolean {
    const { mirroringMacros } = this.#resolver.lookup.dialect(this.#file);
    if (mirroringMacros.size === 0 || !isOfType(this.#table.symbol(symbol))) return false;
    const added = this.#table
      .symbol(type)
      .attributes.flatMap((attribute) => mirroringMacros.get(attributeName(attribute)) ?? []);
    return added.some((name) => this.#table.member(type, name).length === 0);
  }

  #isOrdinary(name: string): boolean {
    return this.#resolver.lookup.dialect(this.#file).ordinaryMembers.has(name);
  }

  /** One declaration is sure; of several overloads that the arguments fit, each is only possible. */
  #chosen(ids: readonly number[], confidence: Confidence): Found {
    if (ids.length > 1) return { ids: ids.slice(0, maxCandidates), confidence: "possible" };
    return { ids, confidence };
  }

  #external(use: Use): void {
    if (use.kind === "value" || use.kind === "member" || use.kind === "keypath" || use.name === "") return;
    const from = use.owner ?? -1;
    const isCall = use.kind === "call";
    const id = `${from} ${isCall} ${use.name}`;
    if (this.#externals.has(id)) return;
    this.#externals.add(id);
    this.#found.push({
      from,
      to: this.#resolver.outside(use.name),
      kind: isCall ? "calls" : "references",
      confidence: "external",
      line: use.line,
    });
  }

  #add(use: Use, id: number, kind: EdgeKind, confidence: Confidence): void {
    const from = use.owner ?? -1;
    // A declaration that names itself in its own header (`typealias`, a recursive type) is no news.
    if (kind === "references" && id === this.#table.idOf(this.#file, from)) return;
    this.#found.push({ from, to: this.#resolver.target(id), kind, confidence, line: use.line });
  }
}

/** `super`, and `super()` in Python. */
function isSuper(receiver: Expression): boolean {
  return receiver.kind === "super" || (receiver.kind === "call" && receiver.of.kind === "super");
}

function confidenceOf({ type, derived }: Typed): Confidence {
  return isWeak(type) ? "possible" : derived ? "inferred" : "exact";
}

function argumentsOf({ labels = [], closures = [] }: Use) {
  return { labels, closures };
}

function wantOf(use: Use): Want {
  return use.kind === "call" ? { kind: "call", args: argumentsOf(use) } : { kind: "value" };
}
