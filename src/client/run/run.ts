import { basename } from "node:path";
import type { Fault } from "../../kernel/fault.ts";
import { nearest } from "../../kernel/nearest.ts";
import { openFeature } from "../../workflow/feature.ts";
import type { Hook } from "../../workflow/hooks/read-hooks.ts";
import type { AgentTask } from "../../workflow/phase.ts";
import { type Judge, prepareJudge } from "../../workflow/verdict/judge.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { ClientServices } from "../answers/handlers.ts";
import { knownProblem } from "../drivers/agents.ts";
import type { AgentDriver } from "../drivers/driver.ts";
import { agentsOnPath, openDriver } from "../drivers/open-driver.ts";
import type { AgentIdentity } from "../session/handshake.ts";
import type { ProgressReport } from "../session/progress.ts";
import type { SessionEvent } from "../session/session.ts";
import { whenAborted } from "../session/timeouts.ts";
import type { ClientSettings } from "../settings.ts";
import { openRunLog, type RunLog } from "./log.ts";
import { cancelled, type Outcome } from "./outcome.ts";
import { type OutputLine, outputOf } from "./output.ts";

export interface RunRequest {
  readonly step: AgentTask;
  /** Arguments of the tool; `spec_directory` is one of them. */
  readonly args: Readonly<Record<string, unknown>> & { readonly spec_directory: string };
  readonly workspace: Workspace;
  /** The checkout that holds the feature. */
  readonly cwd: string;
  readonly settings: ClientSettings;
  readonly services: ClientServices;
  /** Hooks of spec-kit's extensions that an agent has to run around the step. */
  readonly hooks?: readonly Hook[] | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  /** When aborted, an agent that ignores the cancellation is ended without waiting. */
  readonly force?: AbortSignal | undefined;
  /** Receives a function that restarts the idle limit, for a user who wants to wait longer. */
  readonly onIdleTimer?: ((restart: () => void) => void) | undefined;
  /** Words a fault for its reader: what it suggests becomes part of the remedy. */
  readonly wordFault?: ((fault: Fault) => Promise<Fault>) | undefined;
  readonly onEvent: (event: RunEvent) => void;
}

export type RunEvent =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly agent: AgentIdentity }
  | { readonly kind: "progress"; readonly report: ProgressReport }
  | { readonly kind: "line"; readonly line: OutputLine }
  /** A limit was exceeded; the agent is being stopped. */
  | { readonly kind: "overdue" }
  | { readonly kind: "closing" };

export interface RunResult {
  readonly outcome: Outcome;
  /** Path of the log; empty if it could not be written. */
  readonly log: string;
  /** Why the log is incomplete. */
  readonly logProblem?: string | undefined;
}

/** Runs one step: starts the agent, calls the tool, logs everything, and ends the agent. Never throws. */
export async function runStep(request: RunRequest): Promise<RunResult> {
  const { step, args, settings, clock, workspace, cwd, onEvent } = request;
  const header = {
    tool: `speckit.${step}`,
    spec: args.spec_directory,
    cwd,
    agent: describeAgent(settings),
    started: clock().toISOString(),
  };
  const log = await openRunLog(workspace, `${basename(args.spec_directory)}-${step}`, header, clock);
  onEvent({ kind: "starting" });
  const feature = await openFeature(workspace, args.spec_directory);
  const judge = feature.ok ? await prepareJudge(step, feature.value, args) : undefined;
  const first = await attempt(request, log);
  const isRepeated = first.error?.sessionLost === true && (await approvesRepeat(request));
  const reported = isRepeated ? await attempt(request, log) : first;
  const outcome = judge ? await judged(reported, request, judge) : reported;
  for (const line of outputOf(outcome)) {
    log.add(line.stream === "err" ? "ERR" : "OUT", line.text);
    onEvent({ kind: "line", line });
  }
  if (outcome.verdict) {
    log.add("SYS", outcome.verdict.summary);
    onEvent({ kind: "line", line: { stream: "out", text: outcome.verdict.summary } });
  }
  if (outcome.error) log.add("SYS", `error: ${JSON.stringify(outcome.error)}`);
  log.add("SYS", `ended: ${outcome.state}`);
  await log.close();
  return { outcome, log: log.path, logProblem: log.problem() };
}

/** Judges a run that reports success by the files that it wrote. Nothing is deleted. */
async function judged(reported: Outcome, { step }: RunRequest, judge: Judge): Promise<Outcome> {
  if (reported.state !== "done") return reported;
  const verdict = await judge(reported);
  if (verdict.ok) return { ...reported, verdict };
  const message = `The agent reported success, but ${step} is not done: ${verdict.problems.join(" ")}`;
  const hint = "Read the agent's output, fix the cause and run the step again. Nothing was deleted.";
  return {
    ...reported,
    verdict,
    state: "tool-failed",
    isError: true,
    error: { message, hint, retryable: true, data: { problems: verdict.problems } },
  };
}

async function attempt(request: RunRequest, log: RunLog): Promise<Outcome> {
  const { settings, services, workspace, cwd, env, args, onEvent } = request;
  const observe = eventLogger(log, onEvent, settings.agent.kind === "builtin");
  const hooks = request.hooks ?? [];
  const driver = await openDriver({ settings, services, workspace, cwd, env, args, observe, hooks });
  return driver.ok ? runWith(driver.value, request, log) : unavailableTo(request, driver.fault);
}

/** What the agent did before it lost the session is unknown, so a repeat needs the user's approval. */
async function approvesRepeat({ step, services, signal }: RunRequest): Promise<boolean> {
  const { person } = services;
  const what = `The agent lost the session in which speckit.${step} ran. Run it again in a new session?`;
  return person.isPresent && !signal.aborted && person.approve(what, signal);
}

async function runWith(driver: AgentDriver, request: RunRequest, log: RunLog): Promise<Outcome> {
  const { step, args, settings, signal, force, onIdleTimer, onEvent } = request;
  if (signal.aborted) return cancelled(); // while the driver was being opened
  // The user may cancel before the agent has sent anything.
  const aborted = whenAborted(signal, "aborted");
  try {
    const started = await Promise.race([driver.start(), aborted]);
    if (started === "aborted" || signal.aborted) return cancelled();
    if (!started.ok)
      return withAlternatives(await unavailableTo(request, started.fault), started.fault, request.env);
    log.add(
      "SYS",
      `agent: ${started.value.name} ${started.value.version} ${started.value.protocolVersion}`.trim(),
    );
    onEvent({ kind: "running", agent: started.value });
    const tools = await Promise.race([driver.tools(), aborted]);
    if (tools === "aborted") return cancelled();
    if (!tools.ok) return unavailableTo(request, tools.fault);
    if (!tools.value.includes(`speckit.${step}`))
      return toolMissing(`speckit.${step}`, started.value, tools.value);
    const running = driver.run(step, args, {
      idleMs: settings.mcp.timeout_seconds * 1000,
      maxMs: settings.mcp.max_timeout_seconds * 1000,
      signal,
      onProgress: progressLogger(log, onEvent),
      onOverdue: () => onEvent({ kind: "overdue" }),
      onIdleTimer,
    });
    const outcome = await (force ? Promise.race([running, whenAborted(force, cancelled())]) : running);
    // The tools may have changed between the list and the call; then the new list says more than the error.
    const current = isUnknownTool(outcome) ? await driver.tools() : undefined;
    return current?.ok && !current.value.includes(`speckit.${step}`)
      ? toolMissing(`speckit.${step}`, started.value, current.value)
      : outcome;
  } finally {
    onEvent({ kind: "closing" });
    await driver.close(force?.aborted === true);
  }
}

/** If the program was not found, the hint names the agents that are installed. */
async function withAlternatives(
  outcome: Outcome,
  { subject }: Fault,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  if (!outcome.error || subject?.errno !== "ENOENT") return outcome;
  const hint = `${outcome.error.hint} ${await agentsOnPath(env)}`;
  return { ...outcome, error: { ...outcome.error, hint } };
}

/** Method not found, or invalid params: the errors that servers return for an unknown tool. */
function isUnknownTool({ state, error }: Outcome): boolean {
  return state === "protocol-error" && (error?.code === -32601 || error?.code === -32602);
}

/** Logs all messages, except progress, which is logged only when it changes. */
function eventLogger(
  log: RunLog,
  onEvent: RunRequest["onEvent"],
  isBuiltin: boolean,
): (event: SessionEvent) => void {
  let unparsedLines = 0;
  return (event) => {
    if (event.kind === "sent") log.add("RPC", `→ ${JSON.stringify(event.message)}`);
    else if (event.kind === "received") {
      if (!isProgress(event.message)) log.add("RPC", `← ${JSON.stringify(event.message)}`);
    } else if (event.kind === "stderr") {
      const text = event.text.replace(/\n$/, "");
      log.add("ERR", text);
      // The builtin server writes its audit log there.
      for (const line of isBuiltin ? [] : text.split("\n"))
        onEvent({ kind: "line", line: { stream: "err", text: line } });
    } else if (event.kind === "unparsed") {
      log.add("SYS", `not a message: ${event.text}`);
      if (++unparsedLines <= 3)
        onEvent({ kind: "line", line: { stream: "err", text: `agent printed: ${event.text}` } });
    } else if (event.kind === "note") log.add("SYS", event.text);
    else if (event.kind === "closed") log.add("SYS", event.end.reason);
  };
}

function progressLogger(log: RunLog, onEvent: RunRequest["onEvent"]): (report: ProgressReport) => void {
  let last = "";
  return (report) => {
    const percent = report.fraction === undefined ? "" : `${Math.floor(report.fraction * 100)} % `;
    const text = `${percent}${report.message ?? ""}`.trim();
    if (text !== last && text !== "") log.add("PROG", text);
    last = text;
    onEvent({ kind: "progress", report });
  };
}

function isProgress(message: unknown): boolean {
  return (
    typeof message === "object" &&
    message !== null &&
    "method" in message &&
    message.method === "notifications/progress"
  );
}

export function describeAgent({ agent }: ClientSettings): string {
  if (agent.kind === "builtin") return "builtin";
  if (agent.kind === "mcp-http") return `mcp-http ${agent.endpoint}`;
  if (agent.kind === "mcp-stdio") return `mcp-stdio ${[agent.command, ...agent.args].join(" ")}`;
  return `${agent.kind} ${agent.agent ?? agent.command ?? "(first installed)"}`;
}

/** The outcome of a run whose agent cannot be used. */
export function unavailable({ message, remedy, suggest, retryable, details }: Fault): Outcome {
  const hint = knownProblem(message) ?? remedy;
  return { state: "unavailable", error: { message, hint, suggest, retryable, data: details } };
}

/** The same, worded for the reader of this run. */
async function unavailableTo({ wordFault }: RunRequest, fault: Fault): Promise<Outcome> {
  const isAgent = fault.code === "agent_unavailable";
  const suggest = fault.suggest ?? (isAgent ? { command: "doctor", to: "check the agent" } : undefined);
  return unavailable(wordFault === undefined ? fault : await wordFault({ ...fault, suggest }));
}

function toolMissing(tool: string, agent: AgentIdentity, tools: readonly string[]): Outcome {
  const near = nearest(tool, tools)[0];
  const offers =
    tools.length === 0
      ? "it has no tools"
      : `its tools are ${tools.slice(0, 10).join(", ")}${tools.length > 10 ? ` and ${tools.length - 10} more` : ""}`;
  const message = `${agent.name || "The agent"} has no tool ${tool}; ${offers}.`;
  const hint = `${near ? `The closest match is ${near}. ` : ""}Use --driver builtin or --driver exec.`;
  return { state: "unavailable", error: { message, hint, retryable: false } };
}
