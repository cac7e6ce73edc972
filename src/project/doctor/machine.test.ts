import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { isTooOld, machineFindings } from "./machine.ts";

test("Node before 20.19 is too old", () => {
  expect(["v18.20.0", "v20.18.3", "v20.19.0", "v22.1.0"].map(isTooOld)).toEqual([true, true, false, false]);
});

test("an old Node is an error; a missing git and an unusable cache folder are warnings", async () => {
  const home = await temporaryTree({ ".cache": "a file in the way" });
  const findings = await machineFindings("v18.0.0", { HOME: home, PATH: "/nowhere" }, home);
  expect(findings.map(({ severity, message }) => `${severity}: ${message.replaceAll(home, "~")}`)).toEqual([
    "error: Node v18.0.0 is too old: Hewto needs 20.19 or newer.",
    expect.stringMatching(/^warning: git is not on the PATH: /),
    "warning: The cache folder ~/.cache/hewto cannot be used: ~/.cache is not a folder; every start is slower.",
  ]);
});
