import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Two cores on the reference machine; real processes are spawned by many tests.
    maxWorkers: 2,
    globalSetup: ["test/support/build-once.ts"],
  },
});
