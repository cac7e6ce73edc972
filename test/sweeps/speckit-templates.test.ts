import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { skipTest } from "../support/skip.ts";
import { presetsIn, releasesIn } from "../support/speckit-releases.ts";
import { allSteps, expectInOrder, expectNoLeftovers } from "../support/speckit-steps.ts";

// The unmodified templates of every release in a clone of github/spec-kit, read from its history and never copied into
// this repository: `HEWTO_SPECKIT=CLONE npm run test:templates`.
const clone = process.env["HEWTO_SPECKIT"] ?? "";

test("all five steps work with the unmodified templates of every spec-kit release", {
  timeout: 600_000,
}, async () => {
  if (!existsSync(clone)) skipTest("HEWTO_SPECKIT names no clone of github/spec-kit");
  const releases = releasesIn(clone);
  expect(releases.length).toBeGreaterThan(0);
  for (const { files } of releases) expectInOrder(await allSteps(files));
  const total = releases.reduce((sum, each) => sum + each.releases, 0);
  console.log(`${total} releases, ${releases.length} different sets of templates: all five steps pass`);
});

test("all five steps work with the presets of every spec-kit release over its templates", {
  timeout: 600_000,
}, async () => {
  if (!existsSync(clone)) skipTest("HEWTO_SPECKIT names no clone of github/spec-kit");
  const presets = presetsIn(clone);
  const newest = releasesIn(clone).at(-1);
  for (const { files } of presets) expectNoLeftovers(await allSteps({ ...newest?.files, ...files }));
  console.log(`${presets.length} presets: all five steps pass`);
});
