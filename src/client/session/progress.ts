export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  /** 0..1 where the agent gave a total; absent for a bar that only shows that something happens. */
  readonly fraction?: number;
  readonly message?: string;
}

/** Whether a progress token means this call: `tool-3`, or the bare id that some agents send. */
export function isTokenOf(token: unknown, id: number): boolean {
  return token === `tool-${id}` || token === id || token === String(id);
}

/** Whether a token is of the form that we hand out, whichever call it means. */
export function isOurToken(token: unknown): boolean {
  return typeof token === "string" && /^tool-\d+$/.test(token);
}

/** The report of a `notifications/progress`, made sane: never backwards, never outside its bounds. */
export function readProgress(
  params: Record<string, unknown>,
  before: ProgressReport | undefined,
): ProgressReport {
  const said = typeof params.progress === "number" && Number.isFinite(params.progress) ? params.progress : 0;
  const progress = Math.max(said, before?.progress ?? 0);
  const total = typeof params.total === "number" && params.total > 0 ? params.total : undefined;
  return {
    progress,
    ...(total === undefined ? {} : { total, fraction: Math.min(1, Math.max(0, progress / total)) }),
    ...(typeof params.message === "string" ? { message: params.message } : {}),
  };
}
