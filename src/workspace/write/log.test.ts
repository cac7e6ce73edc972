import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { openLineLog } from "./log.ts";

test("a line that arrives while the log is being closed loses none of the lines before it", async () => {
  const file = join(await temporaryTree({}), "run.log");
  const log = openLineLog(file);
  log.write("header");
  log.write("body");
  const closed = log.close();
  log.write("too late");
  await closed;
  expect(await readFile(file, "utf8")).toBe("header\nbody\n");
  expect(log.problem()).toBeUndefined();
});
