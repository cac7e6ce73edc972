import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skipTest } from "../support/skip.ts";
import { allSteps, below, expectInOrder } from "../support/speckit-steps.ts";

// The unmodified templates of spec-kit's releases, one folder each below HEWTO_SPECKIT_TEMPLATES. They are read where
// they are and never copied into this repository: `HEWTO_SPECKIT_TEMPLATES=DIR npm run test:templates`.
const releases = process.env["HEWTO_SPECKIT_TEMPLATES"] ?? "";

test("all five steps work with the unmodified templates of spec-kit's releases", {
  timeout: 300_000,
}, async () => {
  if (!existsSync(releases)) skipTest("HEWTO_SPECKIT_TEMPLATES names no folder of templates");
  const folders = readdirSync(releases, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.length).toBeGreaterThan(0);
  for (const { name } of folders) {
    const files = readdirSync(join(releases, name));
    const texts = files.map((file) => [file, readFileSync(join(releases, name, file), "utf8")] as const);
    expectInOrder(await allSteps(below(".specify/templates", Object.fromEntries(texts))));
  }
});
