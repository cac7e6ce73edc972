import { basename } from "node:path";
import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import { printable, printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { shownId } from "../../specs/ids.ts";
import { type LiveRun, liveRuns } from "./live-runs.ts";
import { listRunLogs, type RunLogSummary, readRunLog } from "./run-logs.ts";

const Question = z.object({
  id: z.string(),
  kind: z.enum(["approve", "permit", "review", "form", "text"]),
  text: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      kind: z.enum(["text", "number", "integer", "boolean", "choice", "choices"]),
      required: z.boolean(),
      choices: z.array(z.object({ value: z.string(), title: z.string() })),
      fallback: z.unknown().optional(),
    }),
  ),
});

const Run = z.object({
  id: z.string(),
  step: z.string(),
  work: z.string().describe("The folder that it worked on"),
  agent: z.string(),
  started: z.string(),
  state: z
    .string()
    .describe("`running`, `interrupted` (its process is gone), or how it ended: `done`, `tool-failed`, …"),
  bytes: z.number().int().describe("Size of its log"),
  live: z
    .object({
      progress: z.string(),
      message: z.string().describe("Why it ended as it did"),
      questions: z.array(Question).describe("What it waits for"),
    })
    .optional()
    .describe("Set for a run of this process"),
});
type Run = z.infer<typeof Run>;

function describeRun({ id, tool, spec, agent, started, state, bytes }: RunLogSummary): Run {
  return { id, step: tool.replace(/^speckit\./, ""), work: basename(spec), agent, started, state, bytes };
}

/** Whether a log is that of a run of this process. */
export function isLogOf(log: string, { work, step, ended }: LiveRun): boolean {
  if (ended !== undefined) return ended.log === log;
  return log.startsWith(`${work}-${step}-`) && new RegExp(`-${process.pid}(?:-\\d+)?$`).test(log);
}

/** The logs and the runs of this process; one that has no log yet, or could not write one, is listed too. */
function withLive(runs: readonly Run[], live: readonly LiveRun[]): Run[] {
  const taken = new Set<LiveRun>();
  const known = runs.map((run) => {
    const own = live.find(
      (each) => isLogOf(run.id, each) && (each.ended !== undefined || run.state === "running"),
    );
    if (own === undefined) return run;
    taken.add(own);
    return { ...run, live: liveFields(own) };
  });
  const others = live.filter((each) => !taken.has(each));
  return [...others.map(liveOnly), ...known];
}

function liveOnly(run: LiveRun): Run {
  const { id, work, step, started, ended } = run;
  return {
    id,
    step,
    work,
    agent: "",
    started,
    state: ended?.state ?? "running",
    bytes: 0,
    live: liveFields(run),
  };
}

function liveFields({ progress, questions, ended }: LiveRun): NonNullable<Run["live"]> {
  const asked = [...questions.values()].map(({ id, kind, text, fields }) => {
    const shown = fields.map(({ name, label, kind, required, choices, fallback }) => {
      return { name, label, kind, required, choices: [...choices], fallback };
    });
    return { id, kind, text, fields: shown };
  });
  return { progress, message: ended?.message ?? "", questions: asked };
}

const forPeople = { never: "people watch runs; an agent does the steps itself" };

export const listRuns = operation({
  name: "list_runs",
  title: "List runs",
  summary: "Lists the runs of workflow steps, newest first.",
  icon: "play",
  effects: reading,
  served: forPeople,
  input: z.object({ limit: z.number().int().min(1).max(100).default(30).describe("How many to list") }),
  output: z.object({ runs: z.array(Run) }),
  cli: { words: "runs list" },
  run: async (context, { limit }) => {
    const runs = (await listRunLogs(context.workspace, limit)).map(describeRun);
    return ok({ runs: withLive(runs, liveRuns(context).list()) });
  },
  text: ({ runs }) => (runs.length === 0 ? "No runs yet." : runs.map(runRow).join("\n")),
});

const maxPartBytes = 256 * 1024;

export const showRun = operation({
  name: "show_run",
  title: "Show a run",
  summary: "Shows the log of a run: what the agent said, reported and wrote.",
  icon: "play",
  effects: reading,
  served: forPeople,
  input: z.object({
    id: z.string().describe("Id of the run"),
    from: z.number().int().min(0).optional().describe("Byte of the log to start from (default: its end)"),
  }),
  output: Run.extend({
    lines: z.array(
      z.object({
        time: z.string(),
        kind: z.string().describe("OUT, ERR, PROG, RPC or SYS; empty for the header"),
        text: z.string(),
      }),
    ),
    next: z.number().int().describe("Where the next part of the log begins"),
    skipped: z.number().int().describe("Bytes before the first line that were left out"),
  }),
  cli: { words: "runs show", positionals: ["id"] },
  run: async ({ workspace }, { id, from }) => {
    const part = await readRunLog(workspace, id, from, maxPartBytes);
    if (part === undefined)
      return fail(
        fault("path_not_found", `No run has the id \`${shownId(id)}\`.`, "", {
          subject: { id },
          suggest: { operation: "list_runs", to: "see the runs" },
        }),
      );
    const lines = part.text.split("\n").slice(0, -1).map(lineOf);
    return ok({ ...describeRun(part.run), lines, next: part.next, skipped: part.skipped });
  },
  text: ({ lines, skipped, ...run }) =>
    [
      runRow(run),
      ...(skipped === 0 ? [] : [`… ${skipped} bytes before`]),
      ...lines.map(({ time, kind, text }) => printable(kind === "" ? text : `${time} [${kind}] ${text}`)),
    ].join("\n"),
});

const maxLine = 4_000;

function lineOf(text: string): { time: string; kind: string; text: string } {
  const [, time = "", kind = "", rest = text] = /^(\S+) \[([A-Z]+)\] (.*)$/.exec(text) ?? [];
  const shown =
    rest.length > maxLine ? `${rest.slice(0, maxLine)} … ${rest.length - maxLine} more characters` : rest;
  return { time, kind, text: shown };
}

function runRow({ id, step, work, agent, state }: Omit<Run, "bytes">): string {
  return printableLine(`${id}  ${step} ${work}  ${state}  ${agent}`);
}
