import { join } from "node:path";
import { expect, test } from "vitest";
import { testTerminal } from "../../../test/support/cli.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import type { Step } from "../../workflow/phase.ts";
import { meantFeature } from "./run-feature.ts";

test("a step works on the feature that is named, else on spec-kit's choice; specify without a name makes one", async () => {
  const root = await temporaryTree({
    "specs/001-a/spec.md": "a",
    "specs/002-b/spec.md": "b",
    "specs/003-c/spec.md": "c",
    ".specify/feature.json": '{"feature_directory":"specs/001-a"}',
  });
  const meant = async (step: Step, named: string | undefined, chosen?: string) => {
    const { terminal } = testTerminal({
      cwd: join(root, "specs"),
      env: { SPECIFY_FEATURE_DIRECTORY: chosen },
    });
    const found = await meantFeature(step, named, { root }, terminal);
    return found.ok ? found.value?.path : found.fault.code;
  };
  expect(await meant("plan", undefined)).toBe("specs/001-a");
  expect(await meant("plan", undefined, join(root, "specs/002-b"))).toBe("specs/002-b");
  expect(await meant("plan", "3", join(root, "specs/002-b"))).toBe("specs/003-c");
  expect(await meant("specify", undefined, join(root, "specs/002-b"))).toBe(undefined);
  expect(await meant("specify", "./004-d")).toBe("specs/004-d");
  expect(await meant("plan", "./004-d")).toBe("feature_not_found");
});

test("a path from the workspace's root is found from a folder elsewhere", async () => {
  const root = await temporaryTree({ "specs/001-a/spec.md": "a" });
  const elsewhere = await temporaryTree({});
  const { terminal } = testTerminal({ cwd: elsewhere, env: {} });
  const meant = async (step: Step, named: string) => {
    const found = await meantFeature(step, named, { root }, terminal);
    return found.ok ? found.value?.path : found.fault.code;
  };
  expect(await meant("plan", "specs/001-a")).toBe("specs/001-a");
  expect(await meant("specify", "specs/002-b")).toBe("specs/002-b");
  expect(await meant("plan", "specs/002-b")).toBe("feature_not_found");
});
