import { headlessAgents } from "../../client/drivers/agents.ts";
import { describeAgent } from "../../client/run/run.ts";
import { clientSettings } from "../../client/settings.ts";
import { hostTable } from "../../hosts/host-table.ts";
import { isPresent } from "../../hosts/install.ts";
import { version } from "../../kernel/version.ts";
import { homeFolder } from "../../workspace/config/user-folders.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import { listLayouts } from "../init/survey.ts";
import { configurationFindings } from "./configuration.ts";
import { hostConnections, hostFindings, skillFindings } from "./connections.ts";
import { machineFindings } from "./machine.ts";
import type { DoctorOverview } from "./operation.ts";
import { trustFindings } from "./trust.ts";
import { indexState, workspaceFindings } from "./workspace.ts";

export async function overviewOf(workspace: Workspace, signal: AbortSignal): Promise<DoctorOverview> {
  const { env } = process;
  const settings = await clientSettings({ workspace, env, flags: {}, file: undefined });
  const own = settings.ok ? settings.value : undefined;
  const opened = await openWorkspace(homeFolder(env));
  const home = opened.ok ? opened.value : undefined;
  const connections = await hostConnections(workspace, home, env);
  const { hint: _hint, ...index } = await indexState(workspace, signal);
  const { branch } = await gitStatus(workspace);
  return {
    version,
    node: process.version,
    root: workspace.root,
    branch,
    layouts: (await listLayouts(workspace)).map(({ name, path, holds }) => ({
      name,
      path,
      holds: { ...holds },
    })),
    index,
    agent: own === undefined ? "" : describeAgent(own),
    agents: await Promise.all(
      headlessAgents.map(async ({ title, command }) => {
        return { title, command, found: await isProgramOnPath(command, env) };
      }),
    ),
    hosts: [
      ...connections.map(({ host, title, scope, file, problem }) => ({
        id: host,
        title,
        scope,
        file,
        problem,
      })),
      ...(await notConnected(home, new Set(connections.map(({ host }) => host)))),
    ],
    waiting: await trustFindings(workspace, own, false, env),
    findings: [
      ...(await machineFindings(process.version, env, workspace.root)),
      ...(await workspaceFindings(workspace, { ...index, hint: "" })),
      ...(await configurationFindings(workspace, env, undefined, {})),
      ...(await skillFindings(workspace, home?.root)),
      ...hostFindings(connections),
    ],
  };
}

/** Hosts on this machine that do not start Hewto yet. */
async function notConnected(home: Workspace | undefined, connected: ReadonlySet<string>) {
  if (home === undefined) return [];
  const others: DoctorOverview["hosts"] = [];
  for (const host of hostTable)
    if (!connected.has(host.id) && (await isPresent(home, host, process.platform)))
      others.push({ id: host.id, title: host.title });
  return others;
}
