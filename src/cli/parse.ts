import { fault } from "../kernel/fault.ts";
import { didYouMean, formatSuggestions } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import type { FlagSpec } from "../operation/flags.ts";
import { meantNames } from "../operation/synonyms.ts";

export type FlagValue = string | number | boolean | string[];

export interface ParsedLine {
  readonly positionals: string[];
  readonly flags: Readonly<Record<string, FlagValue>>;
}

/** Parses a command line by the flags that it knows. `--` ends the flags; `-x` is short for one of them. */
export function parseLine(words: readonly string[], specs: readonly FlagSpec[]): Result<ParsedLine> {
  const positionals: string[] = [];
  const flags: Record<string, FlagValue> = {};
  const queue = [...words];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === "--") {
      positionals.push(...queue.splice(0));
    } else if (!word.startsWith("-") || word === "-" || isNumber(word)) {
      positionals.push(word);
    } else {
      const taken = takeFlag(word, queue, specs, flags);
      if (!taken.ok) return taken;
    }
  }
  return ok({ positionals, flags });
}

function takeFlag(
  word: string,
  queue: string[],
  specs: readonly FlagSpec[],
  flags: Record<string, FlagValue>,
): Result<undefined> {
  const [name, inline] = splitFlag(word);
  const spec = specs.find((candidate) => candidate.name === name || candidate.short === name);
  if (spec?.kind === "boolean") return setBoolean(spec, true, inline, flags);
  if (!spec) {
    const opposite = specs.find((candidate) => oppositeOf(candidate) === name);
    return opposite ? setBoolean(opposite, false, inline, flags) : unknownFlag(word, specs);
  }
  const [next] = queue;
  if (inline === undefined && next !== undefined && isFlag(next, specs))
    return badValue(spec, undefined, "needs a value", `If that is ${next}, write --${spec.name}=${next}.`);
  const value = inline ?? queue.shift();
  if (value === undefined) return badValue(spec, undefined, "needs a value");
  return setValue(spec, value, flags);
}

/** Whether a word is one of the long flags: it is then not the value of the flag before it. */
function isFlag(word: string, specs: readonly FlagSpec[]): boolean {
  const [name] = splitFlag(word);
  return word.startsWith("--") && specs.some((spec) => spec.name === name || oppositeOf(spec) === name);
}

/** `no-json` for `json`, and `plugins` for `no-plugins`; nothing for a flag that takes a value. */
function oppositeOf({ name, kind }: FlagSpec): string | undefined {
  if (kind !== "boolean") return undefined;
  return name.startsWith("no-") ? name.slice("no-".length) : `no-${name}`;
}

function setBoolean(
  spec: FlagSpec,
  on: boolean,
  inline: string | undefined,
  flags: Record<string, FlagValue>,
): Result<undefined> {
  if (inline !== undefined && inline !== "true" && inline !== "false") {
    return badValue(spec, inline, "takes no value");
  }
  flags[spec.name] = inline === "false" ? !on : on;
  return ok(undefined);
}

function setValue(spec: FlagSpec, value: string, flags: Record<string, FlagValue>): Result<undefined> {
  if (spec.choices && !spec.choices.includes(value)) {
    const hint = didYouMean(value, spec.choices);
    return badValue(spec, value, `must be one of ${spec.choices.join(", ")}`, hint);
  }
  if (spec.kind === "integer") {
    if (!/^-?\d+$/.test(value)) return badValue(spec, value, "must be a whole number");
    flags[spec.name] = Number(value);
  } else if (spec.kind === "list") {
    const before = flags[spec.name];
    flags[spec.name] = [...(Array.isArray(before) ? before : []), value];
  } else {
    flags[spec.name] = value;
  }
  return ok(undefined);
}

function splitFlag(word: string): [name: string, inline: string | undefined] {
  const equals = word.indexOf("=");
  const name = (equals === -1 ? word : word.slice(0, equals)).replace(/^--?/, "");
  return [name, equals === -1 ? undefined : word.slice(equals + 1)];
}

function isNumber(word: string): boolean {
  return /^-\d+(\.\d+)?$/.test(word);
}

function unknownFlag(word: string, specs: readonly FlagSpec[]): Result<never> {
  const [name] = splitFlag(word);
  const known = [...new Set(specs.flatMap((spec) => [spec.name, oppositeOf(spec) ?? spec.name]))];
  // `--http` is what `--transport http` would be elsewhere.
  const chosen = specs.find((spec) => spec.choices?.includes(name));
  const meant = chosen ? [`${chosen.name} ${name}`] : meantNames(name, known);
  const hint = formatSuggestions(meant.map((flag) => `--${flag}`));
  return fail(fault("unknown_command", `Unknown flag ${word}.`, hint || "Add --help to see what there is."));
}

function badValue(spec: FlagSpec, value: string | undefined, rule: string, hint = ""): Result<never> {
  const got = value === undefined ? "" : `; got ${JSON.stringify(value)}`;
  return fail(
    fault("unknown_command", `--${spec.name} ${rule}${got}.`, hint || `It means: ${spec.summary}`, {
      subject: { flag: spec.name },
    }),
  );
}
