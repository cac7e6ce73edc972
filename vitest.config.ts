import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { SkipSummary } from "./test/support/skip-summary.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: process.env["HEWTO_SWEEP"] ? [] : ["test/sweeps/**"],
    reporters: ["default", new SkipSummary()],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Two cores on the reference machine; a third worker uses the time that the others wait for processes.
    maxWorkers: 3,
    // No test replaces a module, so files share them: loading them again for each file took a fifth of the time.
    isolate: false,
    // Homes of tests stay empty, and code that was compiled for one test is reused by the next.
    env: { XDG_CACHE_HOME: join(import.meta.dirname, "node_modules/.cache/hewto-tests") },
    globalSetup: ["test/support/build-once.ts"],
  },
});
