import { basename } from "node:path";
import type { Fault } from "../../kernel/fault.ts";
import { nearest } from "../../kernel/nearest.ts";
import { type Feature, openFeature } from "../../workflow/feature.ts";
import type { Step } from "../../workflow/phase.ts";
import { type Snapshot, takeSnapshot } from "../../workflow/verdict/snapshot.ts";
import { judgeRun } from "../../workflow/verdict/verdict.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Service } from "../answers/handlers.ts";
import type { AgentDriver } from "../drivers/driver.ts";
import { agentsOnPath, openDriver } from "../drivers/open-driver.ts";
import type { AgentIdentity } from "../session/handshake.ts";
import type { ProgressReport } from "../session/progress.ts";
import type { SessionEvent } from "../session/session.ts";
import { whenAborted } from "../session/when-aborted.ts";
import type { ClientSettings } from "../settings.ts";
import { openRunLog, type RunLog } from "./log.ts";
import { cancelled, type Outcome } from "./outcome.ts";
import { type OutputLine, outputOf } from "./output.ts";

export interface RunRequest {
  readonly step: Step;
  /** Arguments of the tool; `spec_directory` is one of them. */
  readonly args: Readonly<Record<string, unknown>> & { readonly spec_directory: string };
  readonly workspace: Workspace;
  /** The checkout that holds the feature. */
  readonly cwd: string;
  readonly settings: ClientSettings;
  readonly service: Service;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  /** Once aborted, an agent that does not heed the cancellation is ended without further waiting. */
  readonly force?: AbortSignal;
  /** Gets a function that starts the idle limit anew, for a person who would rather wait. */
  readonly onPatience?: (extend: () => void) => void;
  readonly onEvent: (event: RunEvent) => void;
}

export type RunEvent =
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly agent: AgentIdentity }
  | { readonly kind: "progress"; readonly report: ProgressReport }
  | { readonly kind: "line"; readonly line: OutputLine }
  /** Time is up; the agent is being stopped. */
  | { readonly kind: "overdue" }
  | { readonly kind: "closing" };

export interface RunResult {
  readonly outcome: Outcome;
  /** Path of the log; empty when none could be written. */
  readonly log: string;
  /** Why the log is not complete. */
  readonly logProblem?: string;
}

/** One step from start to end: the agent is started, asked, listened to, logged and ended. Never throws. */
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
  const before = feature.ok ? await takeSnapshot(step, feature.value) : undefined;
  const first = await attempt(request, log);
  const isAgain = first.error?.sessionLost === true && (await wantsAgain(request));
  const claimed = isAgain ? await attempt(request, log) : first;
  const outcome = feature.ok && before ? await judged(claimed, request, feature.value, before) : claimed;
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
  const logProblem = log.problem();
  return { outcome, log: log.path, ...(logProblem === undefined ? {} : { logProblem }) };
}

/** A run that claims to be done is held to what it wrote; whatever is there stays there. */
async function judged(
  claimed: Outcome,
  { step, args }: RunRequest,
  feature: Feature,
  before: Snapshot,
): Promise<Outcome> {
  if (claimed.state !== "done") return claimed;
  const after = await takeSnapshot(step, feature);
  const verdict = await judgeRun({ step, feature, args, before, after, answer: claimed });
  if (verdict.ok) return { ...claimed, verdict };
  const message = `The agent reported success, but ${step} is not done: ${verdict.problems.join(" ")}`;
  const hint = "Read what the agent said, fix the cause and run it again. Nothing was deleted.";
  return {
    ...claimed,
    verdict,
    state: "tool-failed",
    isError: true,
    error: { message, hint, retryable: true, data: { problems: verdict.problems } },
  };
}

async function attempt(request: RunRequest, log: RunLog): Promise<Outcome> {
  const { settings, service, workspace, cwd, env, args, onEvent } = request;
  const observe = watcher(log, onEvent, settings.agent.kind === "builtin");
  const driver = await openDriver({ settings, service, workspace, cwd, env, args, observe });
  return driver.ok ? converse(driver.value, request, log) : unavailable(driver.fault);
}

/** What the agent did before it forgot us is not known, so only a person may have it done again. */
async function wantsAgain({ step, service, signal }: RunRequest): Promise<boolean> {
  const { person } = service;
  const what = `The agent has forgotten the session in which speckit.${step} ran. Run it again in a new one?`;
  return person.isThere && !signal.aborted && person.approve(what, signal);
}

async function converse(driver: AgentDriver, request: RunRequest, log: RunLog): Promise<Outcome> {
  const { step, args, settings, signal, force, onPatience, onEvent } = request;
  if (signal.aborted) return cancelled(); // while the driver was looked for
  // The person may leave before the agent has said a word.
  const left = whenAborted(signal, "left");
  try {
    const started = await Promise.race([driver.start(), left]);
    if (started === "left" || signal.aborted) return cancelled();
    if (!started.ok) return withAlternatives(unavailable(started.fault), started.fault, request.env);
    log.add(
      "SYS",
      `agent: ${started.value.name} ${started.value.version} ${started.value.protocolVersion}`.trim(),
    );
    onEvent({ kind: "running", agent: started.value });
    const tools = await Promise.race([driver.tools(), left]);
    if (tools === "left") return cancelled();
    if (!tools.ok) return unavailable(tools.fault);
    if (!tools.value.includes(`speckit.${step}`))
      return toolMissing(`speckit.${step}`, started.value, tools.value);
    const ended = driver.run(step, args, {
      idleMs: settings.mcp.timeout_seconds * 1000,
      maxMs: settings.mcp.max_timeout_seconds * 1000,
      signal,
      onProgress: progressLogger(log, onEvent),
      onOverdue: () => onEvent({ kind: "overdue" }),
      ...(onPatience ? { onPatience } : {}),
    });
    const outcome = await (force ? Promise.race([ended, whenAborted(force, cancelled())]) : ended);
    const now = isUnknown(outcome) ? await driver.tools() : undefined;
    // A list may change between the asking and the call; then what there is now says more than the refusal.
    return now?.ok && !now.value.includes(`speckit.${step}`)
      ? toolMissing(`speckit.${step}`, started.value, now.value)
      : outcome;
  } finally {
    onEvent({ kind: "closing" });
    await driver.close(force?.aborted === true);
  }
}

/** A program that is not there: the hint names those that are. */
async function withAlternatives(
  outcome: Outcome,
  { subject }: Fault,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  if (!outcome.error || subject?.errno !== "ENOENT") return outcome;
  const hint = `${outcome.error.hint} ${await agentsOnPath(env)}`;
  return { ...outcome, error: { ...outcome.error, hint } };
}

/** Method not found, or invalid params: what servers say to a name that they do not know. */
function isUnknown({ state, error }: Outcome): boolean {
  return state === "protocol-error" && (error?.code === -32601 || error?.code === -32602);
}

/** Everything on the wire goes to the log, except progress, which is logged when it says something new. */
function watcher(log: RunLog, onEvent: RunRequest["onEvent"], isOwn: boolean): (event: SessionEvent) => void {
  let noise = 0;
  return (event) => {
    if (event.kind === "sent") log.add("RPC", `→ ${JSON.stringify(event.message)}`);
    else if (event.kind === "received") {
      if (!isProgress(event.message)) log.add("RPC", `← ${JSON.stringify(event.message)}`);
    } else if (event.kind === "stderr") {
      const text = event.text.replace(/\n$/, "");
      log.add("ERR", text);
      // What our own server writes there are its audit lines.
      for (const line of isOwn ? [] : text.split("\n"))
        onEvent({ kind: "line", line: { stream: "err", text: line } });
    } else if (event.kind === "noise") {
      log.add("SYS", `not a message: ${event.text}`);
      if (++noise <= 3)
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

/** The agent cannot be used at all; the seed's own example command gets the help that it needs. */
export function unavailable(fault: Fault): Outcome {
  const isOldClaude = /unknown option '?--mcp/.test(fault.message);
  const hint = isOldClaude
    ? 'Claude Code has no --mcp; use args = ["mcp", "serve"], or driver = "exec" with agent = "claude".'
    : fault.remedy;
  return {
    state: "unavailable",
    error: {
      message: fault.message,
      hint,
      retryable: fault.retryable,
      ...(fault.details === undefined ? {} : { data: fault.details }),
    },
  };
}

function toolMissing(tool: string, agent: AgentIdentity, tools: readonly string[]): Outcome {
  const near = nearest(tool, tools)[0];
  const offers =
    tools.length === 0
      ? "it offers no tools"
      : `it offers ${tools.slice(0, 10).join(", ")}${tools.length > 10 ? ` and ${tools.length - 10} more` : ""}`;
  const message = `${agent.name || "The agent"} has no tool ${tool}; ${offers}.`;
  const hint = `${near ? `The nearest is ${near}. ` : ""}Use --driver builtin or --driver exec.`;
  return { state: "unavailable", error: { message, hint, retryable: false } };
}
