import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Two cores on the reference machine; a third worker uses the time that the others wait for processes.
    maxWorkers: 3,
    // Hundreds of processes on a shared machine: in CI one that was starved may try once more, and the log says so.
    retry: process.env["CI"] ? 1 : 0,
    // No test replaces a module, so files may share them: loading them anew for each took a fifth of the time.
    isolate: false,
    // Homes of tests stay empty, and what was compiled for one test is there for the next.
    env: { XDG_CACHE_HOME: join(import.meta.dirname, "node_modules/.cache/hewto-tests") },
    globalSetup: ["test/support/build-once.ts"],
  },
});
