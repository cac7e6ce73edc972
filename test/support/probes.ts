import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { CatalogEntry } from "../../src/catalog.ts";
import { fault } from "../../src/kernel/fault.ts";
import { fail, ok } from "../../src/kernel/result.ts";
import { type ContentBlock, text } from "../../src/operation/content.ts";
import type { Context } from "../../src/operation/context.ts";
import { operation, reading } from "../../src/operation/operation.ts";
import type { Change } from "../../src/operation/toolset.ts";
import { tableOf, untyped } from "./operations.ts";

/** What the probes did in this process, in order; `probe_events` returns it. */
const events: string[] = [];
let changed: (what: Change) => void = () => {};

const common = { ...untyped, icon: "check", effects: reading } as const;
const shown = (output: unknown) => String(output);

/** Works in small steps until the time is over or the signal aborts. */
async function work(label: string, ms: number, { signal, progress }: Context): Promise<void> {
  events.push(`${label} started`);
  signal.addEventListener("abort", () => events.push(`${label} aborted`), { once: true });
  const steps = Math.max(1, Math.ceil(ms / 10));
  for (let done = 0; done < steps && !signal.aborted; done++) {
    progress({ done, total: steps, message: `step ${done}` });
    await sleep(Math.min(10, ms));
  }
  events.push(signal.aborted ? `${label} stopped` : `${label} finished`);
}

const Echo = z.object({
  text: z.string(),
  count: z.number().int(),
  choice: z.enum(["red", "green"]).optional(),
});

const echo = operation({
  ...common,
  name: "probe_echo",
  title: "Echo",
  summary: "Answers with its arguments",
  input: z.object({
    text: z.string().describe("what to say"),
    count: z.number().int().min(1).max(10).default(1).describe("how often"),
    choice: z.enum(["red", "green"]).optional().describe("a color"),
    list: z.array(z.string()).optional().describe("some words"),
    nested: z
      .object({ deep: z.object({ flag: z.boolean() }) })
      .optional()
      .describe("a small tree"),
  }),
  output: Echo,
  run: async (_context, { text: said, count, choice }) =>
    ok({ text: said, count, ...(choice ? { choice } : {}) }),
  text: ({ text: said, count }) => Array.from({ length: count }, () => said).join("\n"),
});

const wait = operation({
  ...common,
  name: "probe_wait",
  title: "Wait",
  summary: "Works for a while and respects cancellation",
  input: z.object({ label: z.string(), ms: z.number().int().default(60_000) }),
  run: async (context, { label, ms }) => {
    await work(label, ms, context);
    return ok(`${label} waited`);
  },
  text: shown,
});

const job = operation({
  ...common,
  name: "probe_job",
  title: "Job",
  summary: "Works for a while, as a task if asked",
  taskSupport: "optional",
  input: z.object({
    label: z.string(),
    ms: z.number().int().default(60_000),
    end: z.enum(["well", "fault", "throw"]).default("well"),
  }),
  output: z.object({ label: z.string() }),
  run: async (context, { label, ms, end }) => {
    await work(label, ms, context);
    if (end === "fault") return fail(fault("tool_failed", `${label} failed`, "Try again."));
    if (end === "throw") throw new Error(`${label} broke`);
    return ok({ label });
  },
  text: ({ label }) => `${label} done`,
});

const questionJob = operation({
  ...common,
  name: "probe_question_job",
  title: "Asking job",
  summary: "A task that needs the user",
  taskSupport: "optional",
  input: z.object({}),
  run: async ({ client }) => {
    const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
    const params = { message: "Who are you?", requestedSchema };
    if (!client) return fail(fault("client_refused", "Nobody to ask.", ""));
    const answers = await client.ask({ who: { method: "elicitation/create", params } });
    return answers.ok ? ok(JSON.stringify(answers.value.who)) : answers;
  },
  text: shown,
});

/** Holds the process with a timer and never looks at its signal. */
const stubborn = operation({
  ...common,
  name: "probe_stubborn",
  title: "Stubborn",
  summary: "Never ends",
  input: z.object({}),
  run: () => new Promise<never>(() => setInterval(() => {}, 1000)),
  text: shown,
});

const progress = operation({
  ...common,
  name: "probe_progress",
  title: "Unruly progress",
  summary: "Reports progress that repeats, decreases, is not a number and comes too late",
  input: z.object({}),
  run: async ({ progress: report }) => {
    for (const done of [0, 5, 5, 3, Number.NaN, 7, 6, 9, 10]) {
      report({ done, total: 10 });
      await sleep(25);
    }
    report({ done: 11 });
    setTimeout(() => report({ done: 12 }), 30);
    return ok("reported");
  },
  text: shown,
});

const print = operation({
  ...common,
  name: "probe_print",
  title: "Print",
  summary: "Prints to stdout in every way it can think of",
  input: z.object({}),
  run: async () => {
    console.log("from log");
    console.info("from info");
    console.debug("from debug");
    console.dir({ from: "dir" });
    console.table([{ from: "table" }]);
    process.stdout.write("from write\n");
    return ok("printed");
  },
  text: shown,
});

const broken = operation({
  ...common,
  name: "probe_broken",
  title: "Broken",
  summary: "Throws the given value at the given point",
  input: z.object({ what: z.enum(["error", "undefined", "text", "in text"]) }),
  run: async (_context, { what }) => {
    if (what === "error") throw new Error("broken inside");
    if (what === "undefined") throw undefined;
    if (what === "text") throw "broken text";
    return ok(what);
  },
  text: () => {
    throw new Error("broken while rendering");
  },
});

/** Fails unattended: after its answer, outside any promise that the server knows. */
const stray = operation({
  ...common,
  name: "probe_stray",
  title: "Stray",
  summary: "Leaves a failure behind",
  input: z.object({ how: z.enum(["rejection", "throw"]) }),
  run: async (_context, { how }) => {
    if (how === "rejection") void Promise.reject(new Error("stray rejection"));
    else {
      setTimeout(() => {
        throw new Error("stray throw");
      }, 1);
    }
    return ok(how);
  },
  text: shown,
});

const place = operation({
  ...common,
  name: "probe_context",
  title: "Context",
  summary: "What an operation knows about its workspace",
  input: z.object({}),
  output: z.looseObject({}),
  run: async ({ workspace, flags, grants }) =>
    ok({ root: workspace.root, flag: flags["probe-flag"] ?? null, grants }),
  text: (output) => JSON.stringify(output),
});

const content = operation({
  ...common,
  name: "probe_content",
  title: "Content",
  summary: "Audio, a link and annotations",
  input: z.object({}),
  run: async () => ok(undefined),
  text: shown,
  content: (): ContentBlock[] => [
    {
      type: "audio",
      data: "UklGRg==",
      mimeType: "audio/wav",
      annotations: { audience: ["user"], priority: 0.5 },
    },
    {
      type: "resource_link",
      uri: "test://static-text",
      name: "static-text",
      title: "Static text",
      description: "The static text",
      mimeType: "text/plain",
      annotations: { audience: ["assistant"], priority: 1, lastModified: "2026-01-02T03:04:05Z" },
      _meta: { "probe/kept": true },
    },
    { ...text("annotated"), annotations: { audience: ["user", "assistant"] } },
  ],
});

const big = operation({
  ...common,
  name: "probe_big",
  title: "Big",
  summary: "Answers with a sound of that many characters, which no budget cuts",
  input: z.object({ size: z.number().int(), delay: z.number().int().default(0) }),
  run: async (_context, { size, delay }) => {
    await sleep(delay);
    return ok("x".repeat(size));
  },
  content: (data) => [{ type: "audio", data: String(data), mimeType: "audio/wav" }],
  text: shown,
});

const touch = operation({
  ...common,
  name: "probe_touch",
  title: "Touch",
  summary: "Says that a resource changed, and what it touched",
  meta: { "specman/capability": { id: "probe-touch" } },
  input: z.object({ uri: z.string() }),
  run: async (context, { uri }) => {
    context.touched(uri);
    changed({ resource: uri });
    return ok("touched");
  },
  text: shown,
});

const seen = operation({
  ...common,
  name: "probe_events",
  title: "Events",
  summary: "What the other probes did so far",
  input: z.object({}),
  output: z.object({ events: z.array(z.string()) }),
  run: async () => ok({ events: [...events] }),
  text: (output) => output.events.join("\n"),
});

/** Tools that behave and misbehave in ways that a server must handle. Never shipped. */
export const probeEntry: CatalogEntry = {
  name: "code",
  summary: "Probes for the tests of the host",
  commands: [],
  instructions: "Probes: they misbehave on request.",
  flags: [{ name: "probe-flag", kind: "string", summary: "a flag of a toolset" }],
  offers: { resources: false, prompts: false, tasks: true },
  load: async () => ({
    operations: tableOf([
      echo,
      wait,
      job,
      questionJob,
      stubborn,
      progress,
      print,
      broken,
      stray,
      place,
      content,
      big,
      touch,
      seen,
    ]),
    start: (_context, say) => {
      changed = say;
      return () => {};
    },
  }),
};
