import { driverKinds } from "../../client/settings.ts";
import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { workFormats } from "../../workflow/changes/formats.ts";
import { reviews, type Step, steps } from "../../workflow/phase.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Command } from "../command.ts";
import { workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { runByAgent } from "./agent-run.ts";
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
  return runByAgent({ step, args, workspace, feature: meant.value }, line, terminal);
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
