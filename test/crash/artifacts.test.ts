import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isTemporaryName } from "../../src/workspace/write/atomic.ts";
import { benchAt, specText } from "../support/artifacts.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { startProgram } from "../support/writer-process.ts";

const kills = Math.ceil(Number(process.env.HEWTO_CRASH ?? 80) / 20);

test(`processes that are killed with -9 while they create and update leave whole artifacts, ${kills} times over`, {
  timeout: 60_000 + kills * 3000,
}, async () => {
  const root = await temporaryTree({ ".specman/": "", "spec/hub/spec.md": specText() });
  const folder = await temporaryFolder();
  await promisify(execFile)(process.execPath, [
    "scripts/build.mjs",
    "test/support/artifact-writer.ts",
    folder,
  ]);
  const script = join(folder, "artifact-writer.js");
  const acknowledged: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const victim = startProgram(script, [root, String(kill), "1000"]);
    await victim.hears((message) => message["what"] === "tag");
    await sleep(Math.random() * 60);
    await victim.kill();
    for (const { what, round, outcome } of victim.said) {
      if (what === "tag" && outcome === "ok") acknowledged.push(`w${kill}-r${String(round)}`);
    }
  }
  // The next process does not wait for locks of dead processes.
  const survivor = startProgram(script, [root, "after", "1"]);
  expect(await survivor.ends()).toBe(0);
  expect(survivor.said.map(({ outcome }) => outcome)).not.toContain("artifact_locked");
  const hub = await readFile(join(root, "spec/hub/spec.md"), "utf8");
  for (const tag of acknowledged) expect(hub).toContain(`- ${tag}\n`);
  for (const name of await readdir(join(root, "spec"))) {
    const files = await readdir(join(root, "spec", name));
    const whole = files.filter((file) => !isTemporaryName(file));
    // A folder may exist without its document, but a document is never partial.
    if (whole.length > 0)
      expect(await readFile(join(root, "spec", name, "spec.md"), "utf8"), name).toMatch(
        /^---\n[\s\S]+\n---\n[\s\S]+\n$/,
      );
  }
  const { value } = await (await benchAt(root)).call("workspace_status");
  expect(value).toMatchObject({ global_status: "Pass" });
});
