import * as z from "zod";
import { type Fault, fault } from "../kernel/fault.ts";
import { leadsToLoopback } from "../kernel/loopback.ts";
import { ok, type Result } from "../kernel/result.ts";
import { userConfigFolder } from "../workspace/config-places.ts";
import { readText } from "../workspace/files.ts";
import { literalPath } from "../workspace/paths.ts";
import { openWorkspace } from "../workspace/root.ts";
import { updateFile } from "../workspace/update-file.ts";
import { ownFolder } from "./own-folder.ts";
import type { ClientSettings, ModelSettings } from "./settings.ts";

/** A command line that a project's file would start. Another argument is another command line. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Nothing is started: `command` is an address that gets our words, `args` names the keys that go with them. */
  readonly isAddress?: true;
}

/** An address of a project's file, as something that a person can allow like a command line. */
export function addressLine(address: string, keys: readonly string[] = []): CommandLine {
  return { command: address, args: keys, isAddress: true };
}

const Trusted = z.object({
  trusted: z.array(
    z.object({
      project: z.string(),
      line: z.array(z.string()),
      env: z.record(z.string(), z.string()).default({}),
      at: z.string(),
    }),
  ),
});
type Trusted = z.infer<typeof Trusted>;

const file = literalPath("trusted-commands.json");

/** Whether this person has said yes to exactly this command line in this project. */
export async function isTrusted(
  project: string,
  line: CommandLine,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const home = await openWorkspace(userConfigFolder(env));
  const text = home.ok ? await readText(home.value, file) : home;
  return (
    text.ok && read(text.value.text).trusted.some((entry) => entry.project === project && isSame(entry, line))
  );
}

/** Remembers a yes in the person's own folder, never in the project. */
export async function trust(
  project: string,
  line: CommandLine,
  env: NodeJS.ProcessEnv,
  at: Date,
): Promise<Result<undefined>> {
  const home = await ownFolder(env);
  if (!home.ok) return home;
  if (await isTrusted(project, line, env)) return ok(undefined);
  const entry = { project, line: [line.command, ...line.args], env: { ...line.env }, at: at.toISOString() };
  const written = await updateFile(
    home.value,
    file,
    (text) => ok(`${JSON.stringify({ trusted: [...read(text).trusted, entry] }, null, 2)}\n`),
    { create: true, label: "trust a command" },
  );
  return written.ok ? ok(undefined) : written;
}

/** What a project's `[model]` would start or talk to, as something that a person can allow. */
function modelLine({
  backend,
  command,
  args,
  endpoint,
  api_key_env,
}: ModelSettings): CommandLine | undefined {
  if (backend === "command" && command !== undefined) return { command, args };
  return backend === "http" && endpoint !== undefined ? addressLine(endpoint, [api_key_env]) : undefined;
}

/** What of some settings may be used now, and what needs a yes before they may be used in full. */
export interface Allowed<T> {
  readonly use?: T;
  readonly needs?: CommandLine;
}

/**
 * The model that may be used here. A project's server on this machine needs no yes, but which key of the person's
 * goes there is not for the project to say: until a yes it gets none.
 */
export async function allowedModel(
  project: string,
  { model, modelFromProject }: Pick<ClientSettings, "model" | "modelFromProject">,
  env: NodeJS.ProcessEnv,
): Promise<Allowed<ModelSettings>> {
  const needs = modelFromProject ? modelLine(model) : undefined;
  if (needs === undefined || (await isTrusted(project, needs, env))) return { use: model };
  const isHere = needs.isAddress && leadsToLoopback(needs.command);
  return isHere ? { use: { ...model, api_key_env: "" }, needs } : { needs };
}

/** As a person would type it. */
export function shownLine({ command, args, env = {}, isAddress }: CommandLine): string {
  if (isAddress)
    return args.length === 0
      ? hostFirst(command)
      : `${hostFirst(command)} with the key in ${args.join(", ")}`;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...variables, ...[command, ...args].map(quoted)].join(" ");
}

/** What the project's file is after, before the line itself. */
export function wishOf({ isAddress }: CommandLine): string {
  return `hewto.toml of this project wants to ${isAddress ? "send your code and questions to" : "start"}`;
}

export function notTrusted(line: CommandLine): Fault {
  const message = `${wishOf(line)} \`${shownLine(line)}\`, and you have not allowed that yet.`;
  const remedy = "Run `hewto doctor --trust` to allow it in this project from now on.";
  return fault("not_trusted", message, remedy, { subject: { command: line.command, args: [...line.args] } });
}

function isSame(entry: Trusted["trusted"][number], { command, args, env = {} }: CommandLine): boolean {
  return (
    JSON.stringify([entry.line, sorted(entry.env)]) === JSON.stringify([[command, ...args], sorted(env)])
  );
}

function sorted(env: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
}

function read(text: string): Trusted {
  try {
    const parsed = Trusted.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : { trusted: [] };
  } catch {
    return { trusted: [] };
  }
}

/** As it is requested, without the user name that would hide the host in `http://localhost@evil/`. */
function hostFirst(address: string): string {
  if (!URL.canParse(address)) return quoted(address);
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
