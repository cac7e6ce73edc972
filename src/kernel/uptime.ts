/**
 * Milliseconds since the process began, monotonic. `performance.now()` is the same, but its module takes longer to load
 * than a small command runs.
 */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}
