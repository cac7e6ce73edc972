import type * as z from "zod";
import { authorizedServers } from "../../client/auth/credentials.ts";
import { headlessAgents } from "../../client/drivers/agents.ts";
import { type ClientSettings, clientSettings } from "../../client/settings.ts";
import type { Connection } from "../../hosts/connections.ts";
import { hostTable } from "../../hosts/host-table.ts";
import { isPresent } from "../../hosts/install.ts";
import type { Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { allFeatures } from "../../workflow/feature.ts";
import { homeFolder } from "../../workspace/config/user-folders.ts";
import { exists } from "../../workspace/files/files.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import { type AgentReport, checkAgent, failedAgent } from "./agent.ts";
import { configurationFindings } from "./configuration.ts";
import { hostConnections, hostFindings, skillFindings } from "./connections.ts";
import type { DoctorFinding } from "./finding.ts";
import { machineFindings } from "./machine.ts";
import { trustFindings } from "./trust.ts";
import { type IndexState, indexState, workspaceFindings } from "./workspace.ts";

export interface DiagnoseOptions {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  /** The file given with `--config`. */
  readonly configFile?: string | undefined;
  readonly driver?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
  /** Allows what the project's files ask for. */
  readonly isTrustGranted?: boolean;
  /** Sections of the settings that adapters own. */
  readonly sections: Readonly<Record<string, z.ZodType>>;
}

/** The state of this machine, workspace and configuration, as `hewto doctor --json` prints it. */
export interface Diagnosis {
  readonly ok: boolean;
  readonly version: string;
  readonly node: string;
  readonly agent: AgentReport;
  readonly warnings: readonly string[];
  /** Agents over HTTP with stored credentials. */
  readonly access: readonly string[];
  readonly agents: readonly {
    readonly id: string;
    readonly title: string;
    readonly command: string;
    readonly found: boolean;
  }[];
  readonly workspace: {
    readonly root: string;
    readonly git: boolean;
    readonly branch?: string | undefined;
    readonly features: number;
  };
  readonly index: IndexState;
  readonly skills: { readonly folders: readonly string[]; readonly hint: string };
  readonly hosts: readonly string[];
  readonly connections: readonly Connection[];
  readonly findings: readonly DoctorFinding[];
}

/** Checks everything that Hewto needs, and starts the configured agent for a handshake. */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const { workspace, env, configFile: file, sections } = options;
  const flags = { driver: options.driver, timeout_seconds: options.timeoutSeconds };
  const settings = await clientSettings({ workspace, env, flags, file });
  const ownSettings = settings.ok ? settings.value : undefined;
  const trust = await trustFindings(workspace, ownSettings, options.isTrustGranted === true, env);
  const agent = await agentReport(settings, workspace, env);
  const opened = await openWorkspace(homeFolder(env));
  const home = opened.ok ? opened.value : undefined;
  const connections = await hostConnections(workspace, home, env);
  const index = await indexState(workspace, new AbortController().signal);
  const findings = [
    ...(await machineFindings(process.version, env, workspace.root)),
    ...(await workspaceFindings(workspace, index)),
    ...(await configurationFindings(workspace, env, file, sections)),
    ...trust,
    ...(await skillFindings(workspace, home?.root)),
    ...hostFindings(connections),
  ];
  return {
    ok: agent.ok && !findings.some(({ severity }) => severity === "error"),
    version,
    node: process.version,
    agent,
    warnings: ownSettings?.warnings ?? [],
    access: await authorizedServers(env),
    agents: await listAgents(env),
    workspace: await workspaceSummary(workspace),
    index,
    skills: { folders: await skillFolders(workspace), hint: "hewto skills doctor" },
    hosts: await listHosts(home),
    connections,
    findings,
  };
}

function agentReport(settings: Result<ClientSettings>, workspace: Workspace, env: NodeJS.ProcessEnv) {
  return settings.ok ? checkAgent(settings.value, workspace, env) : failedAgent(settings.fault, "");
}

function listAgents(env: NodeJS.ProcessEnv): Promise<Diagnosis["agents"]> {
  return Promise.all(
    headlessAgents.map(async ({ id, title, command }) => ({
      id,
      title,
      command,
      found: await isProgramOnPath(command, env),
    })),
  );
}

async function workspaceSummary(workspace: Workspace): Promise<Diagnosis["workspace"]> {
  const { repository, branch } = await gitStatus(workspace);
  const features = await allFeatures(workspace);
  return { root: workspace.root, git: repository, branch, features: features.length };
}

async function skillFolders(workspace: Workspace): Promise<string[]> {
  const paths = ["claude", "agents", "codex"].map((agent) => `.${agent}/skills`);
  const present = await Promise.all(paths.map((path) => exists(workspace, literalPath(path))));
  return paths.filter((_, index) => present[index]);
}

async function listHosts(home: Workspace | undefined): Promise<string[]> {
  if (home === undefined) return [];
  const ids = await Promise.all(
    hostTable.map(async (host) => ((await isPresent(home, host, process.platform)) ? [host.id] : [])),
  );
  return ids.flat();
}
