import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import { literalPath as at } from "../paths/paths.ts";
import { updateFile } from "./update-file.ts";

test("fifty concurrent updates of one file all take effect", async () => {
  const root = await temporaryTree({ n: "0" });
  const add = () => updateFile({ root }, at("n"), (text) => ok(String(Number(text) + 1)), { waitMs: 30_000 });
  const results = await Promise.all(Array.from({ length: 50 }, add));
  expect(results.filter((result) => !result.ok)).toEqual([]);
  expect(await readFile(join(root, "n"), "utf8")).toBe("50");
});

test("keeps the byte order mark and line endings that the change returns", async () => {
  const root = await temporaryTree({ "a.md": "\ufeffone\r\n" });
  await updateFile({ root }, at("a.md"), (text) => ok(text.replace("one", "two")));
  expect(await readFile(join(root, "a.md"), "utf8")).toBe("\ufefftwo\r\n");
});

test("writes nothing when the change refuses or changes nothing", async () => {
  const root = await temporaryTree({ "a.md": "text" });
  const refusal = fail(fault("task_not_found", "No such task.", "Look again."));
  expect(await updateFile({ root }, at("a.md"), () => refusal)).toEqual(refusal);
  expect(await updateFile({ root }, at("a.md"), (text) => ok(text))).toMatchObject({
    value: { changed: [] },
  });
});

test("fails on a missing file unless it may create it", async () => {
  const root = await temporaryTree({});
  const write = (current: string) => ok(`${current}first line\n`);
  expect(await updateFile({ root }, at("new/log.md"), write)).toMatchObject({
    fault: { code: "path_not_found" },
  });
  const made = await updateFile({ root }, at("new/log.md"), write, { create: true });
  expect(made).toMatchObject({ value: { changed: [{ action: "create", path: "new/log.md" }] } });
  await updateFile({ root }, at("new/log.md"), write, { create: true });
  expect(await readFile(join(root, "new/log.md"), "utf8")).toBe("first line\nfirst line\n");
});

test("includes what a program without locks wrote in between, and gives up when it never stops", async () => {
  const root = await temporaryTree({ "a.md": "start" });
  const file = join(root, "a.md");
  const { writeFileSync } = await import("node:fs");
  let interruptions = 0;
  const append = (limit: number) => (current: string) => {
    if (interruptions < limit) writeFileSync(file, `outside ${++interruptions}`);
    return ok(`${current} + ours`);
  };
  expect(await updateFile({ root }, at("a.md"), append(2))).toMatchObject({ ok: true });
  expect(await readFile(file, "utf8")).toBe("outside 2 + ours");
  await writeFile(file, "start");
  interruptions = 0;
  expect(await updateFile({ root }, at("a.md"), append(100))).toMatchObject({
    fault: { code: "write_conflict" },
  });
  expect(interruptions).toBe(5);
});
