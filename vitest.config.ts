import { join } from "node:path";
import { defineConfig, type TestUserConfig } from "vitest/config";
import { SkipSummary } from "./test/support/skip-summary.ts";

/** The report that CI adds as evidence for our own requirements. */
const report = process.env["HEWTO_TEST_REPORT"];
const junit: [string, Record<string, unknown>][] =
  report === undefined ? [] : [["junit", { outputFile: report }]];

const common: TestUserConfig = {
  include: ["src/**/*.test.ts", "test/**/*.test.ts"],
  reporters: ["default", new SkipSummary(), ...junit],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // Two cores on the reference machine; a third worker uses the time that the others wait for processes.
  maxWorkers: 3,
  // No test replaces a module, so files share them: loading them again for each file took a fifth of the time.
  isolate: false,
  // Homes of tests stay empty, and code that was compiled for one test is reused by the next.
  env: { XDG_CACHE_HOME: join(import.meta.dirname, "node_modules/.cache/hewto-tests") },
  globalSetup: ["test/support/build-once.ts"],
};

/** Not in `npm run test:quick`: tests that start processes, wait for time or read much code. */
const slow = [
  "src/client/{auth,drivers,run,session,transports}/**",
  "src/code/{index,operations,store,languages/tree-sitter}/**",
  "src/code/search.test.ts",
  "src/library/agent.test.ts",
  "src/mcp/transports/**",
  "src/skills/{discover,install}/**",
  "src/tui/effects/**",
  "src/workflow/{feature,worktrees}.test.ts",
  "src/workspace/{git,network,process,state,write/locks}/**",
  "src/**/*-{fuzz,limits}.test.ts",
];

export default defineConfig(({ mode }) => {
  const isQuick = mode === "quick";
  // They run on the source alone.
  if (isQuick) process.env["HEWTO_SKIP_BUILD"] = "1";
  const usual = process.env["HEWTO_SWEEP"] ? [] : ["test/sweeps/**"];
  return { test: { ...common, exclude: isQuick ? slow : usual } };
});
