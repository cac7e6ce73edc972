import type { Parameter } from "../../languages/language.ts";
import type { SymbolShape } from "../model/shape.ts";

/** The arguments of a call, as far as they distinguish overloads. */
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
 * The overloads that the language would choose, as far as labels and types decide. A disfavored overload loses to any
 * other with the same parameters and result; one with another result can be meant for that result.
 */
export function preferredOverloads(
  symbols: readonly SymbolShape[],
  args: Arguments,
): ReadonlySet<SymbolShape> {
  const overloads = symbols.map((symbol) => overloadOf(symbol, args));
  const favored = overloads.filter(({ symbol }) => !isDisfavored(symbol));
  if (favored.length === overloads.length) return new Set(withFewestDefaults(favored));
  const disfavored = overloads.filter(
    ({ symbol, parameters }) =>
      isDisfavored(symbol) &&
      !favored.some((each) => each.parameters === parameters && each.symbol.type === symbol.type),
  );
  return new Set([...withFewestDefaults(favored), ...withFewestDefaults(disfavored)]);
}

interface Overload {
  readonly symbol: SymbolShape;
  /** The types of the parameters that get an argument. */
  readonly parameters: string;
  /** How many parameters get none. */
  readonly defaults: number;
}

function overloadOf(symbol: SymbolShape, args: Arguments): Overload {
  const parameters = symbol.parameters ?? [];
  const rest = new Set(afterArguments(symbol, parameters, args.labels));
  // A trailing closure is for the last parameter that can take one.
  const closure =
    args.closures.length > 0
      ? parameters.findLast((each) => rest.has(each) && mayBeFunction(each))
      : undefined;
  if (closure) rest.delete(closure);
  const types = parameters.filter((each) => !rest.has(each)).map(({ type }) => type);
  return { symbol, parameters: types.join(), defaults: rest.size };
}

function isDisfavored({ attributes }: SymbolShape): boolean {
  return attributes.includes("@_disfavoredOverload");
}

/**
 * Of overloads that take the same arguments as the same types, the language prefers those that need no defaults:
 * `map(_:)` before `map(file:line:_:)`.
 */
function withFewestDefaults(overloads: readonly Overload[]): SymbolShape[] {
  const best = new Map<string, { readonly defaults: number; readonly symbols: SymbolShape[] }>();
  for (const { symbol, parameters, defaults } of overloads) {
    const others = best.get(parameters);
    if (!others || defaults < others.defaults) best.set(parameters, { defaults, symbols: [symbol] });
    else if (defaults === others.defaults) others.symbols.push(symbol);
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

/** Parameters without an argument in the parentheses; undefined if the labels do not fit. */
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
    // A parameter without an argument must have a default, or be a closure after the parentheses.
    if (argument < labels.length && !parameter.hasDefault && !parameter.variadic) return undefined;
  }
  return argument === labels.length ? rest : undefined;
}

function closuresFit(rest: readonly Parameter[], closures: readonly string[]): boolean {
  const [, ...named] = closures;
  const unnamed = rest.filter(({ label }) => !named.includes(label));
  if (rest.length - unnamed.length < named.length) return false;
  const required = unnamed.filter(({ hasDefault, variadic }) => !hasDefault && !variadic);
  if (closures.length === 0) return required.length === 0;
  const takesOne = unnamed.some((parameter) => mayBeFunction(parameter));
  return takesOne && required.length <= 1 && required.every((parameter) => mayBeFunction(parameter));
}

const valueTypes = /^(inout\s+)?(Int|String|Bool|Double|Float|UInt|Character|UInt8|Int64)[?!]?$/;

/** A plain name can be an alias of a function type; a generic type or a standard value type cannot. */
function mayBeFunction({ type }: Parameter): boolean {
  if (type === undefined || type.includes("->")) return true;
  return !valueTypes.test(type) && !type.includes("<");
}
