import { basename } from "node:path";
import { type FormField, readAnswer } from "../../client/answers/form.ts";
import type { Person } from "../../client/answers/person.ts";
import { fault } from "../../kernel/fault.ts";
import { randomHex } from "../../kernel/hash.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import type { Feature } from "../../workflow/feature.ts";
import type { Step } from "../../workflow/phase.ts";

/** A question of a run that waits for the person at the page. */
export interface RunQuestion {
  readonly id: string;
  readonly kind: "approve" | "permit" | "review" | "form" | "text";
  readonly text: string;
  readonly fields: readonly FormField[];
}

export interface RunAnswer {
  readonly answer: "yes" | "yes_for_run" | "no";
  /** The typed values of a form, by the names of its fields. */
  readonly values: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A run of this process. */
export interface LiveRun {
  /** Until its log is open it has no other name. */
  readonly id: string;
  readonly work: string;
  readonly step: Step;
  readonly started: string;
  readonly questions: ReadonlyMap<string, RunQuestion>;
  readonly progress: string;
  /** How it ended; undefined while it runs. */
  readonly ended?: { readonly state: string; readonly message: string; readonly log: string } | undefined;
}

interface Pending {
  readonly question: RunQuestion;
  readonly resolve: (answer: RunAnswer | undefined) => void;
}

interface Entry extends LiveRun {
  readonly questions: Map<string, RunQuestion>;
  readonly cancel: AbortController;
  readonly force: AbortController;
  progress: string;
  ended?: LiveRun["ended"];
}

const maxEnded = 20;

/** The runs that the page started. They end with the process. */
export class LiveRuns {
  readonly #runs: Entry[] = [];
  readonly #pending = new Map<string, Pending>();

  list(): readonly LiveRun[] {
    return this.#runs;
  }

  /** Starts a step and returns at once; the run goes on after the call that started it. */
  start(context: Context, feature: Feature, step: Step, args: Readonly<Record<string, unknown>>): LiveRun {
    const entry: Entry = {
      id: `live-${randomHex(4)}`,
      work: basename(feature.directory),
      step,
      started: context.clock().toISOString(),
      questions: new Map(),
      cancel: new AbortController(),
      force: new AbortController(),
      progress: "",
    };
    this.#runs.unshift(entry);
    this.#forget();
    void this.#run(context, entry, feature, args);
    return entry;
  }

  /** Asks the agent to stop; the second time it is ended. */
  cancel(entry: LiveRun): void {
    const run = this.#runs.find(({ id }) => id === entry.id);
    if (run?.cancel.signal.aborted) run.force.abort();
    run?.cancel.abort();
  }

  answer(id: string, answer: RunAnswer): Result<undefined> {
    const pending = this.#pending.get(id);
    if (pending === undefined) {
      const message = "The question was answered or withdrawn in the meantime.";
      return fail(fault("write_conflict", message, "Look at the run again.", { subject: { question: id } }));
    }
    const problem = answer.answer === "no" ? undefined : problemIn(pending.question, answer);
    if (problem !== undefined)
      return fail(fault("invalid_argument", problem, "Correct the answer.", { subject: { question: id } }));
    this.#pending.delete(id);
    pending.resolve(answer);
    return ok(undefined);
  }

  async #run(
    context: Context,
    entry: Entry,
    feature: Feature,
    args: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    try {
      // Loaded when a run is started: every command loads this file.
      const { runWorkflowStep } = await import("../../client/run/run-workflow-step.ts");
      const result = await runWorkflowStep({
        step: entry.step,
        args,
        workspace: context.workspace,
        feature,
        configFile: undefined,
        person: this.#personFor(entry),
        trusted: false,
        approved: false,
        wordFault: async (given) => context.wordFault(given),
        warn: (text) => context.log("warning", text),
        env: process.env,
        clock: context.clock,
        signal: entry.cancel.signal,
        force: entry.force.signal,
        onEvent: (event) => {
          if (event.kind === "progress") entry.progress = progressText(event.report);
        },
      });
      if (!result.ok) {
        const { message, remedy } = context.wordFault(result.fault);
        entry.ended = { state: "unavailable", message: `${message} ${remedy}`.trim(), log: "" };
      } else {
        const { outcome, log } = result.value;
        const message = outcome.error ? `${outcome.error.message} ${outcome.error.hint}`.trim() : "";
        entry.ended = { state: outcome.state, message, log: basename(log).replace(/\.log$/, "") };
      }
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      entry.ended = { state: "unavailable", message, log: "" };
    }
  }

  #personFor(entry: Entry): Person {
    const ask = (question: Omit<RunQuestion, "id">, signal: AbortSignal) =>
      this.#ask(entry, question, signal);
    const plain = { fields: [] };
    return {
      isPresent: true,
      approve: async (text, signal) => isYes(await ask({ ...plain, kind: "approve", text }, signal)),
      permit: async (text, signal) => allowOf(await ask({ ...plain, kind: "permit", text }, signal)),
      review: async ({ model, system = "", prompt }, signal) => {
        const text = `The agent sends this prompt to ${model}:\n\n${system}\n\n${prompt}`.trim();
        return { allow: allowOf(await ask({ ...plain, kind: "review", text }, signal)) };
      },
      fill: async (message, fields, signal) => {
        const answer = await ask({ kind: "form", text: message, fields }, signal);
        if (answer === undefined) return "cancel";
        return isYes(answer) ? readValues(fields, answer.values) : "decline";
      },
      write: async (prompt, signal) => {
        const answer = await ask({ ...plain, kind: "text", text: prompt }, signal);
        return isYes(answer) && answer?.text.trim() !== "" ? answer?.text : undefined;
      },
    };
  }

  /** Undefined when the question was withdrawn. */
  #ask(entry: Entry, given: Omit<RunQuestion, "id">, signal: AbortSignal): Promise<RunAnswer | undefined> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(undefined);
      const question: RunQuestion = { ...given, id: randomHex(8) };
      const close = (answer: RunAnswer | undefined) => {
        this.#pending.delete(question.id);
        entry.questions.delete(question.id);
        signal.removeEventListener("abort", withdraw);
        resolve(answer);
      };
      const withdraw = () => close(undefined);
      signal.addEventListener("abort", withdraw, { once: true });
      this.#pending.set(question.id, { question, resolve: close });
      entry.questions.set(question.id, question);
    });
  }

  /** Only the newest ended runs are remembered; their logs stay. */
  #forget(): void {
    const ended = this.#runs.filter((run) => run.ended !== undefined).slice(maxEnded);
    for (const run of ended) this.#runs.splice(this.#runs.indexOf(run), 1);
  }
}

const liveRunsKey = onceKey<LiveRuns>("live runs");

export function liveRuns(context: Context): LiveRuns {
  return context.once(liveRunsKey, () => new LiveRuns());
}

function isYes(answer: RunAnswer | undefined): boolean {
  return answer !== undefined && answer.answer !== "no";
}

function allowOf(answer: RunAnswer | undefined): "once" | "run" | "no" {
  if (!isYes(answer)) return "no";
  return answer?.answer === "yes_for_run" ? "run" : "once";
}

function problemIn({ fields }: RunQuestion, { values }: RunAnswer): string | undefined {
  for (const field of fields) {
    const read = readAnswer(field, values[field.name] ?? "");
    if ("problem" in read) return `${field.label}: ${read.problem}`;
  }
  return undefined;
}

function readValues(fields: readonly FormField[], values: RunAnswer["values"]): Record<string, unknown> {
  const entries = fields.map((field) => {
    const read = readAnswer(field, values[field.name] ?? "");
    return [field.name, "value" in read ? read.value : undefined] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function progressText({
  fraction,
  message = "",
}: {
  fraction?: number | undefined;
  message?: string | undefined;
}) {
  const percent = fraction === undefined ? "" : `${Math.floor(fraction * 100)} % `;
  return `${percent}${message}`.trim();
}
