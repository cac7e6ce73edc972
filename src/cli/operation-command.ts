import type * as z from "zod";
import { findOperation } from "../catalog.ts";
import type { Fault, Suggestion } from "../kernel/fault.ts";
import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { withoutTrailing } from "../kernel/text.ts";
import { uptimeMs } from "../kernel/uptime.ts";
import { parseArguments } from "../operation/arguments.ts";
import type { FlagSpec, Flags } from "../operation/flags.ts";
import { invoke } from "../operation/invoke.ts";
import { type AnyOperation, type CommandView, commandOf, type Operation } from "../operation/operation.ts";
import { type Answer, createRuntime } from "../operation/runtime.ts";
import { inputSchema, type PropertySchema } from "../operation/schema.ts";
import { flagName, type Surface, terminalSurface, usageLine } from "../operation/surface.ts";
import type { Toolset } from "../operation/toolset.ts";
import { enclosingProject } from "../workspace/paths/enclosing-project.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { Command } from "./command.ts";
import { workspaceOf } from "./open.ts";
import type { FlagValue, ParsedLine } from "./parse.ts";
import { providerFor } from "./provider.ts";
import { commandFor, reportFault } from "./report.ts";
import { askChoices } from "./terminal/ask-choices.ts";
import { canAsk } from "./terminal/ask-line.ts";
import { progressBar } from "./terminal/progress-bar.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** An operation as a person calls it. */
interface Called {
  readonly operation: AnyOperation;
  readonly view: CommandView;
  /** The same entry with the arguments that the command takes. */
  readonly typed: AnyOperation;
  readonly surface: Surface;
  readonly neighbors: Neighbors;
}

/** The operations that an answer can recommend; `missing` has the names that were asked for and are in other toolsets. */
interface Neighbors {
  readonly operations: Map<string, AnyOperation>;
  readonly missing: Set<string>;
}

/** The command of an operation: flags from its input schema, the answer as text or as JSON. */
export function operationCommand(operation: AnyOperation, toolset: Toolset): Command | undefined {
  const view = commandOf(operation);
  if (!view) return undefined;
  const typed = view.input === undefined ? operation : { ...operation, input: view.input };
  const neighbors = { operations: new Map(Object.entries(toolset.operations)), missing: new Set<string>() };
  const called = { operation, view, typed, surface: surfaceOf(neighbors), neighbors };
  return {
    words: view.words,
    summary: view.summary ?? operation.summary,
    examples: view.examples,
    // Schemas are made when asked for: a command line runs one command of a family.
    get usage() {
      return usageLine(view, operation).slice(`hewto ${view.words} `.length);
    },
    get choices() {
      const [first = ""] = view.positionals ?? [];
      return inputSchema(typed).properties?.[first]?.enum?.map(String) ?? [];
    },
    get flags() {
      const fields = Object.entries(inputSchema(typed).properties ?? {});
      return [...fields.map(([field, property]) => flagOf(view, field, property)), ...(view.flags ?? [])];
    },
    run: (line, terminal) => runCommand(called, line, terminal),
  };
}

async function runCommand(called: Called, line: ParsedLine, terminal: Terminal): Promise<number> {
  const { operation, view, typed, surface } = called;
  const json = line.flags.json === true;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, json);
  const args = argumentsOf(called, line);
  const given = args.ok ? parseArguments(typed, args.value, surface) : args;
  if (!given.ok) return reportFault(given.fault, terminal, json);
  const input = view.toInput?.(given.value) ?? given.value;
  const answer = await callOperation(operation, input, workspace.value, stringFlags(line), terminal, surface);
  if (!answer.ok) return reportFault(inProject(answer.fault, workspace.value), terminal, json);
  terminal.out(`${await rendered(called, answer.value, given.value, terminal, json)}\n`);
  return operation.exitCode?.(answer.value.output) ?? 0;
}

/** In a folder of a project, an index of that folder alone is rarely what is wanted. */
function inProject(given: Fault, workspace: Workspace): Fault {
  const isHere = given.code === "index_missing" && (given.path ?? workspace.root) === workspace.root;
  const above = isHere ? enclosingProject(workspace) : undefined;
  if (above === undefined) return given;
  const remedy = `This folder is part of ${above}: search from there, or pass --workspace.`;
  return { ...given, remedy, suggest: { command: "index", to: "index this folder alone" } };
}

/** Runs an operation for the person at this terminal: progress on stderr, Ctrl-C cancels. */
export async function callOperation<In extends z.ZodObject, Out extends z.ZodType>(
  operation: Operation<string, In, Out>,
  input: z.input<In>,
  workspace: Workspace,
  flags: Flags,
  terminal: Terminal,
  surface?: Surface,
): Promise<Result<Answer<In, Out>>> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once("SIGINT", stop);
  const bar = progressBar(terminal, { now: uptimeMs });
  const provided = operation.generates ? await providerFor(workspace, terminal.env) : {};
  const runtime = createRuntime({
    workspace,
    ...provided,
    flags,
    log: (level, message) => void (level === "debug" || terminal.err(`hewto: ${message}\n`)),
  });
  const answer = await invoke(runtime, operation, input, {
    signal: abort.signal,
    progress: bar.report,
    isByPerson: true,
    choose: canAsk(terminal)
      ? (question, choices, signal) => askChoices(terminal, question, choices, signal)
      : undefined,
    surface,
    recommend: commandFor,
  });
  bar.finish();
  process.off("SIGINT", stop);
  return abort.signal.aborted ? fail(fault("cancelled", "Cancelled.", "")) : answer;
}

/** Notes which operations of other toolsets an answer recommends. One with a `command` of its own needs no look. */
function surfaceOf({ operations, missing }: Neighbors): Surface {
  const surface = terminalSurface((name) => operations.get(name));
  const noted = <T>(say: (suggestion: Suggestion) => T) => {
    return (suggestion: Suggestion): T => {
      if (
        "operation" in suggestion &&
        suggestion.command === undefined &&
        !operations.has(suggestion.operation)
      )
        missing.add(suggestion.operation);
      return say(suggestion);
    };
  };
  return { ...surface, reference: noted(surface.reference), recommend: noted(surface.recommend) };
}

/** An answer that recommends a command of another toolset is rendered again when that one is loaded. */
async function rendered(
  called: Called,
  answer: Answer,
  given: Record<string, unknown>,
  terminal: Terminal,
  json: boolean,
): Promise<string> {
  const { operations, missing } = called.neighbors;
  const text = render(called, answer, given, terminal, json);
  if (missing.size === 0) return text;
  for (const name of missing) {
    const operation = await findOperation(name);
    if (operation !== undefined) operations.set(name, operation);
  }
  return render(called, answer, given, terminal, json);
}

function render(
  { operation, surface }: Called,
  { input, output }: Answer,
  given: Record<string, unknown>,
  terminal: Terminal,
  json: boolean,
) {
  const text = () => operation.text(output, input, surface);
  if (json) return JSON.stringify(isRecord(output) ? output : { text: text() }, null, 2);
  return withoutTrailing(operation.human?.(output, given, terminal.style, surface) ?? text(), "\n");
}

/** Fields by position first, then by flag. */
function argumentsOf({ view, typed, surface }: Called, line: ParsedLine): Result<Record<string, unknown>> {
  const { properties = {} } = inputSchema(typed);
  const args: Record<string, unknown> = {};
  const words = [...line.positionals];
  for (const name of view.positionals ?? []) {
    const field = name.replace(/\.\.\.$/, "");
    if (words.length === 0) break;
    if (!name.endsWith("...")) args[field] = fieldValue(words.shift() ?? "", properties[field]);
    else args[field] = properties[field]?.type === "array" ? words.splice(0) : words.splice(0).join(" ");
  }
  if (words.length > 0) {
    const message = `\`hewto ${view.words}\` does not take \`${words.join(" ")}\`.`;
    return fail(fault("invalid_argument", message, surface.usage(typed)));
  }
  for (const [field, property] of Object.entries(properties)) {
    const value = line.flags[flagName(view, field)];
    if (value !== undefined) args[field] = typeof value === "string" ? fieldValue(value, property) : value;
  }
  return ok(args);
}

/** Numbers, and JSON for structured fields; what does not parse stays text and is refused with its name. */
function fieldValue(word: string, property: PropertySchema | undefined): unknown {
  const type = property?.type;
  if (type === "integer" || type === "number")
    return word.trim() === "" || Number.isNaN(Number(word)) ? word : Number(word);
  if (type === "boolean") return word === "true" ? true : word === "false" ? false : word;
  if (type !== "object" && type !== "array" && type !== undefined) return word;
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

function flagOf(view: CommandView, field: string, property: PropertySchema): FlagSpec {
  const isList = property.type === "array" && property.items?.type === "string";
  const choices = property.enum?.map(String);
  const isNumber = property.type === "integer" || property.type === "number";
  return {
    name: flagName(view, field),
    kind: property.type === "boolean" ? "boolean" : isList ? "list" : "string",
    summary: (property.description ?? field.replaceAll("_", " ")) + defaultText(property),
    value: isNumber ? "N" : choices ? choices.join("|") : "TEXT",
    choices,
  };
}

function defaultText({ default: value }: PropertySchema): string {
  return typeof value === "string" || typeof value === "number" ? ` (default: ${value})` : "";
}

function stringFlags(line: ParsedLine): Record<string, string | boolean | string[]> {
  const asText = (value: FlagValue) => (typeof value === "number" ? String(value) : value);
  return Object.fromEntries(Object.entries(line.flags).map(([name, value]) => [name, asText(value)]));
}
