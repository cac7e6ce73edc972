import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer, hewto } from "../support/bundle.ts";
import { openSession } from "../support/http.ts";
import { startListening } from "../support/processes.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { resultOf } from "../support/wire.ts";
import { runSuite, type SuiteRun, tally } from "./run-suite.ts";

/** A run takes three seconds on an idle machine, and twenty where tasks are waited for. */
const PATIENCE = 180_000;

const suites = [
  [
    "0.1.16",
    "0.1.16",
    ["--suite", "all"],
    { scenarios: 32, passed: 44, failed: 0 },
    { scenarios: 32, passed: 13, failed: 20 },
  ],
  [
    "2025-11-25",
    "0.2.0-alpha.12",
    ["--requirements", "2025-11-25"],
    { scenarios: 33, passed: 84, failed: 0 },
    { scenarios: 33, passed: 49, failed: 20 },
  ],
  [
    "2026-07-28",
    "0.2.0-alpha.12",
    ["--requirements", "2026-07-28"],
    { scenarios: 50, passed: 196, failed: 0 },
    { scenarios: 50, passed: 111, failed: 61 },
  ],
] as const;

interface Row {
  readonly scenario: string;
  readonly suite: string;
  readonly why: string;
}

/** The rows of a table of docs/conformance.md: one for each scenario and suite. */
async function listed(heading: string): Promise<Row[]> {
  const page = await readFile("docs/conformance.md", "utf8");
  const section = page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| (.+) \|$/gm)];
  return rows.flatMap(([, scenario = "", names = "", why = ""]) =>
    names.split(", ").map((suite) => ({ scenario, suite, why })),
  );
}

async function scenariosOf(suite: string, ...headings: string[]): Promise<string[]> {
  const rows = (await Promise.all(headings.map(listed))).flat();
  return [...new Set(rows.filter((row) => row.suite === suite).map(({ scenario }) => scenario))].sort();
}

function failing({ scenarios }: SuiteRun): string[] {
  return scenarios.filter(({ failed }) => failed > 0).map(({ name }) => name);
}

it.each(suites)(
  "the fixture server passes every scenario of %s",
  {
    timeout: PATIENCE,
  },
  async (suite, version, args, expected) => {
    const { url } = await startListening(await fixtureServer(), ["--workspace", await temporaryFolder()]);
    const result = await runSuite(version, url, args);
    expect(failing(result)).toEqual([]);
    expect(tally(result.scenarios)).toEqual(expected);
    expect(result.complaints).toEqual(await scenariosOf(suite, "What no server can pass completely"));
    expect(result.code).toBe(0);
  },
);

const artifact = "---\nname: demo\nversion: '1.0.0'\n---\n\n# Specification: demo\n\n## Concepts\n";

it.each(suites)(
  "the shipped server passes every scenario of %s but those that call a fixture",
  {
    timeout: PATIENCE,
  },
  async (suite, version, args, _fixture, expected) => {
    const root = await temporaryTree({ ".specman/": "", "spec/demo/spec.md": artifact });
    const { url } = await startListening(hewto, ["mcp", "--workspace", root]);
    const result = await runSuite(version, url, args);
    const headings = ["What needs a fixture", "What no server can pass completely"];
    expect(result.complaints).toEqual(await scenariosOf(suite, ...headings));
    expect(tally(result.scenarios)).toEqual(expected);
  },
);

it("each scenario that the shipped server cannot pass names a fixture that it does not have", async () => {
  const { url } = await startListening(hewto, ["mcp", "--workspace", await temporaryFolder()]);
  const session = await openSession(url);
  const Named = z.array(z.looseObject({ name: z.string() }));
  const { tools } = resultOf(await session.request("tools/list"));
  const { prompts } = resultOf(await session.request("prompts/list"));
  const served = [...Named.parse(tools), ...Named.parse(prompts)].map(({ name }) => name);
  const rows = await listed("What needs a fixture");
  expect(rows.length).toBeGreaterThan(60);
  for (const { scenario, why } of rows) {
    const fixtures = [...why.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect([scenario, fixtures.length > 0]).toEqual([scenario, true]);
    expect(served.filter((name) => fixtures.includes(name))).toEqual([]);
  }
});

it("docs/conformance.md states the numbers that these tests hold", async () => {
  const page = await readFile("docs/conformance.md", "utf8");
  for (const [suite, version, args, fixture, shipped] of suites) {
    const left = (await scenariosOf(suite, "What needs a fixture")).length;
    const said = ({ scenarios, passed, failed }: typeof fixture | typeof shipped, missing: number) =>
      `${scenarios - missing} of ${scenarios} scenarios; ${passed} checks passed, ${failed} failed`;
    expect(page).toContain(
      `| ${version}, \`${args.join(" ")}\` | ${said(fixture, 0)} | ${said(shipped, left)} |`,
    );
  }
});
