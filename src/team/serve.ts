import { setTimeout } from "node:timers/promises";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { createHost } from "../mcp/protocol/host.ts";
import { createAudit } from "../mcp/tools/audit.ts";
import type { AuditLine } from "../mcp/tools/audit-line.ts";
import { createHttpHost } from "../mcp/transports/http.ts";
import { listenOn, originOf } from "../mcp/transports/listen.ts";
import { surviveStrays } from "../mcp/transports/strays.ts";
import { createRuntime } from "../operation/runtime.ts";
import { grantsExample } from "../store/grants-file.ts";
import { openStore } from "../store/open.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { viewFolder } from "../workspace/state/view-folder.ts";
import { StoredAudit } from "./audit.ts";
import { Grants, grantsInFile, grantsInStore } from "./grants.ts";
import { Metrics } from "./metrics.ts";
import { currentPrincipal } from "./principal.ts";
import { Repositories } from "./repositories.ts";
import { createTeamListener, OpenCalls, OpenStreams, type TeamServer } from "./server.ts";
import { TokenVerifier } from "./tokens.ts";
import { teamToolset } from "./toolset.ts";
import { Turns } from "./turns.ts";

export interface TeamOptions {
  readonly store: string;
  readonly tenant: string;
  readonly host: string;
  readonly port: number;
  readonly issuer: string;
  /** By default the address that it listens on. */
  readonly audience: string | undefined;
  readonly jwks: string | undefined;
  /** A file of grants; undefined: those of the store. */
  readonly grants: string | undefined;
  readonly auditFile: string | undefined;
  readonly clock?: () => Date;
  readonly write: (line: string) => void;
}

export interface RunningTeam {
  readonly url: string;
  /** Takes no new calls, lets the running ones end, then closes. */
  readonly end: (drainMs: number) => Promise<void>;
}

const limits = { maxSessions: 2_000, idleMs: 10 * 60_000, sweepMs: 30_000, maxBodyBytes: 256 * 1024 };
/** A store that does not take the last lines of the audit holds the end up for no longer. */
const auditMs = 3_000;
const turnLimits = { running: 4, waiting: 16 };

export async function startTeam(options: TeamOptions): Promise<Result<RunningTeam>> {
  const { clock = () => new Date() } = options;
  const log = (line: Readonly<Record<string, unknown>>) =>
    options.write(`${JSON.stringify({ ts: clock().toISOString(), ...line })}\n`);
  const store = await openStore(options.store, { tenant: options.tenant, connections: 8 });
  if (!store.ok) return store;
  const repositories = new Repositories(store.value, clock);
  const grants = new Grants(
    options.grants === undefined ? grantsInStore(store.value) : grantsInFile(options.grants),
    clock,
  );
  const workspace = await openWorkspace(viewFolder("server"));
  if (!workspace.ok) return workspace;
  const reached = await repositories.list();
  if (!reached.ok) return reached;
  if (options.grants !== undefined && (await grants.age()) === undefined)
    return unreadableGrants(options.grants);
  const metrics = new Metrics();
  const team = { store: store.value, repositories, grants };
  const toolset = teamToolset(team);
  const audit = createAudit(options.auditFile, options.write);
  const stored = new StoredAudit(store.value, metrics, log);
  const host = createHost({
    profile: {
      name: "team",
      serverName: "hewto",
      toolsets: ["code"],
      transports: ["http"],
      extras: true,
      budget: true,
    },
    entries: [
      {
        name: "code",
        summary: "Code of many repositories",
        commands: [],
        instructions: `${instructions} Name the repository with \`repo\`; \`repos: "all"\` searches everything that you may see and is less precise.`,
        flags: [],
        offers: { resources: false, prompts: false, tasks: false },
        load: async () => toolset,
      },
    ],
    runtime: createRuntime({
      workspace: workspace.value,
      clock,
      log: (level, message) => void (level === "debug" || log({ level, message })),
    }),
    audit: {
      ...audit,
      record: (line) => {
        audit.record(line);
        stored.record(line);
        countCall(metrics, line);
      },
    },
    protocol: undefined,
    note: undefined,
  });
  const turns = new Turns(turnLimits);
  const principal = () => `user:${currentPrincipal().subject}`;
  const http = createHttpHost(host, { host: "0.0.0.0", token: undefined }, { ...limits, principal });
  const calls = new OpenCalls();
  let isDraining = false;
  let serving: TeamServer | undefined;
  const listener = createTeamListener(() => serving);
  const started = await listenOn(listener, options);
  if (!started.ok) return started;
  const url = `${originOf(options.host, started.value)}/mcp`;
  // A token names the address that it was issued for, and ours is known only now.
  const rules = { issuer: options.issuer, audience: options.audience ?? url, jwks: options.jwks };
  serving = {
    team,
    http,
    turns,
    streams: new OpenStreams(),
    calls,
    metrics,
    log,
    isDraining: () => isDraining,
    rules,
    tokens: new TokenVerifier(rules),
  };
  surviveStrays(host.runtime.log);
  addGauges(metrics, turns, repositories, grants);
  log({ level: "info", message: "listening", url, store: store.value.address });
  return ok({
    url,
    end: async (drainMs) => {
      isDraining = true;
      log({ level: "info", message: "draining", calls: calls.count });
      // The port stays open meanwhile: new calls are refused with a reason, and a balancer reads /readyz.
      await Promise.race([calls.ended(), setTimeout(drainMs)]);
      if (calls.count > 0) log({ level: "warning", message: "calls were cut off", calls: calls.count });
      listener.close();
      await http.close();
      listener.closeAllConnections();
      await audit.flushed();
      await stored.end(auditMs);
      await store.value.close();
    },
  });
}

const instructions = "Search and research of code that is indexed for your company.";

function countCall(metrics: Metrics, line: AuditLine): void {
  if (line.event !== "call") return;
  metrics.count("hewto_calls_total", { tool: line.tool ?? "", outcome: line.outcome });
  metrics.observe("hewto_call_seconds", { tool: line.tool ?? "" }, (line.ms ?? 0) / 1000);
}

function addGauges(metrics: Metrics, turns: Turns, repositories: Repositories, grants: Grants): void {
  metrics.gauge("hewto_calls_running", () => turns.running);
  metrics.gauge("hewto_calls_waiting", () => turns.waiting);
  metrics.gauge("hewto_segment_bytes", () => repositories.cachedBytes);
  metrics.gauge("hewto_grants_age_seconds", async () => (await grants.age()) ?? Number.NaN);
  metrics.gauge("process_resident_memory_bytes", () => process.memoryUsage.rss());
}

function unreadableGrants(path: string): Result<never> {
  const remedy = `It must be JSON such as ${grantsExample}.`;
  return fail(fault("invalid_config", `The grants file ${path} cannot be read.`, remedy, { path }));
}
