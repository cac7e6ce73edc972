import { type Fault, fault, faultOf } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { withoutTrailing } from "../kernel/text.ts";
import { uptimeMs } from "../kernel/uptime.ts";
import { parseArguments } from "../operation/arguments.ts";
import type { Flags } from "../operation/context.ts";
import type { FlagSpec } from "../operation/flags.ts";
import type { Operation } from "../operation/operation.ts";
import { contextFor, createRuntime } from "../operation/runtime.ts";
import { inputSchema, type ObjectSchema, type PropertySchema } from "../operation/schema.ts";
import { projectAbove } from "../workspace/paths/enclosing-project.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { recover, setAsideNote } from "../workspace/write/journal/recover.ts";
import type { Command } from "./command.ts";
import { workspaceOf } from "./open.ts";
import type { FlagValue, ParsedLine } from "./parse.ts";
import { progressBar } from "./progress-bar.ts";
import { providerFor } from "./provider.ts";
import { reportFault } from "./report.ts";
import type { Terminal } from "./terminal.ts";

/** The command of an operation: flags from its input schema, the answer as text or as JSON. */
export function operationCommand(operation: Operation, extraFlags: readonly FlagSpec[]): Command | undefined {
  const { cli } = operation;
  if (!cli) return undefined;
  return {
    words: cli.words,
    summary: cli.summary ?? operation.summary,
    ...(cli.examples ? { examples: cli.examples } : {}),
    // Schemas are made when asked for: a command line runs one command of a family.
    get usage() {
      return (cli.positionals ?? []).map((name) => usageOf(name, inputSchema(operation))).join(" ");
    },
    get choices() {
      const [first = ""] = cli.positionals ?? [];
      return inputSchema(operation).properties?.[first]?.enum?.map(String) ?? [];
    },
    get flags() {
      const fields = Object.entries(inputSchema(operation).properties ?? {});
      return [...fields.map(([field, property]) => flagOf(operation, field, property)), ...extraFlags];
    },
    run: (line, terminal) => runOperation(operation, line, terminal),
  };
}

async function runOperation(operation: Operation, line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, json);
  const words = argumentsOf(operation, line);
  const input = words.ok ? parseArguments(operation, words.value) : words;
  if (!input.ok) return reportFault(asTyped(input.fault, operation), terminal, json);
  const output = await callOperation(operation, input.value, workspace.value, stringFlags(line), terminal);
  if (output === "cancelled") return 130;
  if (!output.ok) return reportFault(inProject(output.fault, workspace.value), terminal, json);
  terminal.out(`${render(operation, output.value, input.value, terminal, json)}\n`);
  return operation.exitCode?.(output.value) ?? 0;
}

/** Who asks in a folder of the project rarely wants an index of that folder alone. */
function inProject(given: Fault, workspace: Workspace): Fault {
  const isHere = given.code === "index_missing" && (given.path ?? workspace.root) === workspace.root;
  const above = isHere ? projectAbove(workspace) : undefined;
  if (above === undefined) return given;
  const remedy = `This folder is a part of ${above}: ask there, or with --workspace. Or run \`hewto index\` for it alone.`;
  return { ...given, remedy };
}

/** Runs an operation for the person at this terminal: progress on stderr, Ctrl-C cancels. */
export async function callOperation(
  operation: Operation,
  input: Record<string, unknown>,
  workspace: Workspace,
  flags: Flags,
  terminal: Terminal,
): Promise<Result<unknown> | "cancelled"> {
  // What a killed process left half done is finished or undone before anyone reads it.
  const { setAside } = await recover(workspace);
  for (const place of setAside) terminal.err(`hewto: ${setAsideNote(place)}\n`);
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once("SIGINT", stop);
  const bar = progressBar(terminal, uptimeMs);
  const provided = operation.generates ? await providerFor(workspace, terminal.env) : {};
  const runtime = createRuntime({
    workspace,
    ...provided,
    flags,
    log: (level, message) => void (level === "debug" || terminal.err(`${message}\n`)),
  });
  const context = contextFor(runtime, {
    signal: abort.signal,
    progress: bar.report,
    isByPerson: true,
  });
  const output = await attempt(() => operation.run(context, input));
  bar.clear();
  process.off("SIGINT", stop);
  if (!abort.signal.aborted) return output;
  terminal.err("hewto: Cancelled.\n");
  return "cancelled";
}

function render(
  operation: Operation,
  output: unknown,
  input: Record<string, unknown>,
  terminal: Terminal,
  json: boolean,
) {
  if (json)
    return JSON.stringify(isRecord(output) ? output : { text: operation.text(output, input) }, null, 2);
  const text = operation.human?.(output, input, terminal.style) ?? operation.text(output, input);
  return withoutTrailing(text, "\n");
}

async function attempt<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) };
  }
}

/** Fields by position first, then by flag. */
function argumentsOf(operation: Operation, line: ParsedLine): Result<Record<string, unknown>> {
  const { properties = {} } = inputSchema(operation);
  const args: Record<string, unknown> = {};
  const words = [...line.positionals];
  for (const name of operation.cli?.positionals ?? []) {
    const field = name.replace(/\.\.\.$/, "");
    if (words.length === 0) break;
    if (!name.endsWith("...")) args[field] = fieldValue(words.shift() ?? "", properties[field]);
    else args[field] = properties[field]?.type === "array" ? words.splice(0) : words.splice(0).join(" ");
  }
  if (words.length > 0) {
    const message = `\`hewto ${operation.cli?.words}\` does not take \`${words.join(" ")}\`.`;
    return fail(fault("invalid_argument", message, usageLine(operation)));
  }
  for (const [field, property] of Object.entries(properties)) {
    const value = line.flags[flagName(operation, field)];
    if (value !== undefined) args[field] = typeof value === "string" ? fieldValue(value, property) : value;
  }
  return ok(args);
}

/** A person typed flags and words, not the fields of a tool. */
function asTyped(given: Fault, operation: Operation): Fault {
  const field = given.subject?.["argument"];
  if (typeof field !== "string") return given;
  const { said, near } = given.details ?? {};
  if (typeof said !== "string")
    return given.remedy === "" ? { ...given, remedy: usageLine(operation) } : given;
  const isWord = operation.cli?.positionals?.some((name) => name.replace("...", "") === field) === true;
  const typed = isWord ? field.toUpperCase() : `--${flagName(operation, field)}`;
  const remedy = typeof near === "string" ? near : usageLine(operation);
  return { ...given, message: `${typed} ${said}`, remedy };
}

function usageLine(operation: Operation): string {
  const { words = "", positionals = [] } = operation.cli ?? {};
  const shown = positionals.map((name) => usageOf(name, inputSchema(operation)));
  return `Usage: ${["hewto", words, ...shown, "[flags]"].join(" ")}; --help tells more.`;
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

function flagOf(operation: Operation, field: string, property: PropertySchema): FlagSpec {
  const isList = property.type === "array" && property.items?.type === "string";
  const kind = property.type === "boolean" ? "boolean" : isList ? "list" : "string";
  const choices = property.enum?.map(String);
  return {
    name: flagName(operation, field),
    kind,
    summary: (property.description ?? field.replaceAll("_", " ")) + defaultText(property),
    value:
      property.type === "integer" || property.type === "number" ? "N" : choices ? choices.join("|") : "TEXT",
    ...(choices ? { choices } : {}),
  };
}

function defaultText({ default: value }: PropertySchema): string {
  return typeof value === "string" || typeof value === "number" ? ` (default: ${value})` : "";
}

function flagName(operation: Operation, field: string): string {
  return operation.cli?.flagNames?.[field] ?? field.replaceAll("_", "-");
}

function usageOf(name: string, schema: ObjectSchema): string {
  const field = name.replace(/\.\.\.$/, "");
  const label = field.toUpperCase() + (name.endsWith("...") ? "..." : "");
  return schema.required?.includes(field) ? label : `[${label}]`;
}

function stringFlags(line: ParsedLine): Record<string, string | boolean | string[]> {
  const asText = (value: FlagValue) => (typeof value === "number" ? String(value) : value);
  return Object.fromEntries(Object.entries(line.flags).map(([name, value]) => [name, asText(value)]));
}
