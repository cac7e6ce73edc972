import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { change, requirement, scenario, spec } from "../support/specs.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { bundleProgram, startProgram } from "../support/writer-process.ts";

const kills = Number(process.env.HEWTO_CRASH ?? 8);
const maxKills = Math.max(kills, 100);
const timeout = 120_000 + maxKills * 10_000;

const names = ["a", "b", "c"];
const before = (name: string) => spec(name, requirement("Kept"), requirement("Changed", scenario("One")));
const delta = `## MODIFIED Requirements\n\n${requirement("Changed", scenario("One"), scenario("Two"))}\n## ADDED Requirements\n\n${requirement("New")}`;
const after = (name: string) =>
  spec(
    name,
    requirement("Kept"),
    requirement("Changed", scenario("One"), scenario("Two")),
    requirement("New"),
  );

// [ENSURES: requirement-lossless-archive.rules:TEST]
test(`an archive killed with -9 leaves the old specs or the new ones, never a mixture, ${kills} times over`, {
  timeout,
}, async () => {
  const script = await bundleProgram("test/crash/archive-worker.ts", await temporaryFolder());
  const root = await temporaryTree({
    ...Object.fromEntries(names.map((name) => [`specs/${name}/spec.md`, before(name)])),
    ...change("specs/_changes/c", Object.fromEntries(names.map((name) => [name, delta]))),
  });
  const seen = { old: 0, new: 0 };
  let interrupted = 0;
  let next = startProgram(script, [root]);
  // A kill lands inside a plan by chance: go on until one has.
  for (let kill = 0; kill <= kills || (interrupted === 0 && kill < maxKills); kill++) {
    const program = next;
    program.tell("recover");
    await program.hears((message) => message["recovered"] === true);
    seen[await stateOf(root)]++;
    next = startProgram(script, [root]); // it starts up while this one works
    program.tell("go");
    await program.hears((message) => "archived" in message || "undone" in message || "fault" in message);
    // Every other kill waits for a plan, which few kills at random meet.
    if (kill % 2 === 0) await sleep(Math.random() * 120);
    else for (let wait = 0; wait < 500 && !(await isInterrupted(root)); wait++) await sleep(1);
    await program.kill();
    if (await isInterrupted(root)) interrupted++;
    expect(program.said.filter((message) => "fault" in message)).toEqual([]);
  }
  await next.kill();
  console.log(
    `${kills} kills, ${interrupted} inside a plan; recovered to old ${seen.old}, to new ${seen.new}`,
  );
  expect(interrupted).toBeGreaterThan(0);
});

/** Old or new as a whole; anything else fails the test. */
async function stateOf(root: string): Promise<"old" | "new"> {
  const texts = await Promise.all(names.map((name) => readFile(join(root, `specs/${name}/spec.md`), "utf8")));
  const active = await readdir(join(root, "specs/_changes"));
  const isOld = names.every((name, index) => texts[index] === before(name)) && active.join() === "c";
  const isNew = names.every((name, index) => texts[index] === after(name)) && active.join() === "";
  expect({ isOld, isNew, active }).toMatchObject(isOld ? { isNew: false } : { isNew: true });
  return isOld ? "old" : "new";
}

async function isInterrupted(root: string): Promise<boolean> {
  const journal = await readdir(join(root, ".hewto/journal")).catch(() => []);
  return journal.length > 0;
}
