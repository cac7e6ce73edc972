import {
  type CommandFile,
  type CommandTask,
  changeCommands,
  commandPattern,
} from "../../hosts/commands/files.ts";
import { agentCommands } from "../../hosts/commands/texts.ts";
import { findConnections } from "../../hosts/connections.ts";
import { type HostSpec, hostTable } from "../../hosts/host-table.ts";
import { findHosts, type Scope } from "../../hosts/install.ts";
import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import { askLine, canAsk } from "../terminal/ask-line.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Where command files go: the project or the home directory. */
interface CommandTarget {
  readonly scope: Scope;
  readonly base: Workspace;
}

export interface HostCommands {
  readonly host: HostSpec;
  readonly scope: Scope;
  readonly files: readonly CommandFile[];
}

/** Adds or removes the commands of a host; files that another connected host reads too stay. */
export async function commandsOf(
  host: HostSpec,
  target: CommandTarget,
  { removing, dryRun }: { readonly removing: boolean; readonly dryRun: boolean },
  terminal: Terminal,
): Promise<Result<HostCommands>> {
  const other = removing ? await sharedWith(host, target, { ...terminal.env }) : undefined;
  if (other === undefined) return changeHostCommands(host, target, removing ? "remove" : "add", dryRun);
  terminal.err(`The commands stay: ${other.title} uses the same files.\n`);
  return ok({ host, scope: target.scope, files: [] });
}

/** `hewto install --update`: the command files of the hosts that have some, in the project and in the home folder. */
export async function updateCommands(
  line: ParsedLine,
  terminal: Terminal,
  bases: Readonly<Record<Scope, Workspace>>,
): Promise<number> {
  const json = line.flags.json === true;
  const dryRun = line.flags["dry-run"] === true;
  const hosts = line.positionals.length > 0 ? findHosts(line.positionals) : ok([...hostTable]);
  if (!hosts.ok) return reportFault(hosts.fault, terminal, json);
  const scopes = (["project", "user"] as const).filter((scope) => (line.flags.scope ?? scope) === scope);
  const commands: HostCommands[] = [];
  let exitCode = 0;
  for (const scope of scopes)
    for (const host of hosts.value) {
      const changed = await changeHostCommands(host, { scope, base: bases[scope] }, "update", dryRun);
      if (!changed.ok) exitCode = await reportFault(withHostTitle(changed.fault, host), terminal, false);
      else if (changed.value.files.length > 0) commands.push(changed.value);
    }
  if (json) {
    const rows = commands.flatMap(commandRows);
    terminal.out(`${JSON.stringify({ dry_run: dryRun, hosts: [], commands: rows }, null, 2)}\n`);
  } else if (commands.length === 0) {
    terminal.out("No host has commands that Hewto wrote. Add them with: hewto install HOST --commands\n");
  } else for (const changed of commands) terminal.out(describeCommands(changed, dryRun, terminal));
  return exitCode;
}

/** For JSON. */
export function commandRows({ host, scope, files }: HostCommands) {
  return files.map((file) => ({ host: host.id, scope, ...file }));
}

/** Writes, updates or removes the commands of one host; no files if the host has none in this scope. */
async function changeHostCommands(
  host: HostSpec,
  { scope, base }: CommandTarget,
  task: CommandTask,
  dryRun: boolean,
): Promise<Result<HostCommands>> {
  const pattern = commandPattern(host, scope, process.platform);
  if (pattern === undefined) return ok({ host, scope, files: [] });
  const files = await changeCommands(base, host, pattern, { task, dryRun });
  return files.ok ? ok({ host, scope, files: files.value }) : files;
}

/** Another host that reads the same files and is still connected: its commands must not go with this host's. */
async function sharedWith(
  host: HostSpec,
  { scope, base }: CommandTarget,
  env: NodeJS.ProcessEnv,
): Promise<HostSpec | undefined> {
  const pattern = commandPattern(host, scope, process.platform);
  if (pattern === undefined) return undefined;
  const others = hostTable.filter(
    (other) => other.id !== host.id && commandPattern(other, scope, process.platform) === pattern,
  );
  if (others.length === 0) return undefined;
  const connected = new Set((await findConnections(base, scope, env)).map((connection) => connection.host));
  return others.find(({ id }) => connected.has(id));
}

/** Whether the user at this terminal wants the commands as well. */
export async function wantsCommands(hosts: readonly HostSpec[], terminal: Terminal): Promise<boolean> {
  const [host] = hosts.filter(({ commands }) => commands !== undefined);
  if (host?.commands === undefined || !canAsk(terminal)) return false;
  const [first, last] = [agentCommands[0], agentCommands.at(-1)].map((command) =>
    (host.commands?.typed ?? "").replace("NAME", command?.name ?? ""),
  );
  const question = `Also add ${agentCommands.length} commands for your agents, such as ${first} and ${last}? [y/N] `;
  const answer = await askLine(terminal, question, new AbortController().signal);
  return /^y(es)?$/i.test(answer?.trim() ?? "");
}

const verbs = { created: "written", updated: "updated", removed: "removed" };
const dryVerbs = { created: "would be written", updated: "would be updated", removed: "would be removed" };

/** One line for each thing that happened, and one for each file that was kept. */
export function describeCommands(
  { host, files }: HostCommands,
  dryRun: boolean,
  { style }: Terminal,
): string {
  const lines = (["created", "updated", "removed"] as const).flatMap((action) => {
    const changed = files.filter((file) => file.action === action);
    if (changed.length === 0) return [];
    const verb = (dryRun ? dryVerbs : verbs)[action];
    const typed = changed.map(({ command }) => (host.commands?.typed ?? "").replace("NAME", command));
    return [`${counted(changed.length)} ${verb}: ${typed.join(", ")}`];
  });
  const kept = files.flatMap(({ action, file, reason }) =>
    action === "kept" ? [`${file} is kept, because ${reason}`] : [],
  );
  const isUnchanged = files.length > 0 && files.every(({ action }) => action === "unchanged");
  const all = isUnchanged ? [`${counted(files.length)} up to date`] : [...lines, ...kept];
  return all.map((line) => `${style.bold(host.id)}: ${line}\n`).join("");
}

function counted(count: number): string {
  return count === 1 ? "1 command" : `${count} commands`;
}

/** Says which host a fault is about. */
export function withHostTitle(cause: Fault, { title }: HostSpec): Fault {
  return cause.message.startsWith(title) ? cause : { ...cause, message: `${title}: ${cause.message}` };
}
