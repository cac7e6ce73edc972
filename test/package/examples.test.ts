import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../support/processes.ts";

/** The lines that each example of docs/library.md prints. */
const expected: Readonly<Record<string, RegExp>> = {
  "artifacts.mjs":
    /^spec:\/\/ferry-booking\nspec\/ferry-fares\/spec\.md\n.*"percent":100.*\n0 errors, 1 warning/,
  "changes.mjs": /^add-waiting-list: 2 of 4 tasks\nvalid\nbooking: .*modified\nbooking: .*added\narchived\n$/,
  "client.mjs": /^spox, protocol 2025-11-25\n8 tools\ndone boarding, booking\n$/,
  "code.mjs":
    /^\d+ files indexed\n.*BookingService\.swift\n.*operations\.md\n.*Crossing\.swift, 1 file read again\nfound\nstruct Crossing/,
  "skills.mjs": /^cancel-crossing: .+\nname: cancel-crossing\n$/,
  "specs.mjs":
    /^boarding, booking\nReserve a place › Places are left.*\nReserve a place › The crossing is full\nValid/,
  "workflow.mjs": /^001-season-passes: next is clarify\n002-\S+: next is implement\n$/,
};

test("every example of the library is known here", () => {
  const files = readdirSync("examples/library").filter((file) => file !== "ferry.mjs");
  expect(files.sort()).toEqual(Object.keys(expected));
});

// [ENSURES: requirement-offline-by-default.rules:TEST]
test.each(Object.entries(expected))("the example %s runs and ends by itself", async (file, text) => {
  const { code, output, errors } = await run(`examples/library/${file}`, []);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toMatch(text);
});
