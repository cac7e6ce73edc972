import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { requirement, spec, specPlace } from "../../test/support/specs.ts";
import { validateSpec } from "../changes/operations/validate.ts";
import { cacheFolders } from "../workspace/state/cache-folders.ts";
import { listSpecs } from "./operations/list-specs.ts";

test.each([
  ["cut off", (path: string) => truncate(path, 1000)],
  ["empty", (path: string) => truncate(path, 0)],
  ["full of zeros", (path: string) => writeFile(path, Buffer.alloc(1000))],
])("a cache of digests that a power failure left %s is written again", async (_, damage) => {
  const names = Array.from({ length: 64 }, (_, index) => `capability-${index}`);
  const files = names.map((name) => [`specs/${name}/spec.md`, spec(name, requirement("Login"))]);
  const place = await specPlace(Object.fromEntries(files));
  const { value } = await place.call(listSpecs);
  expect(value.specs).toHaveLength(64);
  const stored = join(cacheFolders(place.context.workspace)[0] ?? "", "spec-digests.json");
  await damage(stored);
  await sleep(100); // what was written in the last 50 ms is not cached
  expect(await place.call(listSpecs)).toMatchObject({ value });
  expect(Object.keys(JSON.parse(await readFile(stored, "utf8")).files)).toHaveLength(64);
});

test("what is stored about specs under one set of rules does not answer for another", async () => {
  const names = Array.from({ length: 64 }, (_, index) => `capability-${index}`);
  const files = Object.fromEntries(names.map((name) => [`specs/${name}/spec.md`, `# ${name}\n`]));
  const place = await specPlace(files);
  await sleep(100);
  const rulesOf = async (profile: string) => {
    const { value } = await place.call(validateSpec, { profile });
    return [...value.errors, ...value.warnings].length;
  };
  expect(await rulesOf("spox")).toBeGreaterThanOrEqual(64);
  expect(await rulesOf("openspec")).toBeGreaterThanOrEqual(64);
});
