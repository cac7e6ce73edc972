import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { hewto } from "../support/bundle.ts";
import { commitAll, runGit } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary.ts";

const Step = z.object({
  name: z.string(),
  if: z.string().optional(),
  shell: z.literal("bash"),
  env: z.record(z.string(), z.string()),
  run: z.string(),
});
const Action = z.object({
  name: z.string(),
  description: z.string(),
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  runs: z.object({ using: z.literal("composite"), steps: z.array(Step) }),
});
const text = readFileSync("action.yml", "utf8");
const action = Action.parse(parse(text));

test("every input of the action is used, and every input that is used exists", () => {
  const used = new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name));
  expect([...used].sort()).toEqual(Object.keys(action.inputs).sort());
});

test("no step puts an input into its script, where it would be run", () => {
  for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
});

/** A repository with a branch `base`, whose tests were run. */
async function ferry(): Promise<string> {
  const root = join(await temporaryFolder(), "ferry");
  cpSync("examples/ferry", root, { recursive: true });
  runGit(root, "init", "-q", "-b", "main");
  writeFileSync(join(root, ".gitignore"), ".hewto/\nreports/\n");
  commitAll(root, "ferry");
  runGit(root, "branch", "base");
  mkdirSync(join(root, "reports"));
  writeFileSync(
    join(root, "reports/unit.xml"),
    '<testsuites><testsuite name="FerryTests"><testcase classname="FerryTests.BookingServiceTests" name="aFullCrossingRefusesAndNamesTheNext()" time="0.1"/></testsuite></testsuites>',
  );
  return root;
}

/** Runs the steps as a runner does, with the values of the inputs in the environment. */
function runAction(root: string, inputs: Record<string, string>) {
  const values: Record<string, string> = { ...inputs };
  for (const [name, { default: value }] of Object.entries(action.inputs))
    values[name] ??= value.includes("${{") ? "" : value;
  const summary = join(root, "..", "summary.md");
  writeFileSync(summary, "before\n");
  let output = "";
  for (const { if: condition, env, run } of action.runs.steps) {
    const asked = /^inputs\.([\w-]+) != ''$/.exec(condition ?? "")?.[1];
    if (asked !== undefined && values[asked] === "") continue;
    const given = Object.fromEntries(
      Object.entries(env).map(([key, value]) => [
        key,
        values[/inputs\.([\w-]+)/.exec(value)?.[1] ?? ""] ?? "",
      ]),
    );
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", run], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, ...given, GITHUB_STEP_SUMMARY: summary },
    });
    output += stdout + stderr;
    if (status !== 0) return { status, output, summary: readFileSync(summary, "utf8") };
  }
  return { status: 0, output, summary: readFileSync(summary, "utf8") };
}

const command = `${process.execPath} ${hewto}`;

test("the steps add evidence, write SARIF and the summary, and pass on a branch that broke nothing", async () => {
  const root = await ferry();
  const inputs = {
    command,
    reports: "reports/*.xml\nnothing/*.xml",
    sarif: "reports/out.sarif",
    export: "reports/all.evidence.json",
    "changed-since": "base",
  };
  const { status, output, summary } = runAction(root, inputs);
  expect([status, output]).toEqual([0, expect.stringContaining("1 of 1 result matched")]);
  expect(output).toContain("::warning title=hewto::No report matches nothing/*.xml");
  expect(summary).toMatch(/^before\n<!-- hewto-trace -->\n\*\*Specs and code: nothing to look at\.\*\*/);
  expect(JSON.parse(readFileSync(join(root, "reports/out.sarif"), "utf8"))).toMatchObject({
    version: "2.1.0",
  });
  expect(existsSync(join(root, "reports/all.evidence.json"))).toBe(true);
}, 120_000);

test("the check step fails with an annotation where the branch removes a tested requirement's test", async () => {
  const root = await ferry();
  const path = join(root, "Tests/FerryTests/BookingServiceTests.swift");
  const tagged = readFileSync(path, "utf8").replace(
    /^([ \t]*)@Test/m,
    "$1// [VERIFIES: booking/reserve-a-place#the-crossing-is-full]\n$1@Test",
  );
  writeFileSync(path, tagged);
  commitAll(root, "link");
  runGit(root, "branch", "-f", "base");
  runGit(root, "rm", "-q", "Tests/FerryTests/BookingServiceTests.swift");
  commitAll(root, "no tests");
  const { status, output, summary } = runAction(root, { command, "changed-since": "base" });
  expect(status).toBe(1);
  expect(output).toContain("::error file=openspec/specs/booking/spec.md,line=");
  expect(summary).toContain("booking › Reserve a place › **The crossing is full**");
}, 120_000);

test("the workflow in the documentation is valid YAML, and uses only inputs that exist", () => {
  const page = readFileSync("docs/trace.md", "utf8");
  const [, yaml = ""] = /```yaml\n(name: Tests[\s\S]*?)```/.exec(page) ?? [];
  const Workflow = z.object({
    jobs: z.record(
      z.string(),
      z.object({
        steps: z.array(
          z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() }),
        ),
      }),
    ),
  });
  const steps = Object.values(Workflow.parse(parse(yaml)).jobs).flatMap((job) => job.steps);
  const own = steps.find(({ uses }) => uses?.startsWith("hewto/hewto@"));
  expect(Object.keys(own?.with ?? {}).filter((name) => !(name in action.inputs))).toEqual([]);
  expect(own).toBeDefined();
  expect(execFileSync(process.execPath, [hewto, "check", "--help"], { encoding: "utf8" })).toContain(
    "--annotations",
  );
});
