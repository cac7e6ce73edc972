import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { run } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary.ts";

const suites = [
  ["0.1.16", "node_modules/@modelcontextprotocol/conformance/dist/index.js"],
  ["0.2.0-alpha.12", "node_modules/conformance-next/dist/index.js"],
] as const;

test.each(suites)(
  "our client passes the official client suite `core` of %s: 18 of 18, without a warning, exit code 0",
  async (_, suite) => {
    const folder = await temporaryFolder();
    const built = join(folder, "client");
    await promisify(execFile)(process.execPath, ["scripts/build.mjs", "test/conformance/client.ts", built]);
    const command = `${process.execPath} ${join(built, "client.js")}`;
    const env = { NODE_OPTIONS: `--import ${resolve("test/conformance/node20-globsync.mjs")}` };
    const judge = (...which: string[]) =>
      run(resolve(suite), ["client", "--command", command, "--timeout", "90000", "-o", "results", ...which], {
        env,
        cwd: folder,
      });
    const { code, output, errors } = await judge("--suite", "core");
    const summary = output.slice(output.indexOf("SUITE SUMMARY"));
    const scenarios = [...summary.matchAll(/^(\S) (\S+): \d+ passed, (\d+) failed(.*)$/gm)];
    expect(scenarios, output + errors).toHaveLength(18);
    // The suite starts its 18 clients at once, which disturbs the clock of the scenario that measures the time to a
    // reconnection (500 ms, at most 700). That one is judged alone.
    const timed = await judge("--scenario", "sse-retry");
    expect({ code: timed.code, verdict: /Passed: .*/.exec(timed.output + timed.errors)?.[0] }).toEqual({
      code: 0,
      verdict: "Passed: 3/3, 0 failed, 0 warnings",
    });
    const complaints = scenarios.filter(([, mark, , failed, more]) => mark !== "✓" || failed !== "0" || more);
    expect(complaints.filter(([, , name]) => name !== "sse-retry").map(([line]) => line)).toEqual([]);
    if (complaints.length === 0) expect(code, output + errors).toBe(0);
  },
  200_000,
);
