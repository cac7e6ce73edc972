import type { Fault, Suggestion } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { type AnyOperation, type CommandView, commandOf } from "./operation.ts";
import { inputSchema } from "./schema.ts";

/**
 * The reader of an answer and the way they name things: an agent calls tools with arguments, a person types
 * commands with flags. Faults and texts carry operations as data and are worded here.
 */
export interface Surface {
  /** An argument as this reader gives it: `limit`, or `--limit`. */
  readonly argument: (operation: AnyOperation, name: string) => string;
  /** A usage line for arguments that could not be understood; "" where the reader has a schema. */
  readonly usage: (operation: AnyOperation) => string;
  /** The call as code, such as `hewto specs list`; undefined where this reader cannot make it. */
  readonly reference: (suggestion: Suggestion) => string | undefined;
  /** A sentence that recommends a call, or "" where this reader cannot make it. */
  readonly recommend: (suggestion: Suggestion) => string;
}

type Lookup = (operation: string) => AnyOperation | undefined;

/** For agents: tools by name. What is not a tool here is something to ask the user for. */
export function agentSurface(tools: Lookup, commands: Lookup = () => undefined): Surface {
  const person = terminalSurface(commands);
  const reference = (suggestion: Suggestion) => {
    const tool = "operation" in suggestion ? tools(suggestion.operation) : undefined;
    if (!("operation" in suggestion) || tool === undefined) return undefined;
    const args = Object.entries(suggestion.args ?? {})
      .filter(([name]) => name in tool.input.shape)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    return `\`${suggestion.operation}\`${args.length === 0 ? "" : ` with ${args.join(", ")}`}`;
  };
  return {
    argument: (_operation, name) => name,
    usage: () => "",
    reference,
    recommend: (suggestion) => {
      const call = reference(suggestion);
      if (call !== undefined) return `Call ${call}${purpose(suggestion)}.`;
      const command = person.reference(suggestion);
      return command === undefined ? "" : `Ask the user to run ${command}${purpose(suggestion)}.`;
    },
  };
}

/** For people at a terminal: commands, flags and values by position. */
export function terminalSurface(commands: Lookup): Surface {
  const reference = (suggestion: Suggestion) => {
    const operation = "operation" in suggestion ? commands(suggestion.operation) : undefined;
    if (operation === undefined || !("operation" in suggestion))
      return suggestion.command && `\`hewto ${suggestion.command}\``;
    const { cli } = operation;
    if (!("words" in cli)) {
      const command = suggestion.command ?? cli.command;
      return command && `\`hewto ${command}\``;
    }
    return `\`${commandLine(cli, operation, suggestion.args ?? {})}\``;
  };
  return {
    argument: (operation, name) => {
      const view = commandOf(operation);
      const isPositional = view?.positionals?.some((each) => each.replace("...", "") === name) === true;
      return isPositional || view === undefined ? name.toUpperCase() : `--${flagName(view, name)}`;
    },
    usage: (operation) => {
      const view = commandOf(operation);
      return view === undefined ? "" : `Usage: ${usageLine(view, operation)} [flags]. See --help.`;
    },
    reference,
    recommend: (suggestion) => {
      const command = reference(suggestion);
      return command === undefined ? "" : `Run ${command}${purpose(suggestion)}.`;
    },
  };
}

/** The fault with its suggestion worded for a reader, as the last sentence of its remedy. */
export function worded(fault: Fault, surface: Surface): Fault {
  const sentence = fault.suggest === undefined ? "" : surface.recommend(fault.suggest);
  return { ...fault, remedy: [fault.remedy, sentence].filter((part) => part !== "").join(" ") };
}

export interface SuggestingFinding {
  readonly fix?: unknown;
  readonly suggest: Suggestion;
}

/** A finding that carries its next step as data; other answers use the name `suggest` for texts. */
export function isSuggesting(value: unknown): value is SuggestingFinding {
  return (
    isRecord(value) &&
    typeof value["message"] === "string" &&
    isRecord(value["suggest"]) &&
    ("operation" in value["suggest"] || "command" in value["suggest"])
  );
}

/** With the sentence at the end of its `fix`. A copy, because the finding may be one that a cache holds. */
export function wordedFinding(
  { suggest: _, ...finding }: SuggestingFinding,
  sentence: string,
): Record<string, unknown> {
  const fix = [finding.fix, sentence].filter((part) => part !== undefined && part !== "").join(" ");
  return fix === "" ? finding : { ...finding, fix };
}

export function flagName({ flagNames }: CommandView, field: string): string {
  return flagNames?.[field] ?? field.replaceAll("_", "-");
}

/** `hewto specs show SPEC_ID`, without flags. */
export function usageLine(view: CommandView, operation: AnyOperation): string {
  const { required = [] } = inputSchema({ input: view.input ?? operation.input });
  const positionals = (view.positionals ?? []).map((name) => {
    const field = name.replace("...", "");
    const label = `${field.toUpperCase()}${name.endsWith("...") ? "..." : ""}`;
    return required.includes(field) ? label : `[${label}]`;
  });
  return ["hewto", view.words, ...positionals].join(" ");
}

/** Arguments that only other surfaces take are left out. */
function commandLine(
  view: CommandView,
  operation: AnyOperation,
  args: Readonly<Record<string, unknown>>,
): string {
  const byPosition = (view.positionals ?? []).map((name) => name.replace("...", ""));
  const { shape } = view.input ?? operation.input;
  const words = byPosition.flatMap((name) => args[name] ?? []).map(quoted);
  const flags = Object.entries(args)
    .filter(([name]) => !byPosition.includes(name) && name in shape)
    .map(([name, value]) =>
      value === true ? `--${flagName(view, name)}` : `--${flagName(view, name)} ${quoted(value)}`,
    );
  return ["hewto", view.words, ...words, ...flags].filter((part) => part !== "").join(" ");
}

/** A value as a person would type it in a shell. */
function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function purpose({ to }: Suggestion): string {
  return to === undefined ? "" : ` to ${to}`;
}
