import { runWorkflowStep } from "../../client/run/run-workflow-step.ts";
import { driverKinds } from "../../client/settings.ts";
import { type Fault, fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { activate } from "../../workflow/active-feature.ts";
import { layoutOfChange, workFormats } from "../../workflow/changes/formats.ts";
import type { Feature } from "../../workflow/feature.ts";
import { type Step, steps } from "../../workflow/phase.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Command } from "../command.ts";
import { configFile, workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { forPeople, reportFault } from "../report.ts";
import { personAtTerminal } from "../terminal/person.ts";
import { progressBar } from "../terminal/progress-bar.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { tellRun } from "./run-report.ts";
import { meantWork } from "./run-work.ts";

/** `hewto run STEP`: one step of the workflow by whichever agent is configured. */
export function runCommand(): Command {
  return {
    words: "run",
    summary: "Run one step: specify, clarify, plan, tasks or implement",
    usage: `${steps.join("|")} [SPEC]`,
    choices: steps,
    examples: [
      'run specify --description "Users can export bookings as CSV"',
      "run clarify 1",
      "run implement 001-export --task-filter US1",
      "run implement add-login --driver exec --agent claude",
    ],
    flags: [
      {
        name: "spec",
        kind: "string",
        value: "SPEC",
        summary: "the change or feature: an id, a path, a folder under specs/, or its number",
      },
      {
        name: "as",
        kind: "string",
        value: "FORMAT",
        choices: [...workFormats],
        summary: "what to work on if the repository has both changes and features",
      },
      {
        name: "description",
        kind: "string",
        value: "TEXT",
        summary: "what the change or feature is for (specify)",
      },
      {
        name: "question",
        kind: "list",
        value: "TEXT",
        summary: "ask this instead of the questions that Hewto finds; may be repeated (clarify)",
      },
      {
        name: "task-filter",
        kind: "string",
        value: "F",
        summary: "T012, T010-T020, US2, phase:3, P, or words (implement)",
      },
      {
        name: "worktree",
        kind: "boolean",
        summary: "put a new change or feature on its own branch in its own worktree (specify)",
      },
      {
        name: "driver",
        kind: "string",
        value: "D",
        choices: [...driverKinds],
        summary: "how to reach the agent (default: builtin, or what [mcp] says)",
      },
      {
        name: "agent",
        kind: "string",
        value: "NAME",
        summary: "which agent to run with --driver exec or acp",
      },
      {
        name: "endpoint",
        kind: "string",
        value: "URL",
        summary: "address of an MCP server, for --driver mcp-http",
      },
      {
        name: "config",
        kind: "string",
        value: "FILE",
        summary: "config file that overrides all others",
      },
      {
        name: "timeout",
        kind: "integer",
        value: "S",
        summary: "maximum time without progress, in seconds (default: 60)",
      },
      {
        name: "hook",
        kind: "list",
        value: "COMMAND",
        summary: "have the agent run this optional hook of spec-kit's extensions; may be repeated",
      },
      {
        name: "trust",
        kind: "boolean",
        summary: "allow what the project's files would start or send to, for this run",
      },
      {
        name: "yes",
        kind: "boolean",
        summary: "approve all sampling requests and ACP permission prompts",
      },
    ],
    run,
  };
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const prepared = await prepare(line, terminal);
  if (!prepared.ok) return reportFault(prepared.fault, terminal, json);
  const { step, workspace, args } = prepared.value;
  const meant = await meantWork({
    step,
    named: line.positionals[1] ?? text(line.flags.spec),
    as: workFormats.find((format) => format === line.flags.as),
    description: String(args.feature_description ?? ""),
    worktree: line.flags.worktree === true,
    workspace,
    terminal,
  });
  if (!meant.ok) return reportFault(meant.fault, terminal, json);
  const abort = new AbortController();
  const release = onInterrupt(() => abort.abort(), terminal);
  const bar = progressBar(terminal, { now: () => performance.now(), isLive: true });
  try {
    const result = await runWorkflowStep({
      step,
      args,
      workspace,
      feature: meant.value,
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
    if (outcome.state === "done" && feature) await remember(feature, terminal, abort.signal);
    return tellRun(result.value, step, feature?.directory ?? "", terminal, json);
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

interface Prepared {
  readonly step: Step;
  readonly workspace: Workspace;
  /** Arguments of the tool, except for the folder. */
  readonly args: Readonly<Record<string, unknown>>;
}

async function prepare(line: ParsedLine, terminal: Terminal): Promise<Result<Prepared>> {
  const [word, ...rest] = line.positionals;
  const step = steps.find((each) => each === word);
  if (!step) return unknownStep(word);
  if (rest.length > 1 || (rest.length === 1 && line.flags.spec !== undefined))
    return usage(
      `One change or feature at a time; got ${[...rest, line.flags.spec ?? ""].join(" ").trim()}.`,
      "Quote a description: --description TEXT.",
    );
  const args = argumentsFor(step, line);
  if (!args.ok) return args;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return workspace;
  return ok({ step, workspace: workspace.value, args: args.value });
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

function argumentsFor(step: Step, line: ParsedLine): Result<Record<string, unknown>> {
  const belongs: Readonly<Record<string, Step>> = {
    description: "specify",
    worktree: "specify",
    question: "clarify",
    "task-filter": "implement",
  };
  for (const [flag, owner] of Object.entries(belongs)) {
    if (line.flags[flag] !== undefined && owner !== step)
      return usage(`--${flag} belongs to \`hewto run ${owner}\`, not to ${step}.`, "Leave it out.");
  }
  const { description, question } = line.flags;
  const filter = line.flags["task-filter"];
  if (step === "specify") {
    if (typeof description !== "string" || description.trim() === "")
      return usage(
        "`hewto run specify` needs --description.",
        'Say what the feature is for: --description "…".',
      );
    return ok({ feature_description: description });
  }
  if (step === "clarify") return ok(Array.isArray(question) ? { questions: question } : {});
  return ok(step === "implement" && typeof filter === "string" ? { task_filter: filter } : {});
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

/** Commands that are operations of their own: `hewto run analyze`. */
const reviews = ["constitution", "checklist", "analyze", "converge"];

function unknownStep(word: string | undefined): Result<never> {
  if (word === undefined) return usage("`hewto run` needs a step.", `Name one of: ${steps.join(", ")}.`);
  return usage(
    `There is no step \`${word}\`.`,
    didYouMean(word, [...steps, ...reviews]) || `Name one of: ${[...steps, ...reviews].join(", ")}.`,
  );
}

function usage(message: string, remedy: string): Result<never> {
  return fail(fault("invalid_argument", message, remedy));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What only this command offers: consent for one run. */
function withTrustFlag(fault: Fault): Fault {
  return fault.code === "not_trusted"
    ? { ...fault, remedy: "Pass --trust to allow it for this run." }
    : fault;
}
