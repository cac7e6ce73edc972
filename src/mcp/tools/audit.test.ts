import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { createAudit } from "./audit.ts";
import type { AuditLine } from "./audit-line.ts";

const line = (tool: string): AuditLine => ({
  ts: "t",
  session: "s",
  event: "call",
  tool,
  root: "/",
  outcome: "ok",
});

it("writes every line to stderr and to the file, in order, also those that come while it writes", async () => {
  const file = join(await temporaryFolder(), "audit.jsonl");
  const said: string[] = [];
  const audit = createAudit(file, (text) => void said.push(text));
  for (let index = 0; index < 500; index++) {
    audit.record(line(`t${index}`));
    if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await audit.flushed();
  expect(await readFile(file, "utf8")).toBe(said.join(""));
  expect(said.join("").match(/"t\d+"/g)).toEqual(Array.from({ length: 500 }, (_, index) => `"t${index}"`));
});

it("says when it cannot write, and goes on", async () => {
  const said: string[] = [];
  const audit = createAudit(
    join(await temporaryFolder(), "no", "such", "folder"),
    (text) => void said.push(text),
  );
  audit.record(line("a"));
  await audit.flushed();
  audit.record(line("b"));
  await audit.flushed();
  expect(said.filter((text) => text.startsWith("audit file: "))).toHaveLength(2);
  expect(said.filter((text) => text.startsWith("{"))).toHaveLength(2);
});
