import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** The commands of the tutorial, block by block. */
function blocks(): string[] {
  const page = readFileSync("docs/trace.md", "utf8");
  const [, section = ""] = /\n## Ten minutes with the example\n([\s\S]*?)\n## /.exec(page) ?? [];
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = ""]) => commands);
}

/** Runs a block in the folder of the tutorial, with `hewto` on the path. */
async function tutorial() {
  const folder = await temporaryFolder();
  const [bin, home, ferry] = ["bin", "home", "ferry"].map((name) => join(folder, name));
  if (bin === undefined || home === undefined || ferry === undefined) throw new Error("no folder");
  for (const each of [bin, home]) mkdirSync(each);
  cpSync("examples/ferry", ferry, { recursive: true });
  writeFileSync(join(bin, "hewto"), `#!/bin/sh\nexec "${process.execPath}" "${hewto}" "$@"\n`);
  chmodSync(join(bin, "hewto"), 0o755);
  const git = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b",
  };
  const env = { ...process.env, ...git, HOME: home, PATH: `${bin}:${process.env["PATH"]}` };
  return (commands: string): string => {
    const own = commands.replace(/^cp -r .*$/m, "");
    const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", own], {
      cwd: ferry,
      encoding: "utf8",
      env,
    });
    expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
    return stdout;
  };
}

const before = `openspec  3 requirements, 6 scenarios: 6 open; 1 change planned (+1 ~1)`;
const after = `openspec  3 requirements, 6 scenarios: 1 passed, 5 open; 1 change planned (+1 ~1)
  booking   Reserve a place
              ○ Places are left            no test; code: BookingService.book(_:for:)
              ● The crossing is full       passed  BookingServiceTests.swift:10
            Cancel a booking
              ○ Before departure           no test reaches BookingService.cancel(_:)
              ○ Too late                   no test reaches BookingService.cancel(_:)
  boarding  Check tickets without a network
              ○ Valid ticket, ○ Ticket shown twice     no code known
specman   2 groups, 4 statements: 4 claimed by CHECK comments, none passed
spec-kit  001 season passes: 3 requirements, 2 scenarios planned (no tasks.md); 1 outcome
1 of 10 live leaves verified (asked for: passed). Evidence: 1 report, 1 of 1 result matched.`;

test("the tutorial of docs/trace.md does what it says, block by block", async () => {
  const run = await tutorial();
  const [start = "", link = "", change = "", accept = "", ...others] = blocks();
  expect(others).toEqual([]);
  expect(run(start)).toContain(before);
  expect(run(link)).toContain(after);
  expect(run(change)).toMatch(
    /warning {2}booking\/reserve-a-place#the-crossing-is-full: .*requirement-moved/,
  );
  expect(run(accept)).not.toContain("requirement-moved");
}, 120_000);

test("the summary of ferry names what is touched and how it is verified", async () => {
  const run = await tutorial();
  const [start = "", link = "", change = ""] = blocks();
  run(start);
  run(link);
  run(change);
  const summary = run(
    "hewto check --only trace --changed-since HEAD --summary summary.md > /dev/null; cat summary.md",
  );
  expect(summary).toContain(
    "**Specs and code: 1 to look at.** 1 of 10 requirements and scenarios are touched by this branch: 1 suspect.",
  );
  expect(summary).toContain(
    "| ⚠ | booking › Reserve a place › **The crossing is full** | text changed, its test did not",
  );
  expect(summary).toContain("~~next~~");
  expect(summary).toContain("Accepted by people in this branch: none. Waived: none.");
  expect(summary).toContain(
    "Evidence: 1 of 1 results matched; per-test coverage: none, so nothing can be called exercised.",
  );
}, 120_000);
