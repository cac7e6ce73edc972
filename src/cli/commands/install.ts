import { join } from "node:path";
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
import { profiles } from "../../profiles.ts";
import { homeFolder, userConfigFolder } from "../../workspace/config/user-folders.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import type { Command } from "../command.ts";
import { workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** `hewto install HOST…` and `hewto uninstall HOST…`: our entry in the hosts' own configuration files. */
export function installCommand(removing: boolean): Command {
  return {
    words: removing ? "uninstall" : "install",
    summary: removing
      ? "Take Hewto out of their configuration again"
      : "Connect Hewto to your agents: HOST, or all that are found",
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
        summary: "this project's files or yours (default: user)",
      },
      { name: "dry-run", kind: "boolean", summary: "show the files as they would be and write nothing" },
      {
        name: "profile",
        kind: "string",
        value: "NAME",
        choices: profiles.map((profile) => profile.name),
        summary: "which system to be (default: all)",
      },
      {
        name: "name",
        kind: "string",
        value: "NAME",
        summary: "name of the server in the host (default: the profile's)",
      },
      { name: "portable", kind: "boolean", summary: "start with npx, for files that are shared with others" },
      { name: "list", kind: "boolean", summary: "list the known hosts and which of them are found" },
    ],
    run: (line, terminal) => run(line, terminal, removing),
  };
}

async function run(line: ParsedLine, terminal: Terminal, removing: boolean): Promise<number> {
  const json = line.flags.json === true;
  const home = await openWorkspace(homeFolder(terminal.env));
  if (!home.ok) return reportFault(noHome(home.fault), terminal, json);
  if (line.flags.list === true) return list(home.value, terminal, json);
  const scope: Scope = line.flags.scope === "project" ? "project" : "user";
  const project = await workspaceOf(line, terminal);
  if (!project.ok) return reportFault(project.fault, terminal, json);
  const hosts = await wanted(line.positionals, home.value, scope);
  if (!hosts.ok) return reportFault(hosts.fault, terminal, json);
  // A home folder is nobody's workspace: no `.hewto/` is made in it.
  const state = join(userConfigFolder({ ...terminal.env }), "state");
  const base = scope === "project" ? project.value : { ...home.value, state };
  const outcomes: InstallOutcome[] = [];
  let exitCode = 0;
  for (const host of hosts.value) {
    const outcome = await installOne(host, base, { scope, line, removing, folder: project.value.root });
    if (outcome.ok) outcomes.push(outcome.value);
    else exitCode = await reportFault(named(host, outcome.fault), terminal, false);
  }
  const dryRun = line.flags["dry-run"] === true;
  const told = outcomes.map(({ before: _before, ...outcome }) => outcome);
  if (json) terminal.out(`${JSON.stringify({ dry_run: dryRun, hosts: told }, null, 2)}\n`);
  else for (const outcome of outcomes) terminal.out(describe(outcome, dryRun, removing, terminal));
  const isShared = scope === "project" && !removing && line.flags.portable !== true;
  if (isShared && outcomes.some(({ action }) => action !== "unchanged"))
    terminal.err("These paths are of this machine; --portable writes what others can use too.\n");
  return exitCode;
}

interface Wish {
  readonly scope: Scope;
  readonly line: ParsedLine;
  readonly removing: boolean;
  /** The project that the command was called for. */
  readonly folder: string;
}

async function installOne(host: HostSpec, base: Workspace, { scope, line, removing, folder }: Wish) {
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
 * An absolute Node and script: a host that is started from a desktop has no PATH of a shell, and npx may take
 * longer to start than a host waits.
 */
async function launchFor(host: HostSpec, scope: Scope, line: ParsedLine, project: string): Promise<Launch> {
  const profile = typeof line.flags.profile === "string" ? ["--profile", line.flags.profile] : [];
  const filledIn = scope === "project" ? host.folderVariable : undefined;
  const folder = filledIn ?? (host.needsFolder ? project : undefined);
  const args = ["mcp", ...profile, ...(folder === undefined ? [] : ["--workspace", folder])];
  const script = process.argv[1] ?? "hewto";
  // npx keeps what it fetched in a cache that it empties as it likes.
  const isPassing = /[/\\]_npx[/\\]/.test(script);
  if (line.flags.portable === true || isPassing) return { command: "npx", args: ["-y", "hewto", ...args] };
  return { command: await lastingNode(process.execPath), args: [script, ...args] };
}

/** Homebrew's own link to Node stays when the version in the real path goes. */
async function lastingNode(path: string): Promise<string> {
  const link = path.replace(/\/Cellar\/node[^/]*\/[^/]+\/bin\/node$/, "/bin/node");
  return link !== path && (await isProgramOnPath(link)) ? link : path;
}

async function wanted(ids: readonly string[], home: Workspace, scope: Scope): Promise<Result<HostSpec[]>> {
  if (ids.length > 0) return findHosts(ids);
  const found: HostSpec[] = [];
  for (const host of hostTable) if (await isPresent(home, host, process.platform)) found.push(host);
  const fitting = found.filter((host) => configFile(host, scope, process.platform).ok);
  if (fitting.length > 0) return ok(fitting);
  const known = hostTable.map((host) => host.id).join(", ");
  return fail(fault("path_not_found", "No host was found on this machine.", `Name one: ${known}.`));
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

const doneWords = { created: "created", updated: "updated", removed: "no longer names Hewto" };
const dryWords = {
  created: "would be created",
  updated: "would be updated",
  removed: "would no longer name Hewto",
};

function describe(outcome: InstallOutcome, dryRun: boolean, removing: boolean, terminal: Terminal): string {
  const { style } = terminal;
  const done = { ...doneWords, unchanged: removing ? "does not name Hewto" : "already names Hewto" }[
    outcome.action
  ];
  const verb = dryRun && outcome.action !== "unchanged" ? dryWords[outcome.action] : done;
  const backup = outcome.backup ? ` (the old file is kept as ${outcome.backup})` : "";
  const head = `${style.bold(outcome.host)}: ${outcome.file} ${verb}${backup}\n`;
  return dryRun ? head + changedLines(outcome, terminal) : head;
}

/** Only what changes and the lines around it: such files may hold keys, and years of history. */
function changedLines({ before, text }: InstallOutcome, { style }: Terminal): string {
  const old = before.split("\n");
  const now = text.split("\n");
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const around = now.slice(Math.max(0, start - 2), start).map((line) => `      ${line}\n`);
  const gone = old.slice(start, old.length - end).map((line) => style.bad(`    - ${line}\n`));
  const come = now.slice(start, now.length - end).map((line) => style.good(`    + ${line}\n`));
  const isSame = gone.length + come.length === 0 || before === text;
  return isSame ? "" : [...around, ...(before === "" ? [] : gone), ...come].join("");
}

function named(host: HostSpec, fault_: ReturnType<typeof fault>) {
  const isNamed = fault_.message.startsWith(host.title);
  return isNamed ? fault_ : { ...fault_, message: `${host.title}: ${fault_.message}` };
}

function noHome({ code, message, path }: Fault): Fault {
  return fault(
    code,
    message,
    "That should be your home folder: set HOME to the one you have.",
    path ? { path } : {},
  );
}
