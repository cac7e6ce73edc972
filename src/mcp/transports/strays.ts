import type { Log } from "../../operation/context.ts";

/**
 * A failure that no request waits for (a forgotten promise, a watcher's error) must not end the server for all
 * of its clients. What is on disk is safe either way: the write path survives a kill at any moment.
 */
export function surviveStrays(log: Log): void {
  const report = (error: unknown) =>
    log("error", `stray failure: ${error instanceof Error ? error.message : String(error)}`);
  process.on("unhandledRejection", report);
  process.on("uncaughtException", report);
  // A host may close our stderr; then nobody wants to read what we say there.
  process.stderr.on("error", () => {});
}
