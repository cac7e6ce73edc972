import { basename } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { promptFor } from "../../workflow/agent-prompt.ts";
import type { Hook } from "../../workflow/hooks/read-hooks.ts";
import { type AgentTask, reviews, steps } from "../../workflow/phase.ts";
import { isProgramOnPath, runProgram } from "../../workspace/process/run.ts";
import type { CommandLine } from "../../workspace/trust/request.ts";
import { cancelled, type Outcome, timedOut } from "../run/outcome.ts";
import type { CallOptions } from "../session/session.ts";
import { type Deadline, startTimeouts } from "../session/timeouts.ts";
import { headlessAgents } from "./agents.ts";
import type { AgentDriver, Observe } from "./driver.ts";

export interface AgentCommandLine extends CommandLine {
  readonly promptArgument: boolean;
}

/** The command line of an agent: a known agent, a configured command, or the first known agent that is installed. */
export async function agentCommandLine(
  choice: {
    readonly agent: string | undefined;
    readonly command: string | undefined;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  },
  env: NodeJS.ProcessEnv,
  mode: "exec" | "acp" = "exec",
): Promise<Result<AgentCommandLine>> {
  if (choice.agent === undefined && choice.command !== undefined)
    return ok({ command: choice.command, args: choice.args, env: choice.env, promptArgument: false });
  const ids = headlessAgents.map(({ id }) => id);
  if (choice.agent !== undefined && !ids.includes(choice.agent)) {
    const hint = didYouMean(choice.agent, ids);
    return fail(
      fault(
        "invalid_config",
        `Unknown agent \`${choice.agent}\`. ${hint}`.trim(),
        `Known agents: ${ids.join(", ")}. For another one, set mcp.command.`,
      ),
    );
  }
  for (const agent of headlessAgents) {
    if (choice.agent !== undefined && agent.id !== choice.agent) continue;
    const start = mode === "acp" ? agent.acp : agent;
    if (start === undefined) continue;
    if (choice.agent !== undefined || (await isProgramOnPath(start.command, env)))
      return ok({
        command: start.command,
        args: [...start.args, ...choice.args],
        env: choice.env,
        promptArgument: agent.promptArgument,
      });
  }
  return fail(
    fault(
      "agent_unavailable",
      "None of the known agents is installed.",
      `Install one of ${ids.join(", ")}, or set mcp.command.`,
    ),
  );
}

/** A headless agent: one process per step. Its output is the result; an exit code other than 0 is a failure. */
export function execDriver(
  line: AgentCommandLine,
  cwd: string,
  env: NodeJS.ProcessEnv,
  observe: Observe,
  hooks: readonly Hook[] = [],
): AgentDriver {
  return {
    start: async () => {
      if (!(await isProgramOnPath(line.command, env, cwd))) {
        return fail(
          fault(
            "agent_unavailable",
            `The program \`${line.command}\` was not found.`,
            "Install it, or choose another agent.",
          ),
        );
      }
      return ok({ name: line.command, version: "", protocolVersion: "", capabilities: {} });
    },
    tools: async () => ok([...steps, ...reviews].map((task) => `speckit.${task}`)),
    run: (step, args, options) => runAgent(line, { cwd, env, observe, hooks }, step, args, options),
    close: async () => {},
  };
}

interface ProcessOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly observe: Observe;
  readonly hooks: readonly Hook[];
}

async function runAgent(
  line: AgentCommandLine,
  { cwd, env, observe, hooks }: ProcessOptions,
  step: AgentTask,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Outcome> {
  const prompt = await promptFor(cwd, step, args, { program: basename(line.command), hooks });
  const commandArgs = line.promptArgument ? [...line.args, prompt] : line.args;
  const abort = new AbortController();
  const cancel = () => abort.abort();
  options.signal.addEventListener("abort", cancel, { once: true });
  let exceeded: Deadline | undefined;
  const timeouts = startTimeouts(options, (deadline) => {
    exceeded = deadline;
    cancel();
  });
  options.onIdleTimer?.(timeouts.restartIdle);
  let characters = 0;
  // Any output counts as progress, because headless agents report none.
  const onOutput = (text: string) => {
    timeouts.restartIdle();
    characters += text.length;
    options.onProgress({ progress: characters, message: text.trim().split("\n").at(-1) ?? "" });
  };
  const ran = await runProgram(line.command, commandArgs, {
    cwd,
    env: { ...env, ...line.env, ...featureEnvironment(args) },
    input: line.promptArgument ? undefined : prompt,
    signal: abort.signal,
    onStdout: onOutput,
    onStderr: (text) => {
      onOutput(text);
      observe({ kind: "stderr", text });
    },
  });
  timeouts.stop();
  options.signal.removeEventListener("abort", cancel);
  if (options.signal.aborted) return cancelled();
  if (exceeded) return timedOut(exceeded, options);
  if (!ran.ok)
    return {
      state: "unavailable",
      error: { message: ran.fault.message, hint: ran.fault.remedy, retryable: ran.fault.retryable },
    };
  const { code, signal, stdout, stderr } = ran.value;
  const content = [{ type: "text", text: stdout.trim() || "The agent printed no output." }];
  if (code === 0) return { state: "done", isError: false, content };
  const lastWords = stderr.trim().split("\n").slice(-20);
  const end = signal === null ? `exit code ${code}` : String(signal);
  return {
    state: signal === null ? "tool-failed" : "agent-died",
    isError: true,
    content,
    error: {
      message: `${line.command} ended with ${end}. ${lastWords.at(-1) ?? ""}`.trim(),
      hint: "See its output, fix the cause and run the step again.",
      retryable: true,
      lastWords,
    },
  };
}

/** Variables that make spec-kit's own commands in the agent use the same feature. */
export function featureEnvironment(args: Readonly<Record<string, unknown>>): Record<string, string> {
  const directory = String(args.spec_directory ?? "");
  // The constitution belongs to the project, not to a feature.
  return directory === "" || /[/\\]\.specify[/\\]memory$/.test(directory)
    ? {}
    : { SPECIFY_FEATURE_DIRECTORY: directory, SPECIFY_FEATURE: basename(directory) };
}
