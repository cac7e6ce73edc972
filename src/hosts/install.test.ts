import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { findHosts, installInto } from "./install.ts";

async function installAs(name: string) {
  const root = await temporaryFolder();
  const hosts = findHosts(["cursor"]);
  const host = hosts.ok ? hosts.value[0] : undefined;
  if (!host) throw new Error("Cursor is not in the table.");
  const launch = { command: "hewto", args: ["mcp"] };
  const done = await installInto({ root }, ".cursor/mcp.json", { host, name, launch, dryRun: false });
  return { done, files: await readdir(root) };
}

test.each(["", "-x", "a b", "a.b", 'a"b', "a\nb", "é", "x".repeat(65)])(
  "the name %j, which is invalid in tool names, is refused and nothing is written",
  async (name) => {
    const { done, files } = await installAs(name);
    expect(done).toMatchObject({ fault: { code: "invalid_argument", subject: { argument: "name" } } });
    expect(done.ok ? "" : done.fault.message).not.toContain("\n");
    expect(files).toEqual([]);
  },
);

test.each(["hewto", "My_server-2", "x".repeat(64)])("the name %j is accepted", async (name) => {
  expect((await installAs(name)).done).toMatchObject({ value: { action: "created" } });
});
