import { join } from "node:path";
import { type HostSpec, hostTable, type Launch } from "../hosts/host-table.ts";
import {
  configFile,
  findHosts,
  type InstallOutcome,
  installInto,
  isPresent,
  type Scope,
} from "../hosts/install.ts";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { profiles } from "../operations/profiles.ts";
import { userConfigFolder } from "../workspace/config-places.ts";
import { openWorkspace, type Workspace } from "../workspace/root.ts";
import type { Command } from "./command.ts";
import { workspaceOf } from "./open.ts";
import type { ParsedLine } from "./parse.ts";
import { reportFault } from "./report.ts";
import type { Terminal } from "./terminal.ts";

/** `hewto install HOST…` and `hewto uninstall HOST…`: our entry in the hosts' own configuration files. */
export function installCommand(removing: boolean): Command {
  return {
    words: removing ? "uninstall" : "install",
    summary: removing
      ? "Take Hewto out of their configuration again"
      : "Connect Hewto to your agents: HOST, or all that are found",
    usage: "[HOST...]",
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
  const home = await openWorkspace(terminal.env.HOME ?? terminal.env.USERPROFILE ?? terminal.cwd);
  if (!home.ok) return reportFault(home.fault, terminal, json);
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
    const outcome = await installOne(host, base, scope, line, removing);
    if (outcome.ok) outcomes.push(outcome.value);
    else exitCode = reportFault(named(host, outcome.fault), terminal, false);
  }
  const dryRun = line.flags["dry-run"] === true;
  if (json) terminal.out(`${JSON.stringify({ dry_run: dryRun, hosts: outcomes }, null, 2)}\n`);
  else for (const outcome of outcomes) terminal.out(describe(outcome, dryRun, terminal));
  return exitCode;
}

async function installOne(
  host: HostSpec,
  base: Workspace,
  scope: Scope,
  line: ParsedLine,
  removing: boolean,
) {
  const file = configFile(host, scope, process.platform);
  if (!file.ok) return file;
  const profile = profiles.find((candidate) => candidate.name === line.flags.profile) ?? profiles[0];
  const name = typeof line.flags.name === "string" ? line.flags.name : (profile?.serverName ?? "hewto");
  return installInto(base, file.value, {
    host,
    name,
    launch: removing ? undefined : launchFor(host, scope, line),
    dryRun: line.flags["dry-run"] === true,
  });
}

/**
 * An absolute Node and script: a host that is started from a desktop has no PATH of a shell, and npx may take
 * longer to start than a host waits.
 */
function launchFor(host: HostSpec, scope: Scope, line: ParsedLine): Launch {
  const profile = typeof line.flags.profile === "string" ? ["--profile", line.flags.profile] : [];
  const folder = scope === "project" && host.folderVariable ? ["--workspace", host.folderVariable] : [];
  const args = ["mcp", ...profile, ...folder];
  if (line.flags.portable === true) return { command: "npx", args: ["-y", "hewto", ...args] };
  return { command: process.execPath, args: [process.argv[1] ?? "hewto", ...args] };
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
      terminal.out(`${id.padEnd(16)} ${title.padEnd(16)} ${found ? "found" : ""}\n`);
  return 0;
}

function describe(outcome: InstallOutcome, dryRun: boolean, terminal: Terminal): string {
  const { style } = terminal;
  const done = outcome.action === "removed" ? "no longer names Hewto" : outcome.action;
  const verb = dryRun && outcome.action !== "unchanged" ? `would be ${outcome.action}` : done;
  const backup = outcome.backup ? ` (the old file is kept as ${outcome.backup})` : "";
  const head = `${style.bold(outcome.host)}: ${outcome.file} ${verb}${backup}\n`;
  return dryRun ? `${head}${outcome.text.replace(/^/gm, "    ")}\n` : head;
}

function named(host: HostSpec, fault_: ReturnType<typeof fault>) {
  return { ...fault_, message: `${host.title}: ${fault_.message}` };
}
