import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { projectGuides } from "../../workflow/guides.ts";
import { type Step, steps } from "../../workflow/phase.ts";
import { agentPrompt } from "../../workflow/prompts.ts";
import { isProgramOnPath, runProgram } from "../../workspace/process/run.ts";
import type { CommandLine } from "../../workspace/trust/request.ts";
import { cancelled, type Outcome, timedOut } from "../run/outcome.ts";
import { type Deadline, startClock } from "../session/deadlines.ts";
import type { CallOptions } from "../session/session.ts";
import { headlessAgents } from "./agents.ts";
import type { AgentDriver, Observe } from "./driver.ts";

export interface ExecLine extends CommandLine {
  readonly promptArgument: boolean;
}

/** The command line of `exec`: a named agent, an own command, or the first agent that is installed. */
export async function execLine(
  choice: {
    readonly agent: string | undefined;
    readonly command: string | undefined;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  },
  env: NodeJS.ProcessEnv,
  mode: "exec" | "acp" = "exec",
): Promise<Result<ExecLine>> {
  if (choice.agent === undefined && choice.command !== undefined)
    return ok({ command: choice.command, args: choice.args, env: choice.env, promptArgument: false });
  const ids = headlessAgents.map(({ id }) => id);
  if (choice.agent !== undefined && !ids.includes(choice.agent)) {
    const hint = didYouMean(choice.agent, ids);
    return fail(
      fault(
        "invalid_config",
        `There is no agent \`${choice.agent}\` in the table. ${hint}`.trim(),
        `Known: ${ids.join(", ")}; or set mcp.command.`,
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

/** A headless agent, run once for each step; what it prints is the output; an exit code other than 0 is a failure. */
export function execDriver(
  line: ExecLine,
  cwd: string,
  env: NodeJS.ProcessEnv,
  observe: Observe,
): AgentDriver {
  return {
    start: async () => {
      if (!(await isProgramOnPath(line.command, env, cwd))) {
        return fail(
          fault(
            "agent_unavailable",
            `The program \`${line.command}\` was not found.`,
            "Install it, or run `hewto doctor` to see which agents there are.",
          ),
        );
      }
      return ok({ name: line.command, version: "", protocolVersion: "", capabilities: {} });
    },
    tools: async () => ok(steps.map((step) => `speckit.${step}`)),
    run: (step, args, options) => work(line, { cwd, env, observe }, step, args, options),
    close: async () => {},
  };
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly observe: Observe;
}

async function work(
  line: ExecLine,
  { cwd, env, observe }: Place,
  step: Step,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Outcome> {
  const prompt = agentPrompt(step, args, await projectGuides(cwd, step, args));
  const words = line.promptArgument ? [...line.args, prompt] : [...line.args];
  const abort = new AbortController();
  const cancel = () => abort.abort();
  options.signal.addEventListener("abort", cancel, { once: true });
  let expired: Deadline | undefined;
  const clock = startClock(options, (which) => {
    expired = which;
    cancel();
  });
  options.onPatience?.(() => clock.touch());
  let characters = 0;
  // Every sign of life counts: such agents report no progress of their own.
  const alive = (text: string) => {
    clock.touch();
    characters += text.length;
    options.onProgress({ progress: characters, message: text.trim().split("\n").at(-1) ?? "" });
  };
  const ran = await runProgram(line.command, words, {
    cwd,
    env: { ...env, ...line.env, ...featureEnvironment(args) },
    ...(line.promptArgument ? {} : { input: prompt }),
    signal: abort.signal,
    onStdout: alive,
    onStderr: (text) => {
      alive(text);
      observe({ kind: "stderr", text });
    },
  });
  clock.stop();
  options.signal.removeEventListener("abort", cancel);
  if (options.signal.aborted) return cancelled();
  if (expired) return timedOut(expired, options);
  if (!ran.ok)
    return {
      state: "unavailable",
      error: { message: ran.fault.message, hint: ran.fault.remedy, retryable: ran.fault.retryable },
    };
  const { code, signal, stdout, stderr } = ran.value;
  const content = [{ type: "text", text: stdout.trim() || "The agent printed nothing." }];
  if (code === 0) return { state: "done", isError: false, content };
  const lastWords = stderr.trim().split("\n").slice(-20);
  const how = signal === null ? `exit code ${code}` : String(signal);
  return {
    state: signal === null ? "tool-failed" : "agent-died",
    isError: true,
    content,
    error: {
      message: `${line.command} ended with ${how}. ${lastWords.at(-1) ?? ""}`.trim(),
      hint: "Its output says more; fix the cause and run it again.",
      retryable: true,
      lastWords,
    },
  };
}

/** So that spec-kit's own commands inside the agent work on the same feature. */
export function featureEnvironment(args: Readonly<Record<string, unknown>>): Record<string, string> {
  const directory = String(args.spec_directory ?? "");
  return directory === ""
    ? {}
    : { SPECIFY_FEATURE_DIRECTORY: directory, SPECIFY_FEATURE: directory.split("/").at(-1) ?? "" };
}
