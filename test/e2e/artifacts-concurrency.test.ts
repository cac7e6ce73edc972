import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { benchAt, specText } from "../support/artifacts.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { startProgram } from "../support/writer-process.ts";

const isSweep = process.env.HEWTO_HOSTILE !== undefined;
const workers = Number(process.env.HEWTO_WORKERS ?? (isSweep ? 16 : 4));
const rounds = Number(process.env.HEWTO_ROUNDS ?? (isSweep ? 50 : 4));

// covers specman: concurrent-requests-lock, conflicts-wait-or-fail
test("many processes that create and update at once lose nothing, and each contested name has exactly one winner", async () => {
  const root = await temporaryTree({ ".specman/": "", "spec/hub/spec.md": specText() });
  const folder = await temporaryFolder();
  await promisify(execFile)(process.execPath, [
    "scripts/build.mjs",
    "test/support/artifact-writer.ts",
    folder,
  ]);
  const script = join(folder, "artifact-writer.js");
  const programs = Array.from({ length: workers }, (_, worker) =>
    startProgram(script, [root, String(worker), String(rounds)]),
  );
  for (const program of programs) expect(await program.ends()).toBe(0);
  const said = programs.flatMap((program) => program.said);
  for (const { what, outcome } of said) {
    expect(
      what === "shared" ? ["ok", "artifact_exists"] : ["ok"],
      JSON.stringify({ what, outcome }),
    ).toContain(outcome);
  }
  for (let round = 0; round < rounds; round++) {
    const winners = said.filter(
      (each) => each["what"] === "shared" && each["round"] === round && each["outcome"] === "ok",
    );
    expect(winners, `shared-${round}`).toHaveLength(1);
  }
  const hub = await readFile(join(root, "spec/hub/spec.md"), "utf8");
  for (let worker = 0; worker < workers; worker++) {
    for (let round = 0; round < rounds; round++) expect(hub).toContain(`- w${worker}-r${round}\n`);
  }
  expect(await readdir(join(root, "spec"))).toHaveLength(1 + rounds + workers * rounds);
  const locks = await readdir(join(root, ".specman/locks"), { recursive: true });
  expect(locks.filter((name) => name.endsWith(".lock"))).toEqual([]);
  const { value } = await (await benchAt(root)).call("workspace_status");
  expect(value).toMatchObject({ global_status: "Pass", artifact_count: 1 + rounds + workers * rounds });
}, 1_800_000);
