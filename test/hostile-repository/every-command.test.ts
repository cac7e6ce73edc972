import { describe, expect, test } from "vitest";
import { allCommands } from "../../src/cli/commands.ts";
import { commandLines, servers } from "./commands.ts";
import { type Exploit, exploits, lonely } from "./exploits.ts";
import { runCommand, runCommandHere, victimOf } from "./victim.ts";

const MINUTES = 60_000;
const isSweep = process.env["HEWTO_HOSTILE"] !== undefined;
const lines = Object.entries(commandLines);
/** Each command once; `npm run test:hostile` tries every line. */
const tried = isSweep ? lines : lines.map(([words, some]) => [words, some.slice(0, 1)] as const);

test("every command is tried on hostile repositories", async () => {
  const known = (await allCommands()).map((command) => command.words);
  expect([...Object.keys(commandLines), ...servers].sort()).toEqual([...new Set(known)].sort());
});

test(
  "a clone full of exploits: no command writes outside, starts a program, connects, shows a secret or hangs",
  async () => {
    expect(await tryAll(Object.values(exploits), tried)).toEqual({});
  },
  15 * MINUTES,
);

test.each(Object.entries(lonely))(
  "a clone with %s: no command does harm",
  async (_, exploit) => {
    // What their files do to a command shows without a process for each; the test above has one for each.
    expect(await tryAll([exploit], tried, isSweep ? runCommand : runCommandHere)).toEqual({});
  },
  15 * MINUTES,
);

// Together they could hide each other; alone each gets its chance. That takes minutes: `npm run test:hostile`.
if (isSweep)
  describe("each exploit alone", () => {
    test.each(Object.entries(exploits))(
      "%s",
      async (_, exploit) => {
        expect(await tryAll([exploit])).toEqual({});
      },
      15 * MINUTES,
    );
  });

/** What each command did that it must not do. */
async function tryAll(
  planted: readonly Exploit[],
  commands: readonly (readonly [string, readonly (readonly string[])[]])[] = lines,
  runOne = runCommand,
): Promise<Record<string, string[]>> {
  const victim = await victimOf(planted);
  const misdeeds: Record<string, string[]> = {};
  for (const [words, arguments_] of commands) {
    for (const line of arguments_) {
      const command = [...words.split(" "), ...line];
      const found = await victim.misdeedsOf((scene) => runOne(scene, command));
      if (found.length > 0) misdeeds[command.join(" ")] = found;
    }
  }
  return misdeeds;
}
