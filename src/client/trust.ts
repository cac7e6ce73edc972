import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
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
export function modelLine({ backend, command, args, endpoint }: ModelSettings): CommandLine | undefined {
  if (backend === "command" && command !== undefined) return { command, args };
  return backend === "http" && endpoint !== undefined ? { command: endpoint, args: [] } : undefined;
}

/** Whether the configured model may be used here: a project's only after the person's yes. */
export async function isModelAllowed(
  project: string,
  { model, modelFromProject }: Pick<ClientSettings, "model" | "modelFromProject">,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const line = modelLine(model);
  return line === undefined || !modelFromProject || isTrusted(project, line, env);
}

/** As a person would type it. */
export function shownLine({ command, args, env = {} }: CommandLine): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...variables, ...[command, ...args].map(quoted)].join(" ");
}

export function notTrusted(line: CommandLine): Result<never> {
  const message = `hewto.toml of this project wants to start \`${shownLine(line)}\`, and you have not allowed that yet.`;
  const remedy =
    "Add --trust to allow it for this run, or run `hewto doctor --trust` to allow it in this project from now on.";
  return fail(
    fault("not_trusted", message, remedy, { subject: { command: line.command, args: [...line.args] } }),
  );
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

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
