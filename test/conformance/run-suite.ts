import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import { run } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary.ts";

const suites = {
  "0.1.16": "node_modules/@modelcontextprotocol/conformance/dist/index.js",
  "0.2.0-alpha.12": "node_modules/conformance-next/dist/index.js",
} as const;

export interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

export interface SuiteRun {
  readonly code: number | string;
  readonly output: string;
  readonly scenarios: readonly Scenario[];
  /** Scenarios with a check that failed, was warned about or was skipped. */
  readonly complaints: readonly string[];
}

/** Runs the official suite against a server and reads its verdict. */
export async function runSuite(
  version: keyof typeof suites,
  url: string,
  args: readonly string[],
): Promise<SuiteRun> {
  const results = await temporaryFolder();
  const script = resolve(suites[version]);
  const { code, output, errors } = await run(script, ["server", "--url", url, "-o", results, ...args], {
    env: { NODE_OPTIONS: `--import ${resolve("test/conformance/node20-globsync.mjs")}` },
  });
  return {
    code,
    output: output + errors,
    scenarios: summary(output),
    complaints: await complaintsIn(results),
  };
}

function summary(output: string): Scenario[] {
  const lines = output
    .slice(output.indexOf("=== SUMMARY ==="))
    .matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm);
  return [...lines].map(([, name = "", passed, failed]) => ({
    name,
    passed: Number(passed),
    failed: Number(failed),
  }));
}

const Checks = z.array(z.looseObject({ status: z.string() }));

async function complaintsIn(results: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const folder of await readdir(results)) {
    const checks = Checks.parse(JSON.parse(await readFile(join(results, folder, "checks.json"), "utf8")));
    const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    if (checks.some(({ status }) => status !== "SUCCESS" && status !== "INFO")) complaints.push(scenario);
  }
  return complaints.sort();
}

/** All checks of these scenarios together. */
export function tally(scenarios: readonly Scenario[]) {
  const sum = (pick: (scenario: Scenario) => number) => scenarios.map(pick).reduce((a, b) => a + b, 0);
  return {
    scenarios: scenarios.length,
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
  };
}
