// biome-ignore-all lint/suspicious/noThenProperty: the name in the contract; the value is never a function
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { change, requirement, scenario, spec } from "../support/specs.ts";
import { temporaryTree } from "../support/temporary.ts";

const seedTools = [
  "list_specs",
  "get_spec_requirements",
  "get_scenario",
  "search_specs",
  "list_changes",
  "get_change",
  "validate_spec",
  "validate_change",
];

const files = {
  "specs/auth/spec.md": spec("auth", requirement("Login", scenario("Right word"))),
  ...change("specs/_changes/add-reset", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
};

async function connect(root: string, profile: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [hewto, "mcp", "--profile", profile, "--toolsets", "all", "--workspace", root],
    env: { ...(process.env.PATH ? { PATH: process.env.PATH } : {}), HOME: root, NO_COLOR: "1" },
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

// covers spec-oxide: initialize-lists-tools-capability, server-name-and-instructions, serves-stdio
test("Server responds to initialize: capabilities include tools, the name is spox, with instructions", async () => {
  const client = await connect(await temporaryTree(files), "spox");
  expect(client.getServerCapabilities()).toHaveProperty("tools");
  expect(client.getServerVersion()?.name).toBe("spox");
  expect(client.getInstructions()).toMatch(/list_specs.*get_spec_requirements.*get_scenario.*search_specs/s);
});

// [ENSURES: requirement-profiles.rules:TEST]
// [VERIFIES: mcp-server/profiles#the-tools-of-spec-oxide]
test("the spox profile serves Spec Oxide's eight tools in their order; the all profile adds archive_change", async () => {
  const root = await temporaryTree(files);
  const names = async (profile: string) =>
    (await (await connect(root, profile)).listTools()).tools.map(({ name }) => name);
  expect(await names("spox")).toEqual(seedTools);
  expect((await names("all")).slice(0, 9)).toEqual([...seedTools, "archive_change"]);
});

// covers spec-oxide: tools-delegate-to-the-core, lists-active-changes, no-active-changes
test("in the profile spox the text of every answer is the JSON of its result; elsewhere it is for reading", async () => {
  const root = await temporaryTree(files);
  const calls: [string, Record<string, unknown>][] = [
    ["list_specs", {}],
    ["get_spec_requirements", { spec_id: "auth" }],
    ["get_scenario", { spec_id: "auth", requirement: "Login" }],
    ["list_changes", {}],
    ["get_change", { change_id: "add-reset" }],
    ["validate_spec", {}],
    ["validate_change", {}],
  ];
  const spox = await connect(root, "spox");
  const all = await connect(root, "all");
  for (const [name, args] of calls) {
    const result = await spox.callTool({ name, arguments: args });
    const [item] = result.content;
    expect(JSON.parse(item?.type === "text" ? item.text : ""), name).toEqual(result.structuredContent);
    const [other] = (await all.callTool({ name, arguments: args })).content;
    expect(() => JSON.parse(other?.type === "text" ? other.text : ""), name).toThrow();
  }
  const failed = await spox.callTool({ name: "get_change", arguments: { change_id: "nope" } });
  expect(failed).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/not found/i) }] });
});

test("in the profile spox the severities are its contract's, in an OpenSpec tree too", async () => {
  const plain = "### Requirement: Bare\n\nThe system SHALL hold.\n";
  const root = await temporaryTree({
    "openspec/specs/auth/spec.md": spec("auth", plain),
    "openspec/changes/c/specs/auth/spec.md": `## ADDED Requirements\n\n${requirement("New")}`,
  });
  const verdict = async (profile: string, name: string) => {
    const { structuredContent } = await (await connect(root, profile)).callTool({ name, arguments: {} });
    return structuredContent;
  };
  expect(await verdict("spox", "validate_spec")).toMatchObject({
    valid: true,
    warnings: [{ rule: "scenario-missing" }],
  });
  expect(await verdict("spox", "validate_change")).toMatchObject({
    valid: false,
    errors: [{ rule: "proposal-missing" }, { rule: "tasks-missing" }],
  });
  expect(await verdict("all", "validate_spec")).toMatchObject({
    valid: false,
    errors: [{ rule: "scenario-missing" }],
  });
  expect(await verdict("all", "validate_change")).toMatchObject({ valid: true, errors: [] });
});

// covers spec-oxide: tools-delegate-to-the-core
test("every tool answers with structured content and the same facts as text", async () => {
  const client = await connect(await temporaryTree(files), "all");
  const calls: [string, Record<string, unknown>, RegExp][] = [
    ["list_specs", {}, /auth/],
    ["get_spec_requirements", { spec_id: "auth" }, /Login \(1 scenario\)/],
    ["get_scenario", { spec_id: "auth", requirement: "Login" }, /\*\*WHEN\*\* Right word happens/],
    ["list_changes", {}, /add-reset: A title \(1\/1 tasks\)/],
    ["get_change", { change_id: "add-reset" }, /\+ Reset/],
    ["validate_spec", {}, /Valid: spec auth/],
    ["validate_change", {}, /Valid: change add-reset/],
  ];
  for (const [name, args, text] of calls) {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError, name).toBe(false);
    expect(result.structuredContent, name).toBeTypeOf("object");
    const [item] = result.content;
    expect(item?.type === "text" ? item.text : "", name).toMatch(text);
  }
});

// covers spec-oxide: core-errors-become-tool-errors
test("MCP handles errors from Core: isError with a descriptive message, whatever the id holds", async () => {
  const client = await connect(await temporaryTree(files), "spox");
  for (const id of ["nope", "../../etc", 'a"b\n\u0000c', ""]) {
    const result = await client.callTool({ name: "get_spec_requirements", arguments: { spec_id: id } });
    expect(result.isError).toBe(true);
    const [item] = result.content;
    expect(item?.type === "text" ? item.text : "").toMatch(/not found/i);
    expect(result._meta?.["hewto/fault"]).toMatchObject({ code: "spec_not_found" });
  }
});

// covers spec-oxide: works-without-an-index
test("Server without index: three tools work, search_specs says how to build it, and works once it is built", async () => {
  const root = await temporaryTree(files);
  const client = await connect(root, "spox");
  const search = () => client.callTool({ name: "search_specs", arguments: { query: "login" } });
  expect(await search()).toMatchObject({
    isError: true,
    _meta: { "hewto/fault": { code: "index_missing" } },
  });
  expect((await client.callTool({ name: "list_specs", arguments: {} })).isError).toBe(false);
  // As the same user as the server: an index belongs to one.
  const env = { HOME: root, XDG_CACHE_HOME: "" };
  expect((await run(hewto, ["index", "--workspace", root], { env })).code).toBe(0);
  expect(await search()).toMatchObject({
    structuredContent: { results: [{ spec_id: "auth", requirement: "Login" }] },
  });
});

test("archive_change previews, persists, and the server sees the new spec at once", async () => {
  const root = await temporaryTree(files);
  const client = await connect(root, "all");
  const archive = (mode: string) =>
    client.callTool({ name: "archive_change", arguments: { change_id: "add-reset", mode } });
  expect(await archive("preview")).toMatchObject({ structuredContent: { persisted: false } });
  expect(await archive("persist")).toMatchObject({ structuredContent: { persisted: true, root } });
  const after = await client.callTool({ name: "get_spec_requirements", arguments: { spec_id: "auth" } });
  expect(after.structuredContent).toMatchObject({ requirements: [{ name: "Login" }, { name: "Reset" }] });
});

test("a spec in Spec Oxide's style is served whole: AND before THEN, two lines of AND, nothing lost", async () => {
  const steps = [
    "WHEN a tool is called",
    "AND no index exists",
    "THEN the answer is an error",
    "AND it says why",
    "AND how",
  ];
  const clauses = steps.map((step) => `- ${step.replace(/^\w+/, "**$&**")}`).join("\n");
  const text = spec(
    "mcp",
    ...["A", "B", "C"].map((name) => requirement(name, `#### Scenario: S\n\n${clauses}\n`)),
  );
  const config =
    '[paths]\nspec_folder = "specs/"\nchanges_folder = "specs/_changes"\narchive_folder = "specs/_archive"\n';
  const root = await temporaryTree({ ".spox/config.toml": config, "specs/mcp/spec.md": text });
  const client = await connect(root, "spox");
  const shown = await client.callTool({
    name: "get_scenario",
    arguments: { spec_id: "mcp", requirement: "C" },
  });
  expect(shown.structuredContent).toMatchObject({
    scenario: {
      when: "a tool is called AND no index exists",
      then: ["the answer is an error", "it says why", "how"],
      steps: [
        { keyword: "WHEN" },
        { keyword: "AND" },
        { keyword: "THEN" },
        { keyword: "AND" },
        { keyword: "AND" },
      ],
    },
  });
});
