import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A workspace as version 0.1.0 left it: indexed, one change archived, an agent trusted. The state is the real one. */
async function workspaceOf010() {
  const folder = await temporaryFolder();
  const [root, config] = [join(folder, "tea"), join(folder, "config")];
  const env = { HOME: folder, XDG_CONFIG_HOME: config, XDG_CACHE_HOME: join(folder, "cache") };
  mkdirSync(root);
  const place = { cwd: root, env };
  expect(await cli(["init", "--layout", "openspec", "--no-index"], place)).toMatchObject({ errors: "" });
  cpSync("test/fixtures/upgrade/dot-hewto", join(root, ".hewto"), { recursive: true });
  const archived = join(root, "openspec/changes/archive/2026-11-18-add-second-steep");
  cpSync(join(root, "openspec/changes/add-second-steep"), archived, { recursive: true });
  writeFileSync(join(root, "hewto.toml"), '[mcp]\ncommand = "node"\nargs = ["agent.mjs"]\n');
  writeFileSync(join(root, "agent.mjs"), "process.stdin.resume()\n");
  const trusted = readFileSync("test/fixtures/upgrade/trusted-commands.json", "utf8");
  mkdirSync(join(config, "hewto"), { recursive: true });
  writeFileSync(join(config, "hewto/trusted-commands.json"), trusted.replace("/workspace", root));
  return { root, place };
}

test("after an upgrade from 0.1.0 the old index, undo record and trust are named, and nothing of them is used", async () => {
  const { root, place } = await workspaceOf010();
  const before = await cli(["search", "steeping plan"], place);
  expect(before.errors).toMatch(
    /No index found for path: .*\. The one in `\.hewto\/index` is not used\. Run `hewto index/,
  );

  const undo = await cli(["changes", "undo", "add-second-steep"], place);
  expect(undo.errors).toContain("was not written by your Hewto in this workspace, so it is ignored.");

  const doctor = await cli(["doctor"], place);
  expect(doctor.output).toContain(".hewto/index is no longer used: the index is in your cache folder.");
  expect(doctor.output).toContain("wants to start `node agent.mjs`");

  expect(await cli(["index"], place)).toMatchObject({ code: 0 });
  const after = await cli(["search", "steeping plan"], place);
  expect(after.output).toContain("steepingPlan");
  expect(existsSync(join(root, ".hewto/index/manifest.json"))).toBe(true);
}, 60_000);
