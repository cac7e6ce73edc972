import { relative } from "node:path";
import { type Fault, fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { type ScriptFile, scriptFiles } from "./script-files.ts";

/** A command line that a project's file would start. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What a project's files ask for and only the user can allow. The permission covers exactly these values. */
export type TrustRequest = CommandRequest | AddressRequest;

export interface CommandRequest {
  readonly kind: "command";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The working folder, relative to the checkout. */
  readonly cwd: string;
  /** How Hewto talks to it: the same program can do other things as another kind of agent. */
  readonly transport: string;
  readonly files: readonly ScriptFile[];
  /** The file of the project that contains it; by default hewto.toml. */
  readonly file?: string;
}

export interface AddressRequest {
  readonly kind: "address";
  /** As it is sent. */
  readonly address: string;
  readonly purpose: "agent" | "model" | "embedding" | "template" | "store";
  /** The user's secrets that are sent along: names of variables, settings or headers. */
  readonly keys: readonly string[];
  /** The file of the project that contains it. */
  readonly file: string;
}

const projectFile = "hewto.toml";

/** The transport of a command that runs tests: nothing is talked about with it. */
export const testTransport = "tests";

/** The folders of a command. */
export interface CommandFolder {
  /** The root of the project, or one of its worktrees. */
  readonly checkout: string;
  readonly cwd?: string;
}

export async function commandRequest(
  { command, args, env = {} }: CommandLine,
  transport: string,
  { checkout, cwd = checkout }: CommandFolder,
): Promise<CommandRequest> {
  const files = await scriptFiles(checkout, cwd, [command, ...args, ...Object.values(env)]);
  const where = relative(checkout, cwd) || ".";
  return { kind: "command", command, args: [...args], env: { ...env }, cwd: where, transport, files };
}

const hookTransport = "hook";

/** A command that a project has the agent run around a step; `paths` are the files that it brings for that. */
export async function hookRequest(
  command: string,
  file: string,
  checkout: string,
  paths: readonly string[],
): Promise<CommandRequest> {
  const files = await scriptFiles(checkout, checkout, paths);
  return { kind: "command", command, args: [], env: {}, cwd: ".", transport: hookTransport, files, file };
}

/**
 * An address in a project's `hewto.toml`. Hewto appends paths to it, so a query would let the project choose the whole
 * request; and a user name before the host can disguise the host.
 */
export function addressRequest(
  address: string,
  purpose: AddressRequest["purpose"],
  keys: readonly string[] = [],
): Result<AddressRequest> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url && url.search === "" && url.hash === "" && !/[?#]/.test(address);
  if (isPlain && url.username === "" && url.password === "")
    return ok({ kind: "address", address: url.href, purpose, keys: [...keys], file: projectFile });
  const message = `The address \`${address}\` in ${projectFile} of this project is not used: it has a query, a fragment or a user name.`;
  return fail(
    fault("invalid_config", message, "Remove that part, or set the address in your own config.toml."),
  );
}

/** The address in a template pointer of the project. */
export function templateRequest(address: string, file: string): AddressRequest {
  const { href, hash } = new URL(address);
  const whole = hash === "" ? href : href.slice(0, -hash.length);
  return { kind: "address", address: whole, purpose: "template", keys: [], file };
}

/** The command or address in one line, as a person would type it. */
export function describeRequest(request: TrustRequest): string {
  if (request.kind === "address")
    return request.keys.length === 0
      ? request.address
      : `${request.address} with the key in ${request.keys.join(", ")}`;
  const variables = Object.entries(request.env).map(([name, value]) => `${name}=${quoted(value)}`);
  const line = [...variables, ...[request.command, ...request.args].map(quoted)].join(" ");
  return request.cwd === "." ? line : `cd ${quoted(request.cwd)} && ${line}`;
}

/** The files that the permission covers, with the beginning of each hash; empty when there are none. */
export function describeFiles(request: TrustRequest): string {
  if (request.kind === "address" || request.files.length === 0) return "";
  const each = request.files.map(({ path, sha256, target }) => {
    const to = target === undefined ? "" : ` → ${target}`;
    return `${path}${to} sha256:${sha256.slice(0, 16)}`;
  });
  return ` (${each.join(", ")})`;
}

/** The beginning of a sentence that ends with `describeRequest`. */
export function describeIntent(request: TrustRequest): string {
  if (request.kind === "command" && request.transport === testTransport)
    return "To run the tests of this project, Hewto has to start";
  const verb =
    request.kind === "command"
      ? request.transport === hookTransport
        ? "have the agent run"
        : "start"
      : request.purpose === "template"
        ? "fetch a template from"
        : request.purpose === "store"
          ? "read a shared index from"
          : "send your code and questions to";
  return `${request.file ?? projectFile} of this project wants to ${verb}`;
}

export function notTrusted(request: TrustRequest, changed: readonly string[] = []): Fault {
  const since =
    changed.length === 0
      ? "you have not allowed that yet"
      : `${changed.join(", ")} changed since you allowed it`;
  const message = `${describeIntent(request)} \`${describeRequest(request)}\`${describeFiles(request)}, and ${since}.`;
  const suggest = { command: "doctor --trust", to: "allow it in this project from now on" };
  return fault("not_trusted", message, "", { subject: { ...request }, suggest });
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
