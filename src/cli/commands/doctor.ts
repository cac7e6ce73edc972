import { keptPlaces } from "../../client/auth/credentials.ts";
import { headlessAgents } from "../../client/drivers/agents.ts";
import { clientSettings, driverKinds } from "../../client/settings.ts";
import { hostTable } from "../../hosts/host-table.ts";
import { isPresent } from "../../hosts/install.ts";
import { version } from "../../kernel/version.ts";
import { configurationFindings } from "../../project/doctor/configuration.ts";
import { hostConnections, hostFindings, skillFindings } from "../../project/doctor/connections.ts";
import { machineFindings } from "../../project/doctor/machine.ts";
import { indexState, workspaceFindings } from "../../project/doctor/workspace.ts";
import { KeysSection, UiSection } from "../../tui/settings.ts";
import { allFeatures } from "../../workflow/feature.ts";
import { homeFolder } from "../../workspace/config/user-folders.ts";
import { exists } from "../../workspace/files/files.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import type { Command } from "../command.ts";
import { configFile, workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { checkAgent, failed } from "./doctor-agent.ts";
import { doctorText } from "./doctor-text.ts";
import { trustFindings } from "./doctor-trust.ts";

/** `hewto doctor`: what is wrong with this machine, this workspace and this configuration, each with its remedy. */
export function doctorCommand(): Command {
  return {
    words: "doctor",
    usage: "",
    summary: "What is wrong with this machine, workspace and configuration",
    flags: [
      {
        name: "driver",
        kind: "string",
        value: "D",
        choices: [...driverKinds],
        summary: "check this way to reach an agent",
      },
      {
        name: "config",
        kind: "string",
        value: "FILE",
        summary: "a file of settings that outranks the others",
      },
      { name: "timeout", kind: "integer", value: "S", summary: "longest wait for the agent (default: 60)" },
      {
        name: "trust",
        kind: "boolean",
        summary: "allow what the project's files would start, send to or fetch from, from now on",
      },
    ],
    run,
  };
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, json);
  const { driver, timeout } = line.flags;
  const flags = {
    driver: typeof driver === "string" ? driver : undefined,
    timeout_seconds: typeof timeout === "number" ? timeout : undefined,
  };
  const file = configFile(line, terminal);
  const settings = await clientSettings({ workspace: workspace.value, env: terminal.env, flags, file });
  const { env } = terminal;
  const isTrusting = line.flags.trust === true;
  const agentSettings = settings.ok ? settings.value : undefined;
  const trusted = await trustFindings(workspace.value, agentSettings, isTrusting, env);
  const agent = settings.ok
    ? await checkAgent(settings.value, workspace.value, terminal)
    : failed(settings.fault, "");
  const opened = await openWorkspace(homeFolder(env));
  const home = opened.ok ? opened.value : undefined;
  const connections = await hostConnections(workspace.value, home, env);
  const place = await placeReport(workspace.value);
  const findings = [
    ...(await machineFindings(process.version, env, workspace.value.root)),
    ...(await workspaceFindings(workspace.value, place.index)),
    ...(await configurationFindings(workspace.value, env, file, { ui: UiSection, keys: KeysSection })),
    ...trusted,
    ...(await skillFindings(workspace.value, home?.root)),
    ...hostFindings(connections),
  ];
  const hasErrors = findings.some(({ severity }) => severity === "error");
  const report = {
    ok: agent.ok && !hasErrors,
    version,
    node: process.version,
    agent,
    warnings: settings.ok ? settings.value.warnings : [],
    access: await keptPlaces(env),
    agents: await agentsHere(env),
    ...place,
    hosts: await hostsHere(home),
    connections,
    findings,
  };
  terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : doctorText(report, terminal));
  return agent.ok ? (hasErrors ? 1 : 0) : 3;
}

async function agentsHere(env: NodeJS.ProcessEnv) {
  return Promise.all(
    headlessAgents.map(async ({ id, title, command }) => ({
      id,
      title,
      command,
      found: await isProgramOnPath(command, env),
    })),
  );
}

async function placeReport(workspace: Workspace) {
  const { repository, branch } = await gitStatus(workspace);
  const features = await allFeatures(workspace);
  const has = (path: string) => exists(workspace, literalPath(path));
  const skills = ["claude", "agents", "codex"].map((folder) => `.${folder}/skills`);
  const found = await Promise.all(skills.map(async (path) => ((await has(path)) ? [path] : [])));
  return {
    workspace: {
      root: workspace.root,
      git: repository,
      ...(branch === undefined ? {} : { branch }),
      features: features.length,
    },
    index: await indexState(workspace, new AbortController().signal),
    skills: { folders: found.flat(), hint: "hewto skills doctor" },
  };
}

async function hostsHere(home: Workspace | undefined) {
  if (home === undefined) return [];
  const present = await Promise.all(
    hostTable.map(async (host) => ((await isPresent(home, host, process.platform)) ? [host.id] : [])),
  );
  return present.flat();
}
