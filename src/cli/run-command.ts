import { startedLine } from "../client/drivers/open-driver.ts";
import { modelOf } from "../client/model.ts";
import type { Outcome, RunState } from "../client/outcome.ts";
import { outputOf } from "../client/output.ts";
import { type RunResult, runStep } from "../client/run.ts";
import { type ClientSettings, clientSettings, driverKinds } from "../client/settings.ts";
import { isTrusted, notTrusted, shownLine, trust } from "../client/trust.ts";
import { type Fault, fault } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { printable } from "../kernel/text.ts";
import { activeFolder } from "../workflow/active-feature.ts";
import { type Feature, findFeature, openFeature } from "../workflow/feature.ts";
import { newFeature } from "../workflow/new-feature.ts";
import { type Step, steps } from "../workflow/phase.ts";
import type { Workspace } from "../workspace/root.ts";
import type { Command } from "./command.ts";
import { workspaceOf } from "./open.ts";
import type { ParsedLine } from "./parse.ts";
import { personAtTerminal } from "./person-at-terminal.ts";
import { reportFault } from "./report.ts";
import { runProgress } from "./run-progress.ts";
import type { Terminal } from "./terminal.ts";

/** `hewto run STEP`: one step of the workflow by whichever agent is configured. */
export function runCommand(): Command {
  return {
    words: "run",
    summary: "Run one step of the workflow: specify, clarify, plan, tasks or implement",
    usage: `${steps.join("|")} [SPEC]`,
    flags: [
      {
        name: "spec",
        kind: "string",
        value: "SPEC",
        summary: "the feature: a path, a folder under specs/, or its number",
      },
      { name: "description", kind: "string", value: "TEXT", summary: "what the feature is for (specify)" },
      {
        name: "question",
        kind: "list",
        value: "TEXT",
        summary: "ask this instead of what we find; may be repeated (clarify)",
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
        summary: "put a new feature on its own branch in its own worktree (specify)",
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
        name: "timeout",
        kind: "integer",
        value: "S",
        summary: "longest time without progress (default: 60)",
      },
      {
        name: "trust",
        kind: "boolean",
        summary: "allow what the project's hewto.toml would start, for this run",
      },
      {
        name: "yes",
        kind: "boolean",
        summary: "approve every text that the agent asks a model for, and what an acp agent asks leave for",
      },
    ],
    run,
  };
}

const exitCodes: Readonly<Record<RunState, number>> = {
  done: 0,
  "tool-failed": 1,
  "protocol-error": 1,
  "agent-died": 1,
  unavailable: 3,
  "timed-out": 124,
  cancelled: 130,
};

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const prepared = await prepare(line, terminal);
  if (!prepared.ok) return reportFault(prepared.fault, terminal, json);
  const { step, workspace, settings } = prepared.value;
  const person = personAtTerminal(terminal);
  const abort = new AbortController();
  const release = onInterrupt(() => abort.abort(), terminal);
  const allowed = await allow(line, prepared.value, terminal, abort.signal);
  const feature = allowed.ok ? await featureFor(line, prepared.value, terminal) : undefined;
  if (feature && !feature.ok) {
    release();
    return reportFault(feature.fault, terminal, json);
  }
  const directory = feature?.value.directory ?? "";
  if (!allowed.ok || !feature) {
    release();
    return tell(
      { outcome: refusedOutcome(allowed.ok ? undefined : allowed.fault), log: "" },
      step,
      directory,
      terminal,
      json,
    );
  }
  const bar = runProgress(terminal, () => performance.now());
  const result = await runStep({
    step,
    args: { ...prepared.value.args, spec_directory: directory },
    workspace,
    cwd: feature.value.workspace.root,
    settings,
    service: {
      workspace,
      person,
      model: allowed.value.model ? modelOf(settings.model, workspace.root, terminal.env) : undefined,
      byHand: settings.model.backend === "editor",
      approved: line.flags.yes === true,
    },
    env: terminal.env,
    clock: () => new Date(),
    signal: abort.signal,
    onEvent: (event) => {
      if (event.kind === "progress") bar.report(event.report);
      if (event.kind === "closing") bar.finish();
    },
  });
  release();
  return tell(result, step, directory, terminal, json);
}

interface Prepared {
  readonly step: Step;
  readonly workspace: Workspace;
  readonly settings: ClientSettings;
  /** Arguments of the tool beside the folder. */
  readonly args: Readonly<Record<string, unknown>>;
}

async function prepare(line: ParsedLine, terminal: Terminal): Promise<Result<Prepared>> {
  const [word, ...rest] = line.positionals;
  const step = steps.find((each) => each === word);
  if (!step) return unknownStep(word);
  if (rest.length > 1 || (rest.length === 1 && line.flags.spec !== undefined))
    return usage(
      `One feature at a time; got ${[...rest, line.flags.spec ?? ""].join(" ").trim()}.`,
      "Quote a description: --description TEXT.",
    );
  const args = argumentsFor(step, line);
  if (!args.ok) return args;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return workspace;
  const { driver, agent, endpoint, timeout } = line.flags;
  const flags = {
    driver: text(driver) ?? (endpoint === undefined ? undefined : "mcp-http"),
    agent: text(agent),
    endpoint: text(endpoint),
    timeout_seconds: typeof timeout === "number" ? timeout : undefined,
  };
  const settings = await clientSettings({ workspace: workspace.value, env: terminal.env, flags });
  if (!settings.ok) return settings;
  for (const warning of settings.value.warnings)
    terminal.err(`${terminal.errStyle.warn("hewto:")} ${printable(warning)}\n`);
  return ok({ step, workspace: workspace.value, settings: settings.value, args: args.value });
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

/** The feature that is meant: named, or active, or the one of this branch; for specify also a new one. */
async function featureFor(
  line: ParsedLine,
  { step, workspace, args }: Prepared,
  terminal: Terminal,
): Promise<Result<Feature>> {
  const named = line.positionals[1] ?? text(line.flags.spec);
  if (named !== undefined) {
    const found = await findFeature(workspace, named, terminal.cwd);
    if (found.ok || step !== "specify" || !/[/\\]/.test(named)) return found;
    return openFeature(workspace, named.startsWith("/") ? named : `${terminal.cwd}/${named}`);
  }
  if (step === "specify")
    return newFeature(workspace, {
      description: String(args.feature_description),
      worktree: line.flags.worktree === true,
    });
  return activeFeature(workspace, terminal);
}

async function activeFeature(workspace: Workspace, terminal: Terminal): Promise<Result<Feature>> {
  const chosen = terminal.env.SPECIFY_FEATURE_DIRECTORY || (await activeFolder(workspace));
  if (chosen)
    return findFeature(workspace, chosen.includes("/") ? chosen : `specs/${chosen}`, workspace.root);
  return usage("No feature is named and none is active.", "Name one: --spec 001, or a folder under specs/.");
}

/** A yes for what the project's file would start; `model` says whether its model may be used. */
async function allow(
  line: ParsedLine,
  { settings, workspace }: Prepared,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Result<{ model: boolean }>> {
  const isFree = line.flags.trust === true;
  const started =
    settings.agentFromProject && !isFree ? await startedLine(settings, terminal.env) : ok(undefined);
  if (!started.ok) return started;
  if (started.value && !(await isTrusted(workspace.root, started.value, terminal.env))) {
    const person = personAtTerminal(terminal);
    const said = await person.approve(
      `hewto.toml of this project wants to start:\n  ${shownLine(started.value)}`,
      signal,
    );
    if (!said) return notTrusted(started.value);
    const kept = await trust(workspace.root, started.value, terminal.env, new Date());
    if (!kept.ok) terminal.err(`hewto: ${kept.fault.message}\n`);
  }
  const { command, args } = settings.model;
  const needsWord = settings.modelFromProject && !isFree;
  const model =
    !needsWord ||
    (command !== undefined && (await isTrusted(workspace.root, { command, args }, terminal.env)));
  return ok({ model });
}

/** First Ctrl-C cancels the run, the second ends us and with us the agent. */
function onInterrupt(cancel: () => void, terminal: Terminal): () => void {
  let times = 0;
  const interrupted = () => {
    if (++times > 1) process.exit(130);
    terminal.err("\ncancelling… (once more to end the agent at once)\n");
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

/** The result's text on stdout, what went wrong on stderr; with --json one object that says both. */
function tell(
  { outcome, log }: RunResult,
  step: Step,
  directory: string,
  terminal: Terminal,
  json: boolean,
): number {
  const { state, isError, content, structuredContent, error } = outcome;
  if (json) {
    const shown = {
      state,
      tool: `speckit.${step}`,
      spec_directory: directory,
      log,
      isError,
      content,
      structuredContent,
      error,
    };
    terminal.out(`${JSON.stringify(shown, null, 2)}\n`);
  } else {
    for (const { stream, text: shown } of outputOf(outcome))
      (stream === "out" && state === "done" ? terminal.out : terminal.err)(`${printable(shown)}\n`);
  }
  if (error) {
    const isShown =
      !json && outputOf(outcome).some(({ text: shown }) => error.message.startsWith(shown) && shown !== "");
    const what = isShown ? `The step failed.` : error.message;
    terminal.err(`${terminal.errStyle.bad("hewto:")} ${printable(`${what} ${error.hint}`)}\n`);
    if (log !== "") terminal.err(`${terminal.errStyle.dim(`log: ${printable(log)}`)}\n`);
  }
  return exitCodes[state];
}

function refusedOutcome(why: Fault | undefined): Outcome {
  return {
    state: "unavailable",
    error: { message: why?.message ?? "", hint: why?.remedy ?? "", retryable: false },
  };
}

function unknownStep(word: string | undefined): Result<never> {
  if (word === undefined) return usage("`hewto run` needs a step.", `Name one of: ${steps.join(", ")}.`);
  return usage(
    `There is no step \`${word}\`.`,
    didYouMean(word, steps) || `Name one of: ${steps.join(", ")}.`,
  );
}

function usage(message: string, remedy: string): Result<never> {
  return fail(fault("invalid_argument", message, remedy));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
