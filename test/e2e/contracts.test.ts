import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { isRecord, type Json } from "../../src/kernel/json.ts";
import { hewto } from "../support/bundle.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { openWire, resultOf, textOf } from "../support/wire.ts";

/** Profiles that stand in for another system: their schemas are a promise to its users. */
const dropIns = ["spox", "ccski", "swiftindex", "specman", "specman2", "speckit"];

const Tools = z.object({
  tools: z.array(
    z.looseObject({ name: z.string(), inputSchema: z.json(), outputSchema: z.json().optional() }),
  ),
});

async function toolsOf(profile: string, env: Record<string, string> = {}) {
  const root = await temporaryFolder();
  const wire = openWire(hewto, ["mcp", "--profile", profile, "--toolsets", "all", "--workspace", root], {
    env,
  });
  await wire.initialize();
  const { tools } = Tools.parse(resultOf(await wire.request("tools/list")));
  return tools;
}

/** The schema without its prose: types, enums, required fields, defaults and bounds. */
function contract(value: Json): Json {
  if (Array.isArray(value)) return value.map(contract);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([key, kept]) => key !== "description" || isRecord(kept));
  return Object.fromEntries(entries.map(([key, kept]) => [key, contract(z.json().parse(kept))]));
}

const file = (profile: string) => `test/fixtures/contracts/${profile}.json`;

describe.each(dropIns)("the %s profile", (profile) => {
  // covers specman: create-schema-is-stable
  it("publishes the schemas that are on record", async () => {
    const tools = (await toolsOf(profile)).map(({ name, inputSchema, outputSchema = null }) => ({
      name,
      inputSchema: contract(inputSchema),
      outputSchema: contract(outputSchema),
    }));
    await expect(`${JSON.stringify(tools, null, 1)}\n`).toMatchFileSnapshot(`../../${file(profile)}`);
  });

  // covers specman: create-schema-is-deterministic
  it("publishes the same bytes from two processes with other surroundings", async () => {
    const one = await toolsOf(profile);
    const two = await toolsOf(profile, {
      TZ: "Asia/Kathmandu",
      LANG: "de_DE.UTF-8",
      HOME: await temporaryFolder(),
    });
    // The skill tool lists the skills that it finds.
    const bytes = (tools: typeof one) => JSON.stringify(tools.filter(({ name }) => name !== "skill"));
    expect(bytes(two)).toBe(bytes(one));
  });
});

it.each([
  ["specman", "SpecMan MCP 1.0"],
  ["specman2", "SpecMan MCP 2.0"],
])("the instructions of the %s profile name the release whose tools it serves", async (profile, release) => {
  const wire = openWire(hewto, ["mcp", "--profile", profile, "--workspace", await temporaryFolder()]);
  expect(JSON.stringify(await wire.initialize())).toContain(release);
});

const Changes = z.array(z.strictObject({ digest: z.string(), changelog: z.string() }));

// covers specman: create-schema-is-stable
it("a schema on record changes only with a line in the changelog", async () => {
  const recorded = await Promise.all(dropIns.map((profile) => readFile(file(profile), "utf8")));
  const digest = createHash("sha256").update(recorded.join("")).digest("hex").slice(0, 16);
  const changes = Changes.parse(JSON.parse(await readFile("test/fixtures/contracts/changes.json", "utf8")));
  const why =
    "A published schema changed. Add a line to CHANGELOG.md, and an entry with this digest and that line to test/fixtures/contracts/changes.json";
  expect(changes.at(-1)?.digest, why).toBe(digest);
  const changelog = await readFile("CHANGELOG.md", "utf8");
  for (const change of changes) expect(changelog, why).toContain(change.changelog);
});

describe("get_change", () => {
  const sections = async (profile: string) => {
    const tool = (await toolsOf(profile)).find(({ name }) => name === "get_change");
    const Schema = z.looseObject({
      properties: z.looseObject({ section: z.looseObject({ enum: z.json() }) }),
    });
    return Schema.parse(tool?.inputSchema).properties.section.enum;
  };

  // covers spec-oxide: one-section-of-a-change
  it("has the four sections of its specification in the spox profile, and also verification in others", async () => {
    expect(await sections("spox")).toEqual(["proposal", "tasks", "design", "deltas"]);
    expect(await sections("all")).toEqual(["proposal", "tasks", "design", "verification", "deltas"]);
    const root = await temporaryTree({ "openspec/changes/x/verification.md": "# V\n" });
    const wire = openWire(hewto, ["mcp", "--profile", "spox", "--workspace", root]);
    await wire.initialize();
    const result = await wire.call("get_change", { change_id: "x", section: "verification" });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("proposal, tasks, design, deltas");
  });
});
