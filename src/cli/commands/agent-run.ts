import { runWorkflowStep, type WorkflowStepRequest } from "../../client/run/run-workflow-step.ts";
import type { Fault } from "../../kernel/fault.ts";
import { activate } from "../../workflow/active-feature.ts";
import { layoutOfChange } from "../../workflow/changes/formats.ts";
import type { Feature } from "../../workflow/feature.ts";
import { isReview } from "../../workflow/phase.ts";
import { configFile } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { forPeople, reportFault } from "../report.ts";
import { personAtTerminal } from "../terminal/person.ts";
import { progressBar } from "../terminal/progress-bar.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { tellRun } from "./run-report.ts";

/** Has the configured agent do a step or a review, for the person at this terminal. */
export async function runByAgent(
  task: Pick<WorkflowStepRequest, "step" | "args" | "workspace" | "feature">,
  line: ParsedLine,
  terminal: Terminal,
): Promise<number> {
  const json = line.flags.json === true;
  const abort = new AbortController();
  const release = onInterrupt(() => abort.abort(), terminal);
  const bar = progressBar(terminal, { now: () => performance.now(), isLive: true });
  try {
    const result = await runWorkflowStep({
      ...task,
      configFile: configFile(line, terminal),
      flags: agentFlags(line),
      person: personAtTerminal(terminal),
      trusted: line.flags.trust === true,
      approved: line.flags.yes === true,
      hooks: Array.isArray(line.flags.hook) ? line.flags.hook : [],
      wordFault: async (fault) => forPeople(withTrustFlag(fault)),
      warn: (message) => terminal.err(`${terminal.errStyle.warn("hewto:")} ${message}\n`),
      env: terminal.env,
      clock: () => new Date(),
      signal: abort.signal,
      onEvent: (event) => {
        if (event.kind === "progress") {
          const { progress, total, message } = event.report;
          bar.report({ done: progress, total, message });
        }
        if (event.kind === "closing") bar.finish();
      },
    });
    if (!result.ok) return reportFault(result.fault, terminal, json);
    const { outcome, feature } = result.value;
    if (outcome.state === "done" && feature && !isReview(task.step))
      await remember(feature, terminal, abort.signal);
    return tellRun(result.value, task.step, feature?.directory ?? "", terminal, json);
  } finally {
    release();
  }
}

/** The next step without SPEC works on this feature, whichever agent ran this one. */
async function remember(feature: Feature, terminal: Terminal, signal: AbortSignal): Promise<void> {
  // A repository of changes gets no files of spec-kit.
  if ((await layoutOfChange(feature)) !== undefined) return;
  const active = await activate(feature, signal);
  if (!active.ok) return terminal.err(`hewto: ${active.fault.message}\n`);
  for (const { path, action } of active.value)
    terminal.err(
      `${terminal.errStyle.dim(`${action} ${path}${path.endsWith("/info/exclude") ? ", so that git status does not list .specify/feature.json" : ""}`)}\n`,
    );
}

/** The flags that override `[mcp]`. */
function agentFlags({ flags }: ParsedLine) {
  const { driver, agent, endpoint, timeout } = flags;
  return {
    driver: text(driver) ?? (endpoint === undefined ? undefined : "mcp-http"),
    agent: text(agent),
    endpoint: text(endpoint),
    timeout_seconds: typeof timeout === "number" ? timeout : undefined,
  };
}

/** First Ctrl-C cancels the run, the second ends us and with us the agent. */
function onInterrupt(cancel: () => void, terminal: Terminal): () => void {
  let times = 0;
  const interrupted = () => {
    if (++times > 1) process.exit(130);
    terminal.err("\ncanceling… (press Ctrl-C again to kill the agent)\n");
    cancel();
  };
  const ended = () => cancel();
  process.on("SIGINT", interrupted);
  process.on("SIGTERM", ended);
  process.on("SIGHUP", ended);
  return () => {
    process.off("SIGINT", interrupted);
    process.off("SIGTERM", ended);
    process.off("SIGHUP", ended);
  };
}

/** What only these commands offer: consent for one run. */
function withTrustFlag(fault: Fault): Fault {
  return fault.code === "not_trusted"
    ? { ...fault, remedy: "Pass --trust to allow it for this run." }
    : fault;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
