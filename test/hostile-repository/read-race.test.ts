import { join } from "node:path";
import { expect, test } from "vitest";
import { readText } from "../../src/workspace/files/files.ts";
import { literalPath } from "../../src/workspace/paths/paths.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";
import { bundleProgram, startProgram } from "../support/writer-process.ts";

const READS = process.env["HEWTO_HOSTILE"] ? 32_000 : 3000;

test("no read shows a file from outside while another process swaps its folder for a link", {
  timeout: 600_000,
}, async () => {
  const folder = await temporaryFolder();
  await writeTree(folder, { "root/docs/a.md": "inside", "outside/a.md": "secret" });
  const root = join(folder, "root");
  const script = await bundleProgram("test/support/racer.ts", await temporaryFolder());
  const racer = startProgram(script, [join(root, "docs"), join(folder, "outside")]);
  await racer.hears(({ ready }) => ready === true);
  const answers = new Map<string, number>();
  for (let turn = 0; turn < READS; turn++) {
    const file = await readText({ root }, literalPath("docs/a.md"));
    const answer = file.ok ? file.value.text : file.fault.code;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  racer.tell("stop");
  const { swaps } = await racer.hears((message) => message["swaps"] !== undefined);
  await racer.ends();
  expect(answers.get("secret")).toBeUndefined();
  // Both sides of the swap were met, so that the race was one.
  expect(answers.get("inside")).toBeGreaterThan(0);
  expect(answers.get("path_escape")).toBeGreaterThan(0);
  expect(swaps).toBeGreaterThan(READS / 10);
});
