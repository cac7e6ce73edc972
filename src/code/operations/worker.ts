import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation } from "../../operation/operation.ts";
import { forOperators, withStore } from "../../store/operations/configured.ts";
import type { Store } from "../../store/store.ts";
import { threadScript } from "../thread-script.ts";

const Input = z.object({
  once: z
    .boolean()
    .default(false)
    .describe("End when every branch is published, instead of waiting for pushes"),
  repo: z.string().optional().describe("Add this repository first: an address, or a folder such as `.`"),
  refs: z.array(z.string().min(1).max(200)).max(100).default([]).describe("Branches of that repository"),
  interval: z.int().min(5).max(86_400).default(60).describe("Seconds until the branches are checked again"),
  metrics_port: z
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe("Serve metrics for Prometheus on this port of localhost"),
  memory_mb: z.int().min(64).max(65_536).default(2048).describe("Memory for the analysis of one commit"),
  minutes: z.number().min(0.01).max(1440).default(30).describe("Time for the analysis of one commit"),
  max_files: z.int().min(1).max(2_000_000).default(400_000).describe("Files of one commit"),
  max_mb: z.int().min(1).max(100_000).default(4_000).describe("Megabytes of one commit"),
});

const Output = z.object({
  store: z.string(),
  published: z.int(),
  superseded: z.int(),
  unreachable: z.int().describe("Repositories that could not be fetched"),
  failed: z.int().describe("Tries that failed"),
  dead: z.int().describe("Jobs that failed too often"),
  files_parsed: z.int(),
  files_known: z.int().describe("Files that another branch, fork or commit had already"),
});

export const worker = operation({
  name: "run_worker",
  title: "Index worker",
  summary: "Index branches into the shared store",
  details: "Several may run at once, on any number of machines. A worker that is killed loses nothing.",
  icon: "play",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  served: forOperators,
  cli: {
    words: "worker",
    flagNames: { refs: "ref" },
    examples: ["worker", "worker --once --repo ."],
  },
  exitCode: ({ dead, unreachable }) => (dead + unreachable > 0 ? 1 : 0),
  input: Input,
  output: Output,
  run: (context, input) => withStore(context, (store) => run(context, store, input)),
  text: ({ published, files_parsed, files_known, unreachable, failed, dead }) => {
    const troubles = [
      ...(unreachable > 0
        ? [`${count(unreachable, "repository", "repositories")} could not be fetched`]
        : []),
      ...(failed > 0 ? [`${count(failed, "try", "tries")} failed`] : []),
      ...(dead > 0 ? [`${count(dead, "job")} given up`] : []),
    ];
    const done = `Published ${count(published, "commit")}: ${count(files_parsed, "file")} parsed, ${files_known} known`;
    return `${[done, ...troubles].join("; ")}.`;
  },
});

async function run(
  context: Context,
  store: Store,
  input: z.infer<typeof Input>,
): Promise<Result<z.infer<typeof Output>>> {
  const { runWorker } = await import("../remote/worker/worker.ts");
  const { newMetrics } = await import("../remote/worker/metrics.ts");
  if (input.repo !== undefined) {
    const { addRepo } = await import("../../store/add-repo.ts");
    const added = await addRepo(store, context.workspace.root, { source: input.repo, refs: input.refs });
    if (!added.ok) return added;
  }
  const metrics = newMetrics();
  const server =
    input.metrics_port === undefined ? ok(undefined) : await serveMetrics(store, metrics, input.metrics_port);
  if (!server.ok) return server;
  const ended = await runWorker({
    store,
    once: input.once,
    intervalSeconds: input.interval,
    limits: {
      memoryMb: input.memory_mb,
      seconds: input.minutes * 60,
      files: input.max_files,
      bytes: input.max_mb * 1_000_000,
    },
    signal: context.signal,
    script: threadScript("parse-worker.js"),
    metrics,
    log: (line) => context.log("info", line),
  });
  server.value?.close();
  if (!ended.ok) return ended;
  return ok({
    store: store.address,
    published: metrics.jobs.published,
    superseded: metrics.jobs.superseded,
    unreachable: metrics.fetchFailures,
    failed: metrics.jobs.failed,
    dead: metrics.dead,
    files_parsed: metrics.files.parsed,
    files_known: metrics.files.known,
  });
}

async function serveMetrics(
  store: Store,
  metrics: import("../remote/worker/metrics.ts").WorkerMetrics,
  port: number,
): Promise<Result<{ close: () => void }>> {
  const { createServer } = await import("node:http");
  const { metricsText } = await import("../remote/worker/metrics.ts");
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const stats = await store.stats();
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4" });
    response.end(metricsText(metrics, stats.ok ? stats.value : undefined));
  });
  return new Promise((resolve) => {
    server.once("error", (error) =>
      resolve(
        fail(fault("port_in_use", `Metrics cannot be served: ${error.message}.`, "Name another port.")),
      ),
    );
    server.listen(port, "127.0.0.1", () => resolve(ok({ close: () => server.close() })));
  });
}
