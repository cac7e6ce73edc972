import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/kernel/hash.ts";
import { isTemporaryName } from "../../src/workspace/write/atomic.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";
import { bundleProgram, type Program, startProgram } from "../support/writer-process.ts";

const kills = Number(process.env.HEWTO_CRASH ?? 20);
/** The kills are worth something only if some of them hit a plan. */
const wanted = Math.ceil(kills / 20) + 1;
const maxKills = kills * 10;
const timeout = 60_000 + maxKills * 1_000;

describe("a process that is killed with -9 in the middle of its plans", () => {
  // [ENSURES: requirement-whole-or-not-at-all.rules:TEST]
  // [VERIFIES: file-safety/whole-or-not-at-all#killed-in-the-middle]
  test(`leaves whole generations behind, ${kills} times over`, { timeout }, async () => {
    const script = await bundleProgram("test/crash/writer.ts", await temporaryFolder());
    const tally = { kills: 0, interrupted: 0, slowestMs: 0 };
    await Promise.all([killAgainAndAgain(script, tally), killAgainAndAgain(script, tally)]);
    const { interrupted, slowestMs } = tally;
    console.log(
      `${tally.kills} kills, ${interrupted} inside a plan, slowest recovery ${Math.round(slowestMs)} ms`,
    );
    expect(interrupted).toBeGreaterThanOrEqual(wanted);
  });

  test("does not stop or mislead another that works on the same files", { timeout }, async () => {
    const script = await bundleProgram("test/crash/writer.ts", await temporaryFolder());
    const root = await newWorkspace();
    const everyone: Program[] = [];
    const start = (): Program => {
      const program = startProgram(script, [root, "generations"]);
      everyone.push(program);
      for (const command of ["recover", "go"]) program.tell(command);
      return program;
    };
    const survivor = start();
    for (let kill = 0; kill < Math.ceil(kills / 10); kill++) {
      const victim = start();
      await victim.hears((message) => "recovered" in message);
      await sleep(Math.random() * 60);
      await victim.kill();
    }
    const before = latest([survivor]);
    await survivor.hears((message) => Number(message["ack"]) > before);
    await survivor.kill();

    const after = startProgram(script, [root, "generations"]);
    after.tell("recover");
    await after.hears((message) => message["recovered"] === true);
    const generation = await generationOf(root);
    await after.kill();
    const acknowledged = everyone.flatMap((program) => acks(program));
    expect(new Set(acknowledged).size, "no generation was written twice").toBe(acknowledged.length);
    expect(generation).toBeGreaterThanOrEqual(Math.max(...acknowledged));
    expect(everyone.flatMap(({ said }) => said.filter((message) => "fault" in message))).toEqual([]);
  });
});

/** One line of processes, each killed at a random moment and followed by a fresh one that recovers. */
async function killAgainAndAgain(
  script: string,
  tally: { kills: number; interrupted: number; slowestMs: number },
): Promise<void> {
  const root = await newWorkspace();
  let next = startProgram(script, [root, "generations"]);
  let acknowledged = 0;
  const isDone = () => tally.kills >= maxKills || (tally.kills >= kills && tally.interrupted >= wanted);
  for (let kill = 0; !isDone(); kill++) {
    const program = next;
    program.tell("recover");
    const recovered = await program.hears((message) => message["recovered"] === true);
    expect(recovered["failed"]).toEqual([]);
    const generation = await generationOf(root);
    expect([acknowledged, acknowledged + 1], "nothing acknowledged is lost").toContain(generation);
    acknowledged = generation; // from now on, a reader may rely on it
    next = startProgram(script, [root, "generations"]); // it starts up while this one works
    program.tell("go");
    if (kill % 4 === 0) await program.hears((message) => "ack" in message);
    await sleep(Math.random() * 60);
    await program.kill();
    acknowledged = Math.max(acknowledged, latest([program]));
    tally.kills++;
    tally.slowestMs = Math.max(tally.slowestMs, Number(recovered["ms"]));
    tally.interrupted += (await readdir(join(root, ".hewto/journal"))).length > 0 ? 1 : 0;
    const faults = program.said.filter((message) => "fault" in message);
    expect(faults, "no stale lock or plan blocks for longer than two seconds").toEqual([]);
  }
  await next.kill();
  expect(acknowledged).toBeGreaterThan(0);
}

async function newWorkspace(): Promise<string> {
  const root = await temporaryFolder();
  const text = "generation zero\n";
  const body = `0\n${sha256(text)}\n${text}`;
  await writeTree(root, { "a.md": body, "b.md": body, "deep/c.md": body, "run-0/d.md": body });
  return root;
}

/** The one generation that every file is of; fails when they differ, or when a file is not whole. */
async function generationOf(root: string): Promise<number> {
  const names = (await readdir(root)).filter((name) => name !== ".hewto" && !isTemporaryName(name)).sort();
  const folder = names.find((name) => name.startsWith("run-")) ?? "";
  expect(names).toEqual(["a.md", "b.md", "deep", folder]);
  const found = [Number(folder.slice(4))];
  for (const name of ["a.md", "b.md", "deep/c.md", `${folder}/d.md`]) {
    const [generation, sum, ...rest] = (await readFile(join(root, name), "utf8")).split("\n");
    expect(sha256(rest.join("\n")), `${name} is whole`).toBe(sum);
    found.push(Number(generation));
  }
  expect(new Set(found).size, `one generation: ${found.join(", ")}`).toBe(1);
  return found[0] ?? -1;
}

function acks(program: Program): number[] {
  return program.said.filter((message) => "ack" in message).map((message) => Number(message["ack"]));
}

function latest(programs: readonly Program[]): number {
  return Math.max(0, ...programs.flatMap(acks));
}
