export interface ProgressReport {
  readonly progress: number;
  readonly total?: number | undefined;
  /** 0 to 1 if the agent gave a total; without one only activity can be shown. */
  readonly fraction?: number | undefined;
  readonly message?: string | undefined;
}

/** Whether a progress token belongs to this call: `tool-3`, or only the id, as some agents send it. */
export function isTokenOf(token: unknown, id: number): boolean {
  return token === `tool-${id}` || token === id || token === String(id);
}

/** Whether a token has the form of our own, for any call. */
export function isOurToken(token: unknown): boolean {
  return typeof token === "string" && /^tool-\d+$/.test(token);
}

/** Reads a `notifications/progress`. Progress never goes backwards or out of bounds. */
export function readProgress(
  params: Record<string, unknown>,
  before: ProgressReport | undefined,
): ProgressReport {
  const current =
    typeof params.progress === "number" && Number.isFinite(params.progress) ? params.progress : 0;
  const progress = Math.max(current, before?.progress ?? 0);
  const total = typeof params.total === "number" && params.total > 0 ? params.total : undefined;
  return {
    progress,
    total,
    fraction: total === undefined ? undefined : Math.min(1, Math.max(0, progress / total)),
    message: typeof params.message === "string" ? params.message : undefined,
  };
}
