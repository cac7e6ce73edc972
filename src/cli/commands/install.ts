import { join } from "node:path";
import { commandPattern } from "../../hosts/commands/files.ts";
import { type HostSpec, hostTable, type Launch } from "../../hosts/host-table.ts";
import {
  configFile,
  findHosts,
  type InstallOutcome,
  installInto,
  isPresent,
  type Scope,
} from "../../hosts/install.ts";
import { type Fault, fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { FlagSpec } from "../../operation/flags.ts";
import { profiles } from "../../profiles.ts";
import { homeFolder, userConfigFolder } from "../../workspace/config/user-folders.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import type { Command } from "../command.ts";
import { workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import {
  commandRows,
  commandsOf,
  describeCommands,
  type HostCommands,
  updateCommands,
  wantsCommands,
  withHostTitle,
} from "./agent-commands.ts";
import { editorOffers } from "./editor-offers.ts";

/** `hewto install HOST…` and `hewto uninstall HOST…`: the entry for Hewto in the configuration files of hosts. */
export function installCommand(removing: boolean): Command {
  return {
    words: removing ? "uninstall" : "install",
    summary: removing
      ? "Remove Hewto from the configuration of your agents"
      : "Connect Hewto to your agents (default: all that are found)",
    never: "it changes the configuration of other programs, which only the user may decide",
    usage: "[HOST...]",
    examples: removing
      ? ["uninstall cursor --dry-run"]
      : [
          "install --list",
          "install claude-code codex --dry-run",
          "install vscode --scope project --portable",
        ],
    choices: hostTable.map((host) => host.id),
    flags: [
      {
        name: "scope",
        kind: "string",
        value: "SCOPE",
        choices: ["project", "user"],
        summary: "write the project's files or your own (default: user)",
      },
      { name: "dry-run", kind: "boolean", summary: "show the changes and write nothing" },
      {
        name: "profile",
        kind: "string",
        value: "NAME",
        choices: profiles.map((profile) => profile.name),
        summary: "compatibility profile to serve (default: all)",
      },
      {
        name: "name",
        kind: "string",
        value: "NAME",
        summary: "name of the server in the host (default: from the profile)",
      },
      {
        name: "portable",
        kind: "boolean",
        summary: "start with npx, for configuration files that you share",
      },
      { name: "list", kind: "boolean", summary: "list all hosts and whether they are installed" },
      ...(removing ? [] : commandFlags),
    ],
    run: (line, terminal) => run(line, terminal, removing),
  };
}

const commandFlags: readonly FlagSpec[] = [
  {
    name: "commands",
    kind: "boolean",
    summary: "also write the commands of the workflow (propose, plan, implement, …) for each host",
  },
  {
    name: "update",
    kind: "boolean",
    summary: "bring command files that Hewto wrote up to date, and do nothing else",
  },
];

async function run(line: ParsedLine, terminal: Terminal, removing: boolean): Promise<number> {
  const json = line.flags.json === true;
  const home = await openWorkspace(homeFolder(terminal.env));
  if (!home.ok) return reportFault(noHome(home.fault), terminal, json);
  if (line.flags.list === true) return list(home.value, terminal, json);
  const scope: Scope = line.flags.scope === "project" ? "project" : "user";
  const project = await workspaceOf(line, terminal);
  if (!project.ok) return reportFault(project.fault, terminal, json);
  // The home directory is not a workspace: no `.hewto/` is created in it.
  const state = join(userConfigFolder({ ...terminal.env }), "state");
  const bases = { project: project.value, user: { ...home.value, state } };
  if (line.flags.update === true) return updateCommands(line, terminal, bases);
  const hosts = await selectHosts(line.positionals, home.value, scope);
  if (!hosts.ok) return reportFault(hosts.fault, terminal, json);
  const base = bases[scope];
  const outcomes: InstallOutcome[] = [];
  let exitCode = 0;
  for (const host of hosts.value) {
    if (isForCommandsOnly(host, scope, line)) continue;
    const outcome = await installOne(host, base, { scope, line, removing, folder: project.value.root });
    if (outcome.ok) outcomes.push(outcome.value);
    else exitCode = await reportFault(withHostTitle(outcome.fault, host), terminal, false);
  }
  const dryRun = line.flags["dry-run"] === true;
  const commands: HostCommands[] = [];
  for (const host of await hostsForCommands(hosts.value, line, terminal, removing)) {
    const changed = await commandsOf(host, { scope, base }, { removing, dryRun }, terminal);
    if (changed.ok) commands.push(changed.value);
    else exitCode = await reportFault(withHostTitle(changed.fault, host), terminal, false);
  }
  const rows = outcomes.map(({ before: _before, ...outcome }) => outcome);
  if (json) {
    const answer = { dry_run: dryRun, hosts: rows, commands: commands.flatMap(commandRows) };
    terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
  } else {
    for (const outcome of outcomes) terminal.out(describe(outcome, dryRun, removing, terminal));
    for (const changed of commands) terminal.out(describeCommands(changed, dryRun, terminal));
  }
  const isNews = !removing && !json && !dryRun && outcomes.some(({ action }) => action !== "unchanged");
  if (isNews) terminal.err(await editorOffers(hosts.value));
  const isShared = scope === "project" && !removing && line.flags.portable !== true;
  if (isShared && outcomes.some(({ action }) => action !== "unchanged"))
    terminal.err("The paths are for this machine only; pass --portable to share the file.\n");
  return exitCode;
}

/** A host without a configuration file in this scope can still get commands there. */
function isForCommandsOnly(host: HostSpec, scope: Scope, line: ParsedLine): boolean {
  if (line.flags.commands !== true) return false;
  const hasCommands = commandPattern(host, scope, process.platform) !== undefined;
  return hasCommands && !configFile(host, scope, process.platform).ok;
}

/** The hosts whose commands change: on request, after the user agreed, and always when Hewto is removed. */
async function hostsForCommands(
  hosts: readonly HostSpec[],
  line: ParsedLine,
  terminal: Terminal,
  removing: boolean,
): Promise<readonly HostSpec[]> {
  if (removing || line.flags.commands === true) return hosts;
  const mayAsk = line.flags.commands === undefined && line.flags.json !== true && !line.flags["dry-run"];
  return mayAsk && (await wantsCommands(hosts, terminal)) ? hosts : [];
}

interface InstallContext {
  readonly scope: Scope;
  readonly line: ParsedLine;
  readonly removing: boolean;
  /** The project's folder. */
  readonly folder: string;
}

async function installOne(
  host: HostSpec,
  base: Workspace,
  { scope, line, removing, folder }: InstallContext,
) {
  const file = configFile(host, scope, process.platform);
  if (!file.ok) return file;
  const profile = profiles.find((candidate) => candidate.name === line.flags.profile) ?? profiles[0];
  const name = typeof line.flags.name === "string" ? line.flags.name : (profile?.serverName ?? "hewto");
  return installInto(base, file.value, {
    host,
    name,
    launch: removing ? undefined : await launchFor(host, scope, line, folder),
    dryRun: line.flags["dry-run"] === true,
  });
}

/**
 * Uses absolute paths of Node and the script: a host started from the desktop does not have the shell's PATH, and
 * npx may take longer to start than the host waits.
 */
async function launchFor(host: HostSpec, scope: Scope, line: ParsedLine, project: string): Promise<Launch> {
  const profile = typeof line.flags.profile === "string" ? ["--profile", line.flags.profile] : [];
  const variable = scope === "project" ? host.folderVariable : undefined;
  const folder = variable ?? (host.needsFolder ? project : undefined);
  const args = ["mcp", ...profile, ...(folder === undefined ? [] : ["--workspace", folder])];
  const script = process.argv[1] ?? "hewto";
  // npx may delete its cache at any time.
  const isInNpxCache = /[/\\]_npx[/\\]/.test(script);
  if (line.flags.portable === true || isInNpxCache) return { command: "npx", args: ["-y", "hewto", ...args] };
  return { command: await stableNode(process.execPath), args: [script, ...args] };
}

/** Homebrew's link to Node survives updates; the real path, with a version in it, does not. */
async function stableNode(path: string): Promise<string> {
  const link = path.replace(/\/Cellar\/node[^/]*\/[^/]+\/bin\/node$/, "/bin/node");
  return link !== path && (await isProgramOnPath(link)) ? link : path;
}

async function selectHosts(
  ids: readonly string[],
  home: Workspace,
  scope: Scope,
): Promise<Result<HostSpec[]>> {
  if (ids.length > 0) return findHosts(ids);
  const present: HostSpec[] = [];
  for (const host of hostTable) if (await isPresent(home, host, process.platform)) present.push(host);
  const usable = present.filter((host) => configFile(host, scope, process.platform).ok);
  if (usable.length > 0) return ok(usable);
  const all = hostTable.map((host) => host.id).join(", ");
  return fail(fault("path_not_found", "No host was found on this machine.", `Give one: ${all}.`));
}

async function list(home: Workspace, terminal: Terminal, json: boolean): Promise<number> {
  const rows = await Promise.all(
    hostTable.map(async (host) => ({
      id: host.id,
      title: host.title,
      found: await isPresent(home, host, process.platform),
    })),
  );
  if (json) terminal.out(`${JSON.stringify({ hosts: rows }, null, 2)}\n`);
  else
    for (const { id, title, found } of rows)
      terminal.out(`${id.padEnd(16)} ${found ? `${title.padEnd(16)} found` : title}\n`);
  return 0;
}

const results = { created: "created", updated: "updated", removed: "no longer has Hewto" };
const dryRunResults = {
  created: "would be created",
  updated: "would be updated",
  removed: "would no longer have Hewto",
};

function describe(outcome: InstallOutcome, dryRun: boolean, removing: boolean, terminal: Terminal): string {
  const { style } = terminal;
  const unchanged = removing ? "does not have Hewto" : "already has Hewto";
  const texts = dryRun ? dryRunResults : results;
  const verb = outcome.action === "unchanged" ? unchanged : texts[outcome.action];
  const backup = outcome.backup ? ` (backup: ${outcome.backup})` : "";
  const head = `${style.bold(outcome.host)}: ${outcome.file} ${verb}${backup}\n`;
  return dryRun ? head + changedLines(outcome, terminal) : head;
}

/** Only the changed lines and two before them: such files may be long and contain keys. */
function changedLines({ before, text }: InstallOutcome, { style }: Terminal): string {
  if (before === text) return "";
  const oldLines = before.split("\n");
  const newLines = text.split("\n");
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start += 1;
  let end = 0;
  while (end < shorter - start && oldLines.at(-1 - end) === newLines.at(-1 - end)) end += 1;
  const context = newLines.slice(Math.max(0, start - 2), start).map((line) => `      ${line}\n`);
  const removed = oldLines.slice(start, oldLines.length - end).map((line) => style.bad(`    - ${line}\n`));
  const added = newLines.slice(start, newLines.length - end).map((line) => style.good(`    + ${line}\n`));
  return [...context, ...(before === "" ? [] : removed), ...added].join("");
}

function noHome({ code, message, path }: Fault): Fault {
  return fault(code, message, "Set HOME to your home directory.", { path });
}
