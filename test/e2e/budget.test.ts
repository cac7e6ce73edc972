import { describe, expect, it } from "vitest";
import * as z from "zod";
import { hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { largeWorkspace } from "../support/large-workspace.ts";
import { run } from "../support/processes.ts";
import { shownByClaudeCode, shownByCodex } from "../support/shown-by-hosts.ts";
import { type Message, openWire, resultOf, textOf, type Wire } from "../support/wire.ts";

/** The longest answer that each tool can be asked for there. */
const asked: Readonly<Record<string, object>> = {
  list_specs: {},
  get_spec_requirements: { spec_id: "ferry-0" },
  get_scenario: { spec_id: "ferry-0", requirement: "Departure 0" },
  search_specs: { query: "ferry leaves gate", limit: 1000 },
  list_changes: {},
  get_change: { change_id: "change-0" },
  change_status: { change_id: "change-0" },
  change_instructions: { change_id: "change-0", artifact: "tasks" },
  search_changes: { query: "ferry leaves gate", limit: 1000 },
  blame_spec: { spec_id: "ferry-0" },
  trace_gaps: {},
  trace_impact: { files: ["src"] },
  trace_requirement: { address: "ferry-0/Departure 0" },
  suggest_links: {},
  validate_spec: {},
  validate_change: {},
  skill: { name: "skill-0" },
  index_codebase: { path: "." },
  search_code: { query: "close the gate of a ship", limit: 1000 },
  search_docs: { query: "gate tide ferry", limit: 1000 },
  code_research: { query: "who calls closeGate", depth: 5 },
  find_symbol: { name: "leave", limit: 1000 },
  find_references: { name: "closeGate", limit: 1000 },
  symbol_context: { name: "closeGate" },
  workspace_info: {},
  list_specifications: {},
  describe_specification: { locator: "spec://part-0" },
  list_implementations: {},
  describe_implementation: { locator: "impl://part-0" },
  list_scratch_pads: {},
  describe_scratch_pad: { locator: "scratch://pad-0" },
  dependency_tree: { locator: "spec://part-0" },
  validate_references: { locator: "spec://part-0" },
  resolve_template: { kind: "specification" },
  describe_capabilities: { schemas: true },
  list_headings: { locator: "spec://part-0" },
  render_heading: { locator: "spec://part-0", slug: "concept-part-0" },
  list_constraints: { locator: "spec://part-0" },
  get_constraint: { locator: "spec://part-0", constraint_id: "concept-part-0.rules" },
  scan_validation_tags: { locator: "impl://part-0" },
  compliance_report: { locator: "impl://part-0" },
  workspace_status: {},
  list_authoring_prompts: {},
  get_authoring_prompt: { name: "compliance", target: "impl://part-0" },
  project_status: {},
  list_work: { limit: 1000 },
  show_work: { id: "pad-0", limit: 2000 },
  list_review_comments: { state: "all", limit: 2000 },
  list_approvals: {},
};

/** Tools that write: their answers keep to the ceiling, and a test of their own room calls them. */
const writers =
  /^(archive_change|confirm_links|add_evidence|set_template_pointer|remove_template_pointer|create_artifact|delete_artifact|update_artifact|tick_task|add_review_comment|reply_to_review_comment|resolve_review_comment|prove_requirement|speckit\..*)$/;

/** Tools whose answer here can be a refusal, which must fit as well: there is no git history, and no such change step. */
const mayRefuse = new Set(["blame_spec", "trace_requirement", "trace_impact", "change_instructions"]);

const root = sharedByFile(async () => {
  const folder = await largeWorkspace();
  expect((await run(hewto, ["index"], { cwd: folder })).code).toBe(0);
  return folder;
});

async function serve(profile: string) {
  const wire = openWire(hewto, [
    "mcp",
    "--profile",
    profile,
    "--toolsets",
    "all",
    "--workspace",
    await root(),
  ]);
  await wire.initialize();
  return wire;
}

/** One server for all that is asked of the whole catalog: it reads the workspace once. */
const whole = sharedByFile(() => serve("all"));

const Tools = z.object({
  tools: z.array(
    z.object({ name: z.string(), inputSchema: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
  ),
});

async function toolsOf(wire: Wire) {
  return Tools.parse(resultOf(await wire.request("tools/list"))).tools.filter(
    ({ name }) => !writers.test(name),
  );
}

const tokensOf = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

/** Commands that an agent is told to run itself: it has tools for that, and may have no shell. */
function shellCommands(result: Message): string[] {
  const said = `${textOf(result)}\n${JSON.stringify(result.structuredContent ?? "")}`;
  return said.match(/(?<!Ask the user to run )`hewto [a-z][^`]*`/g) ?? [];
}

function sizes(result: Message) {
  return {
    text: tokensOf(textOf(result)),
    structured: tokensOf(JSON.stringify(result.structuredContent ?? "")),
  };
}

describe("every tool on a workspace of hundreds of everything", () => {
  it.each([undefined, 300, 8_000])(
    "keeps both forms of its answer within budget %s",
    { timeout: 300_000 },
    async (budget) => {
      const wire = await whole();
      const over: string[] = [];
      for (const { name, inputSchema } of await toolsOf(wire)) {
        const args = asked[name];
        if (args === undefined) throw new Error(`${name} is not in the table of this test`);
        const takes = "budget" in inputSchema.properties;
        const result = await wire.call(name, takes && budget !== undefined ? { ...args, budget } : args);
        const { text, structured } = sizes(result);
        const most = takes ? (budget ?? 1_500) : 8_000;
        if (result.isError === true && !mayRefuse.has(name)) over.push(`${name}: ${textOf(result)}`);
        else if (Math.max(text, structured) > most) over.push(`${name}: ${text} ${structured}`);
        for (const command of shellCommands(result)) over.push(`${name} names a command: ${command}`);
        if (budget === undefined && takes && result.isError !== true) {
          expect(shownByClaudeCode(result)).toBe(JSON.stringify(result.structuredContent));
          expect(shownByCodex(result)).toBe(JSON.stringify(result.structuredContent));
        }
      }
      expect(over).toEqual([]);
    },
  );

  it.each(["spox", "ccski", "swiftindex", "specman"])(
    "keeps to 8,000 tokens in the profile %s",
    { timeout: 300_000 },
    async (profile) => {
      const wire = await serve(profile);
      const over: string[] = [];
      for (const { name } of await toolsOf(wire)) {
        const result = await wire.call(name, asked[name] ?? {});
        const { text, structured } = sizes(result);
        if (result.isError === true) over.push(`${name}: ${textOf(result)}`);
        else if (Math.max(text, structured) > 8_000) over.push(`${name}: ${text} ${structured}`);
      }
      expect(over).toEqual([]);
    },
  );
});

describe("what was left out", () => {
  it("is counted, and the argument that brings it brings it", async () => {
    const wire = await whole();
    const Listed = z.object({
      specs: z.array(z.unknown()),
      omitted: z.array(z.object({ field: z.string(), items: z.number().optional() })).optional(),
    });
    const small = Listed.parse((await wire.call("list_specs")).structuredContent);
    const large = Listed.parse((await wire.call("list_specs", { budget: 8_000 })).structuredContent);
    for (const { specs, omitted = [] } of [small, large])
      expect(specs.length + (omitted.find(({ field }) => field === "specs")?.items ?? 0)).toBe(500);
    expect(large.specs.length).toBeGreaterThan(small.specs.length);
    const text = textOf(await wire.call("get_change", { change_id: "change-0" }));
    expect(text).toMatch(
      /Left out to fit 1500 tokens: .*of proposal.*Pass `budget` up to 8000 for more, or give `section`/s,
    );
  });
});
