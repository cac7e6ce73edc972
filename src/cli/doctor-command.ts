import { headlessAgents } from "../client/drivers/agents.ts";
import { openDriver, startedLine } from "../client/drivers/open-driver.ts";
import { keptPlaces } from "../client/kept-access.ts";
import { nobody } from "../client/person.ts";
import { describeAgent, unavailable } from "../client/run.ts";
import { type ClientSettings, clientSettings, driverKinds } from "../client/settings.ts";
import { isTrusted, modelLine, notTrusted, trust } from "../client/trust.ts";
import { hostTable } from "../hosts/host-table.ts";
import { isPresent } from "../hosts/install.ts";
import { type Fault, faultText } from "../kernel/fault.ts";
import { ok, type Result } from "../kernel/result.ts";
import { count, printable } from "../kernel/text.ts";
import { version } from "../kernel/version.ts";
import { allFeatures } from "../workflow/feature.ts";
import { steps } from "../workflow/phase.ts";
import { exists } from "../workspace/files.ts";
import { gitFacts } from "../workspace/git.ts";
import { literalPath } from "../workspace/paths.ts";
import { isProgramOnPath } from "../workspace/process.ts";
import { openWorkspace, type Workspace } from "../workspace/root.ts";
import type { Command } from "./command.ts";
import { configFile, workspaceOf } from "./open.ts";
import type { ParsedLine } from "./parse.ts";
import { reportFault } from "./report.ts";
import type { Terminal } from "./terminal.ts";

/** `hewto doctor`: does the agent answer, and what else is there to work with? */
export function doctorCommand(): Command {
  return {
    words: "doctor",
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
        summary: "allow what the project's hewto.toml would start, from now on",
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
  const agent = settings.ok
    ? await checkAgent(settings.value, workspace.value, line, terminal)
    : failed(settings.fault, "");
  const report = {
    version,
    node: process.version,
    agent,
    warnings: settings.ok ? settings.value.warnings : [],
    access: await keptPlaces(terminal.env),
    agents: await agentsHere(terminal.env),
    ...(await placeReport(workspace.value)),
    hosts: await hostsHere(terminal),
  };
  terminal.out(json ? `${JSON.stringify(report, null, 2)}\n` : asText(report, terminal));
  return agent.ok ? 0 : 3;
}

interface AgentReport {
  readonly ok: boolean;
  readonly driver: string;
  readonly name: string;
  readonly version: string;
  readonly protocol_version: string;
  readonly tools: readonly string[];
  /** The `speckit.*` tools that it lacks. */
  readonly missing: readonly string[];
  readonly handshake_ms?: number;
  readonly error?: string;
}

async function checkAgent(
  settings: ClientSettings,
  workspace: Workspace,
  line: ParsedLine,
  terminal: Terminal,
): Promise<AgentReport> {
  const label = describeAgent(settings);
  const model = modelLine(settings.model);
  if (line.flags.trust === true && settings.modelFromProject && model)
    await trust(workspace.root, model, terminal.env, new Date());
  const allowed = await allow(settings, workspace, line.flags.trust === true, terminal);
  if (!allowed.ok) return failed(allowed.fault, label);
  const service = { workspace, person: nobody, model: undefined, byHand: false, approved: false };
  const driver = await openDriver({
    settings,
    service,
    workspace,
    cwd: workspace.root,
    env: terminal.env,
    args: {},
    observe: () => {},
  });
  if (!driver.ok) return failed(driver.fault, label);
  const began = performance.now();
  try {
    const started = await driver.value.start();
    if (!started.ok) return failed(started.fault, label);
    const handshake = Math.round(performance.now() - began);
    const tools = await driver.value.tools();
    if (!tools.ok) return failed(tools.fault, label);
    const missing = steps.map((step) => `speckit.${step}`).filter((tool) => !tools.value.includes(tool));
    const { name, version: agentVersion, protocolVersion } = started.value;
    const error =
      missing.length > 0
        ? { error: `${name} lacks ${missing.join(", ")}. Use --driver builtin or exec for those.` }
        : {};
    return {
      ok: missing.length === 0,
      driver: label,
      name,
      version: agentVersion,
      protocol_version: protocolVersion,
      tools: tools.value,
      missing,
      handshake_ms: handshake,
      ...error,
    };
  } finally {
    await driver.value.close();
  }
}

async function allow(
  settings: ClientSettings,
  workspace: Workspace,
  grant: boolean,
  terminal: Terminal,
): Promise<Result<unknown>> {
  const started = settings.agentFromProject ? await startedLine(settings, terminal.env) : ok(undefined);
  if (!started.ok || started.value === undefined) return started;
  if (await isTrusted(workspace.root, started.value, terminal.env)) return ok(undefined);
  return grant ? trust(workspace.root, started.value, terminal.env, new Date()) : notTrusted(started.value);
}

function failed(why: Fault, driver: string): AgentReport {
  const { error } = unavailable(why);
  const message = error ? `${error.message} ${error.hint}`.trim() : faultText(why);
  return {
    ok: false,
    driver,
    name: "",
    version: "",
    protocol_version: "",
    tools: [],
    missing: steps.map((step) => `speckit.${step}`),
    error: message,
  };
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
  const { repository, branch } = await gitFacts(workspace);
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
    index: { built: await has(".hewto/index"), hint: "hewto index" },
    skills: { folders: found.flat(), hint: "hewto skills doctor" },
  };
}

async function hostsHere(terminal: Terminal) {
  const home = await openWorkspace(terminal.env.HOME ?? terminal.env.USERPROFILE ?? terminal.cwd);
  if (!home.ok) return [];
  const present = await Promise.all(
    hostTable.map(async (host) => ((await isPresent(home.value, host, process.platform)) ? [host.id] : [])),
  );
  return present.flat();
}

type Report = Awaited<ReturnType<typeof placeReport>> & {
  readonly version: string;
  readonly node: string;
  readonly agent: AgentReport;
  readonly warnings: readonly string[];
  readonly agents: Awaited<ReturnType<typeof agentsHere>>;
  readonly hosts: readonly string[];
  /** Agents behind HTTP whose access is kept. */
  readonly access: readonly string[];
};

function asText(report: Report, { style }: Terminal): string {
  const { agent } = report;
  const verdict = agent.ok ? style.good("ok") : style.bad("not ok");
  const identity = [agent.name, agent.version, agent.protocol_version]
    .filter((part) => part !== "")
    .join(" ");
  const known = report.agents.map(({ id, found }) =>
    found ? style.good(id) : style.dim(`${id} (not found)`),
  );
  const lines = [
    `hewto ${report.version}, node ${report.node}`,
    `agent      ${verdict} ${agent.driver}${identity ? ` (${identity}, ${agent.tools.length} tools, ${agent.handshake_ms} ms)` : ""}`,
    ...(agent.error ? [`           ${printable(agent.error)}`] : []),
    ...report.warnings.map((warning) => `warning    ${printable(warning)}`),
    ...(report.access.length > 0
      ? [
          `access     ${report.access.join(", ")} (kept in access.json of your own folder; delete it to forget)`,
        ]
      : []),
    `agents     ${known.join(", ")}`,
    `workspace  ${report.workspace.root}${report.workspace.git ? ` on ${report.workspace.branch ?? "a detached head"}` : " (no git)"}, ${count(report.workspace.features, "feature")}`,
    `index      ${report.index.built ? "built" : `not built: ${report.index.hint}`}`,
    `skills     ${report.skills.folders.join(", ") || "none in this project"}; ${report.skills.hint} says more`,
    `hosts      ${report.hosts.join(", ") || "none found"}`,
  ];
  return `${lines.join("\n")}\n`;
}
