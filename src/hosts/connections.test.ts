import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../test/support/temporary.ts";
import { findConnections } from "./connections.ts";

/** The problem that is reported for a host that starts this script with Node. */
async function problemOf(script: string) {
  const entry = { command: process.execPath, args: [script, "mcp"] };
  const root = await temporaryTree({ ".cursor/mcp.json": JSON.stringify({ mcpServers: { hewto: entry } }) });
  const found = await findConnections({ root }, "project", process.env);
  expect(found).toMatchObject([{ host: "cursor", name: "hewto" }]);
  return found[0]?.problem;
}

test("a host that starts a global install, which is a link to another folder, has no problem", async () => {
  const folder = await temporaryTree({ "lib/hewto.js": "", "bin/": "" });
  await symlink("../lib/hewto.js", join(folder, "bin/hewto"));
  expect(await problemOf(join(folder, "bin/hewto"))).toBeUndefined();
  expect(await problemOf(join(folder, "lib/hewto.js"))).toBeUndefined();
});

test("every host and every server that starts Hewto is listed, and no other", async () => {
  const entry = { command: process.execPath, args: ["/nowhere/hewto.js", "mcp"] };
  const other = { command: process.execPath, args: ["/nowhere/other.js"] };
  const root = await temporaryTree({
    ".cursor/mcp.json": JSON.stringify({ mcpServers: { hewto: entry, other, spox: entry } }),
    ".mcp.json": JSON.stringify({ mcpServers: { hewto: entry } }),
  });
  const found = await findConnections({ root }, "project", process.env);
  expect(found.filter(({ host }) => host === "cursor").map(({ name }) => name)).toEqual(["hewto", "spox"]);
  expect(found.map(({ host }) => host)).toContain("claude-code");
});

test("a host that starts a script that is gone has a problem that names it", async () => {
  const folder = await temporaryTree({ "bin/": "" });
  expect(await problemOf(join(folder, "bin/hewto"))).toContain(join(folder, "bin/hewto"));
});
