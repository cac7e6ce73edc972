import { describe, expect, it } from "vitest";
import { session } from "../support/session.ts";

const of = (command: string) => command.split(" ");

/** What a person sees, read once by a person. */
const sessions = {
  "artifacts-read": [
    of("hewto artifacts info"),
    of("hewto artifacts list"),
    of("hewto artifacts list implementation --json"),
    of("hewto artifacts show spec://ferry-booking"),
    of("hewto artifacts show loop-b --json"),
    of("hewto artifacts show no-such"),
    of("hewto artifacts deps ferry-booking"),
    of("hewto artifacts deps ferry-clock --view downstream"),
    of("hewto artifacts deps loop-a"),
    of("hewto artifacts deps loop-b --json"),
    of("hewto artifacts headings ferry-booking --relations"),
    of("hewto artifacts headings loop-b --json"),
    of("hewto artifacts constraints ferry-booking"),
    of("hewto artifacts constraints loop-b"),
    of("hewto artifacts constraint ferry-booking concept-capacity.limit --context"),
    of("hewto artifacts constraint ferry-booking concept-capacity.Limit"),
    of("hewto artifacts render ferry-booking concept-capacity"),
    of("hewto artifacts render ferry-booking no-such"),
    of("hewto artifacts references ferry-booking"),
    of("hewto artifacts references ferry-typescript --transitive --json"),
  ],
  "artifacts-verdicts": [
    of("hewto artifacts compliance ferry-typescript"),
    of("hewto artifacts compliance ferry-typescript --json"),
    of("hewto artifacts tags ferry-typescript"),
    of("hewto artifacts status"),
    of("hewto artifacts status --json"),
    of("hewto artifacts status --structure --no-cycles"),
    of("hewto artifacts status --cycles --no-structure --no-references --no-compliance"),
    of("hewto check --only artifacts"),
    of("hewto status"),
    of("hewto work list"),
    of("hewto work show better-queue"),
  ],
  "artifacts-edits": [
    of("hewto artifacts template specification"),
    of("hewto artifacts create specification ferry-fare --mode preview --title Fares"),
    of("hewto artifacts create specification ferry-fare --title Fares --dependencies spec://ferry-clock"),
    [
      "hewto",
      ...of("artifacts create specification ferry-fare --tags"),
      '["fares"]',
      "--dependencies",
      '["spec://ferry-clock"]',
    ],
    of("cat spec/ferry-fare/spec.md"),
    of("hewto artifacts create specification ferry-fare"),
    of("hewto artifacts create specification Booking-It"),
    of("hewto artifacts create implementation fare-rust --target spec://ferry-fare --location src"),
    of("hewto artifacts create implementation fare-go --target spec://no-such --location src"),
    of("hewto artifacts create implementation fare-go --target spec://ferry-fare --location ../outside"),
    ["hewto", "artifacts", "create", "scratch_pad", "fix-fare", "--target", "spec://ferry-fare"],
    [
      "hewto",
      ...of("artifacts create scratch_pad fix-fare --target spec://ferry-fare --work-type"),
      '{"fix":{"fixed_headings":["#concept-fare"]}}',
    ],
    [
      "hewto",
      ...of("artifacts create scratch_pad fix-fare --target impl://fare-rust --work-type"),
      '{"fix":{"fixed_headings":["#overview"]}}',
    ],
    of("cat .specman/scratchpad/fix-fare/scratch.md"),
    [
      "hewto",
      ...of("artifacts update ferry-clock --mode preview --ops"),
      '[{"op":"set_version","version":"1.1.0"},{"op":"add_tag","tag":"time"}]',
    ],
    ["hewto", ...of("artifacts update ferry-clock --ops"), '[{"op":"set_version","version":"1.1.0"}]'],
    [
      "hewto",
      ...of("artifacts update ferry-clock --ops"),
      '[{"op":"add_dependency","ref":"spec://ferry-booking"}]',
    ],
    ["hewto", ...of("artifacts update ferry-clock --ops"), '[{"op":"wipe_everything"}]'],
    of("git diff"),
    of("hewto artifacts delete ferry-clock"),
    of("hewto artifacts delete ferry-clock --mode preview --force"),
    of("hewto artifacts delete better-queue"),
    of("hewto artifacts template set specification docs/other.md"),
    of("hewto artifacts template specification"),
    of("hewto artifacts template remove specification"),
    of("git status --short -uall"),
  ],
};

describe("a SpecMan workspace", { timeout: 120_000 }, () => {
  it.each(Object.entries(sessions))("%s", async (name, commands) => {
    await expect(await session("specman", commands)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});
