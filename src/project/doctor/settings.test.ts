import { expect, test } from "vitest";
import * as z from "zod";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { summarizeSettings } from "./settings.ts";

async function summarize(toml: string, env: Record<string, string> = {}) {
  const workspace = { root: await temporaryTree({ "hewto.toml": toml }) };
  const sections = { ui: z.object({ ascii: z.boolean().optional() }) };
  return summarizeSettings({ workspace, env: { HOME: await temporaryTree({}), ...env }, sections });
}

test("settings are listed with their source; texts and secrets are not shown", async () => {
  const { rows, secrets } = await summarize(
    [
      "[mcp]",
      'driver = "exec"',
      'command = "my-agent"',
      'args = ["--mode", "--key=s3cret-one", "s3cret-two"]',
      'env = { TOKEN = "s3cret-three" }',
      "[ui]",
      "ascii = true",
    ].join("\n"),
    { HEWTO_MCP_TIMEOUT_SECONDS: "9" },
  );
  expect(rows.map(({ key, value, source }) => `${key} ${value} ${source}`).sort()).toEqual([
    "mcp.args (hidden) hewto.toml",
    "mcp.command (a text) hewto.toml",
    'mcp.driver "exec" hewto.toml',
    "mcp.env.TOKEN (hidden) hewto.toml",
    "mcp.timeout_seconds 9 HEWTO_MCP_TIMEOUT_SECONDS",
    "ui.ascii true hewto.toml",
  ]);
  expect(secrets.map(({ value }) => value).filter((value) => value !== "")).toEqual([
    "s3cret-one",
    "s3cret-two",
    "s3cret-three",
  ]);
});

test("defaults are not listed, and settings that cannot be read give an empty summary", async () => {
  expect(await summarize("")).toMatchObject({ rows: [] });
  expect(await summarize("[mcp\n")).toEqual({ rows: [], secrets: [] });
});
