/**
 * Milliseconds since the process began, never going back. `performance.now()` counts the same, but the module behind
 * it takes longer to load than a small command runs.
 */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}
