import { fromJsonSchema } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { profiles } from "../../src/profiles.ts";
import { fixtureServer, hewto } from "../support/bundle.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { toolProblems } from "../support/tool-lint.ts";
import { openWire, resultOf, type Wire } from "../support/wire.ts";

const Tools = z.object({
  tools: z.array(z.looseObject({ name: z.string(), outputSchema: z.unknown().optional() })),
});

async function list(wire: Wire) {
  return Tools.parse(resultOf(await wire.request("tools/list"))).tools;
}

const probe = {
  name: "good_tool",
  title: "Good",
  description: "Good",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  outputSchema: { type: "object" },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  icons: [{ src: "data:image/svg+xml,x" }],
};

describe("the lint of tool definitions", () => {
  it("finds what it is there for, and nothing in a good one", () => {
    expect(toolProblems(probe)).toEqual([]);
    const bad: object[] = [
      { name: "x".repeat(41) },
      { name: "with space" },
      { title: undefined },
      { description: "" },
      { icons: [] },
      { icons: [{ src: "https://example.com/icon.png" }] },
      { annotations: { readOnlyHint: true } },
      { inputSchema: { type: "object", properties: {} } },
      { inputSchema: { ...probe.inputSchema, anyOf: [] } },
      { inputSchema: { ...probe.inputSchema, properties: { a: { type: "string" } } } },
      {
        inputSchema: { ...probe.inputSchema, properties: { a: { description: "a", items: { $ref: "#" } } } },
      },
      { outputSchema: undefined },
      { outputSchema: { type: "array" } },
      { name: "skill" },
    ];
    for (const change of bad)
      expect(toolProblems({ ...probe, ...change }), JSON.stringify(change)).toHaveLength(1);
  });
});

/** What a model pays for in every conversation, in bytes; docs/profiles.md quotes it. */
const most: Readonly<Record<string, number>> = {
  all: 50_500,
  spox: 3_800,
  ccski: 1_600,
  swiftindex: 3_600,
  specman: 17_500,
  specman2: 10_500,
  speckit: 3_000,
};

describe("tools/list of the shipped program", () => {
  it.each(profiles.map(({ name }) => name))(
    "in the profile %s contains only tools that hosts accept, and no more text than documented",
    async (profile) => {
      const wire = openWire(hewto, [
        "mcp",
        "--profile",
        profile,
        "--toolsets",
        "all",
        "--workspace",
        await temporaryFolder(),
      ]);
      await wire.initialize();
      const tools = await list(wire);
      expect(Object.fromEntries(tools.map((tool) => [tool.name, toolProblems(tool)]))).toEqual(
        Object.fromEntries(tools.map((tool) => [tool.name, []])),
      );
      expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
      const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
      expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(most[profile] ?? 0);
    },
  );

  // [ENSURES: requirement-profiles.rules:TEST]
  it("gives the same bytes twice, and in another process", async () => {
    const root = await temporaryFolder();
    const bytes = async () => {
      const wire = openWire(hewto, ["mcp", "--toolsets", "all", "--workspace", root]);
      const texts: string[] = [];
      wire.child.stdout.on("data", (chunk: Buffer) => texts.push(chunk.toString()));
      await wire.request("tools/list", {}, 1);
      await wire.request("tools/list", {}, 2);
      const [first = "", second = ""] = texts.join("").split("\n");
      expect(second.replace('"id":2', '"id":1')).toBe(first);
      return first;
    };
    expect(await bytes()).toBe(await bytes());
  });
});

describe("tools/list of the fixtures", () => {
  // covers swiftindex: registration-order
  it("keeps the order of registration", async () => {
    const wire = openWire(await fixtureServer(), ["--toolsets", "code"]);
    const names = (await list(wire)).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(["probe_echo", "probe_wait", "probe_job"]);
    expect(names.at(-1)).toBe("probe_events");
  });

  // covers swiftindex: output-schemas-hold
  it("publishes schemas that judge the structured results of the same tools", async () => {
    const wire = openWire(await fixtureServer());
    const tools = await list(wire);
    const judge = async (name: string, args: object) => {
      const result = await wire.call(name, args);
      const schema = tools.find((tool) => tool.name === name)?.outputSchema;
      const { issues } = await fromJsonSchema(z.looseObject({}).parse(schema))["~standard"].validate(
        result.structuredContent,
      );
      return { issues, structured: z.looseObject({}).parse(result.structuredContent), schema };
    };
    expect((await judge("probe_echo", { text: "a", choice: "red" })).issues).toBeUndefined();
    expect((await judge("probe_events", {})).issues).toBeUndefined();
    expect((await judge("probe_job", { label: "a", ms: 1 })).issues).toBeUndefined();
    const { structured, schema } = await judge("probe_echo", { text: "a" });
    const wrong = { ...structured, count: "one" };
    const judged = await fromJsonSchema(z.looseObject({}).parse(schema))["~standard"].validate(wrong);
    expect(judged.issues).toBeDefined();
  });
});
