/** What a worker has done since it started. */
export interface WorkerMetrics {
  readonly jobs: Record<"published" | "superseded" | "unchanged" | "failed", number>;
  readonly files: Record<"parsed" | "known", number>;
  seconds: number;
  storeFailures: number;
  fetchFailures: number;
  /** Jobs that failed for the last time. */
  dead: number;
}

export function newMetrics(): WorkerMetrics {
  return {
    jobs: { published: 0, superseded: 0, unchanged: 0, failed: 0 },
    files: { parsed: 0, known: 0 },
    seconds: 0,
    storeFailures: 0,
    fetchFailures: 0,
    dead: 0,
  };
}

/** The text format of Prometheus. `queue` is what the store says now, if it does. */
export function metricsText(
  { jobs, files, seconds, storeFailures, fetchFailures }: WorkerMetrics,
  queue: { readonly openJobs: number; readonly deadJobs: number } | undefined,
): string {
  const labeled = (name: string, label: string, values: Record<string, number>) =>
    Object.entries(values).map(([value, count]) => `${name}{${label}="${value}"} ${count}`);
  const families: [name: string, type: string, help: string, lines: string[]][] = [
    [
      "hewto_worker_jobs_total",
      "counter",
      "Jobs that ended, by outcome.",
      labeled("hewto_worker_jobs_total", "outcome", jobs),
    ],
    [
      "hewto_worker_files_total",
      "counter",
      "Files of commits, parsed here or known before.",
      labeled("hewto_worker_files_total", "source", files),
    ],
    [
      "hewto_worker_job_seconds_total",
      "counter",
      "Time spent on jobs.",
      [`hewto_worker_job_seconds_total ${seconds.toFixed(3)}`],
    ],
    [
      "hewto_worker_store_failures_total",
      "counter",
      "Calls that the store refused or did not answer.",
      [`hewto_worker_store_failures_total ${storeFailures}`],
    ],
    [
      "hewto_worker_fetch_failures_total",
      "counter",
      "Repositories that could not be fetched.",
      [`hewto_worker_fetch_failures_total ${fetchFailures}`],
    ],
    ["hewto_store_up", "gauge", "Whether the store answers.", [`hewto_store_up ${queue ? 1 : 0}`]],
  ];
  if (queue) {
    families.push([
      "hewto_store_jobs_open",
      "gauge",
      "Jobs that wait or run.",
      [`hewto_store_jobs_open ${queue.openJobs}`],
    ]);
    families.push([
      "hewto_store_jobs_dead",
      "gauge",
      "Jobs that failed too often.",
      [`hewto_store_jobs_dead ${queue.deadJobs}`],
    ]);
  }
  return families
    .map(([name, type, help, lines]) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join("\n"),
    )
    .join("\n")
    .concat("\n");
}
