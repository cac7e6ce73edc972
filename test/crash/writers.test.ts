import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { bundleProgram, startProgram } from "../support/writer-process.ts";

const processes = 8;
const increments = process.env.HEWTO_CRASH ? 50 : 20;

test.each(["countByCommit", "countByUpdate"])(
  `eight processes that each add one ${increments} times end at ${processes * increments}: %s`,
  { timeout: 120_000 },
  async (job) => {
    const script = await bundleProgram("test/crash/writer.ts", await temporaryFolder());
    const root = await temporaryTree({ counter: "0" });
    const programs = Array.from({ length: processes }, () =>
      startProgram(script, [root, job, String(increments)]),
    );
    expect(await Promise.all(programs.map((program) => program.ends()))).toEqual(programs.map(() => 0));
    expect(programs.flatMap((program) => program.said)).toEqual([]);
    expect(await readFile(join(root, "counter"), "utf8")).toBe(String(processes * increments));
  },
);
