import type { Parameter } from "../../languages/language.ts";
import type { SymbolShape } from "../model/shape.ts";

/** The arguments of a call as far as they tell overloads apart. */
export interface Arguments {
  readonly labels: readonly string[];
  readonly closures: readonly string[];
}

/** Whether a call can be to this declaration, by labels, defaults, variadics and trailing closures. */
export function labelsFit(symbol: SymbolShape, { labels, closures }: Arguments): boolean {
  const parameters = symbol.parameters ?? [];
  if (closures.length === 0 && isPlain(parameters)) return plainFit(symbol, labels);
  const rest = afterArguments(symbol, parameters, labels);
  return rest !== undefined && closuresFit(rest, closures);
}

/**
 * The overloads that the language would choose, as far as labels and types tell. One that is marked as disfavoured
 * loses against any other that takes and gives the same; what differs in its result may be meant for that.
 */
export function favoured(symbols: readonly SymbolShape[], args: Arguments): ReadonlySet<SymbolShape> {
  const overloads = symbols.map((symbol) => overloadOf(symbol, args));
  const first = overloads.filter(({ symbol }) => !isDisfavoured(symbol));
  if (first.length === overloads.length) return new Set(withFewestDefaults(first));
  const last = overloads.filter(
    ({ symbol, taken }) =>
      isDisfavoured(symbol) &&
      !first.some((each) => each.taken === taken && each.symbol.type === symbol.type),
  );
  return new Set([...withFewestDefaults(first), ...withFewestDefaults(last)]);
}

interface Overload {
  readonly symbol: SymbolShape;
  /** The types of the parameters that get an argument. */
  readonly taken: string;
  /** How many parameters get none. */
  readonly left: number;
}

function overloadOf(symbol: SymbolShape, args: Arguments): Overload {
  const parameters = symbol.parameters ?? [];
  const rest = new Set(afterArguments(symbol, parameters, args.labels));
  // A trailing closure is for the last parameter that may take one.
  const closure =
    args.closures.length > 0
      ? parameters.findLast((each) => rest.has(each) && mayBeFunction(each))
      : undefined;
  if (closure) rest.delete(closure);
  const taken = parameters.filter((each) => !rest.has(each)).map(({ type }) => type ?? "");
  return { symbol, taken: taken.join(), left: rest.size };
}

function isDisfavoured({ attributes }: SymbolShape): boolean {
  return attributes.includes("@_disfavoredOverload");
}

/**
 * Of overloads that take the same arguments as the same types, the language prefers those that need no defaults:
 * `map(_:)` before `map(file:line:_:)`.
 */
function withFewestDefaults(overloads: readonly Overload[]): SymbolShape[] {
  const best = new Map<string, { readonly left: number; readonly symbols: SymbolShape[] }>();
  for (const { symbol, taken, left } of overloads) {
    const known = best.get(taken);
    if (!known || left < known.left) best.set(taken, { left, symbols: [symbol] });
    else if (left === known.left) known.symbols.push(symbol);
  }
  return [...best.values()].flatMap((each) => each.symbols);
}

function isPlain(parameters: readonly Parameter[]): boolean {
  return parameters.every(({ hasDefault, variadic }) => !hasDefault && !variadic);
}

function plainFit(symbol: SymbolShape, labels: readonly string[]): boolean {
  const own = symbol.labels ?? [];
  return own.length === labels.length && own.every((label, at) => label === labels[at]);
}

/** Parameters that got no argument in the parentheses; undefined when the labels do not fit. */
function afterArguments(
  symbol: SymbolShape,
  parameters: readonly Parameter[],
  labels: readonly string[],
): Parameter[] | undefined {
  const own = symbol.labels ?? parameters.map(({ label }) => label);
  const rest: Parameter[] = [];
  let argument = 0;
  for (const [at, parameter] of parameters.entries()) {
    if (argument < labels.length && labels[argument] === own[at]) {
      argument++;
      while (parameter.variadic && labels[argument] === "_") argument++;
      continue;
    }
    rest.push(parameter);
    // A parameter without an argument must have a default, or be a closure behind the parentheses.
    if (argument < labels.length && !parameter.hasDefault && !parameter.variadic) return undefined;
  }
  return argument === labels.length ? rest : undefined;
}

function closuresFit(rest: readonly Parameter[], closures: readonly string[]): boolean {
  const [, ...named] = closures;
  const left = rest.filter(({ label }) => !named.includes(label));
  if (rest.length - left.length < named.length) return false;
  const required = left.filter(({ hasDefault, variadic }) => !hasDefault && !variadic);
  if (closures.length === 0) return required.length === 0;
  const takesOne = left.some((parameter) => mayBeFunction(parameter));
  return takesOne && required.length <= 1 && required.every((parameter) => mayBeFunction(parameter));
}

const values = /^(inout\s+)?(Int|String|Bool|Double|Float|UInt|Character|UInt8|Int64)[?!]?$/;

/** A closure's type may hide behind a plain name; a generic type or one of the standard ones is none. */
function mayBeFunction({ type }: Parameter): boolean {
  if (type === undefined || type.includes("->")) return true;
  return !values.test(type) && !type.includes("<");
}
