import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { catalog } from "../../src/catalog.ts";
import { frontTools } from "../../src/mcp/tools/front.ts";
import { hewto } from "../support/bundle.ts";
import { temporaryTree } from "../support/temporary.ts";
import { openWire, resultOf, textOf, type Wire } from "../support/wire.ts";

const Tools = z.object({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      description: z.string(),
      inputSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
      outputSchema: z.unknown().optional(),
    }),
  ),
});

const openspec = {
  "openspec/specs/auth/spec.md":
    "# Auth\n\n## Purpose\n\nWho may come in, and how they show it.\n\n## Requirements\n\n### Requirement: Login\n\nThe system SHALL check the password.\n\n#### Scenario: Right\n\n- **WHEN** it is right\n- **THEN** the user is in\n",
};
const speckit = {
  ".specify/templates/spec-template.md": "# Feature Specification: [FEATURE NAME]\n",
  "specs/001-login/spec.md": "# Feature Specification: Login\n",
};
const specman = { ".specman/config.toml": "", "spec/login/spec.md": "# Login\n" };

async function serve(root: string, ...args: string[]): Promise<Wire> {
  const wire = openWire(hewto, ["mcp", "--workspace", root, "--no-plugins", ...args]);
  await wire.initialize();
  return wire;
}

async function listed(wire: Wire) {
  return Tools.parse(resultOf(await wire.request("tools/list"))).tools;
}

const names = async (wire: Wire) => (await listed(wire)).map(({ name }) => name);

/** What a host passes on to the model. */
function tokens(tools: Awaited<ReturnType<typeof listed>>): number {
  const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return Buffer.byteLength(JSON.stringify(read)) / 4;
}

describe("a server without --toolsets", () => {
  it.each([
    ["no layout", {}, []],
    ["OpenSpec", openspec, ["list_specs", "archive_change", "trace_gaps", "list_work"]],
    ["spec-kit", speckit, ["speckit.specify", "speckit.implement", "trace_gaps", "list_work"]],
    ["SpecMan", specman, ["compliance_report", "list_specifications", "trace_gaps", "list_work"]],
  ])("lists what a repository with %s needs, in at most 3,000 tokens", async (_layout, files, own) => {
    const wire = await serve(await temporaryTree(files));
    const tools = await listed(wire);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "search_code",
        "code_research",
        "skill",
        "project_status",
        "hewto_more",
        ...own,
      ]),
    );
    const layouts = Object.entries(frontTools).filter(
      ([layout]) => layout !== "always" && layout !== "planned",
    );
    const others = layouts.flatMap(([, front]) => front).filter((name) => !frontOf(own).includes(name));
    expect(tools.map(({ name }) => name).filter((name) => others.includes(name))).toEqual([]);
    expect(tokens(tools)).toBeLessThan(3_000);
    expect(await names(wire)).toEqual(tools.map(({ name }) => name));
  });

  it("names what is not listed, and lists a toolset on request", async () => {
    const wire = await serve(await temporaryTree({}));
    const all = await names(await serve(await temporaryTree({}), "--toolsets", "all"));
    const more = await wire.call("hewto_more");
    const shown = await names(wire);
    const hidden = z
      .object({ toolsets: z.array(z.object({ tools: z.array(z.object({ name: z.string() })) })) })
      .parse(more.structuredContent)
      .toolsets.flatMap(({ tools }) => tools.map(({ name }) => name));
    expect([...shown.filter((name) => name !== "hewto_more"), ...hidden].sort()).toEqual([...all].sort());
    expect(textOf(more)).toContain("- create_artifact: Creates a specification");

    const changed = wire.until(({ method }) => method === "notifications/tools/list_changed");
    expect(textOf(await wire.call("hewto_more", { toolset: "artifacts" }))).toContain(
      "tools of artifacts can be called now:",
    );
    await changed;
    expect(await names(wire)).toEqual(expect.arrayContaining(["create_artifact", "compliance_report"]));
    expect(await names(wire)).not.toContain("list_specs");
    expect(textOf(await wire.call("hewto_more", { toolset: "artifacts" }))).toBe(
      "Every tool of artifacts is listed.",
    );
  });

  it("says which toolset was meant when one is misspelt", async () => {
    const wire = await serve(await temporaryTree({}));
    const refused = await wire.call("hewto_more", { toolset: "artefacts" });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain("There is no toolset `artefacts`. Did you mean `artifacts`?");
  });

  it("announces the tools of a layout that appears while it runs", async () => {
    const root = await temporaryTree({});
    const wire = await serve(root);
    expect(await names(wire)).not.toContain("list_specs");
    for (const [path, text] of Object.entries(openspec)) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const changed = wire.until(({ method }) => method === "notifications/tools/list_changed");
    // It looks when it is called, but at most every two seconds.
    await expect
      .poll(async () => textOf(await wire.call("project_status")), { timeout: 10_000, interval: 1_100 })
      .toContain("auth");
    const calls = setInterval(() => void wire.call("project_status"), 1_100);
    await changed;
    clearInterval(calls);
    expect(await names(wire)).toEqual(expect.arrayContaining(["list_specs", "list_work"]));
  });

  it("answers a call of a tool that it does not list", async () => {
    const wire = await serve(await temporaryTree(openspec));
    expect(await names(wire)).not.toContain("get_scenario");
    const answer = await wire.call("get_scenario", { spec_id: "auth", requirement: "Login" });
    expect(textOf(answer)).toContain("the user is in");
  });

  it("says how to get a tool that it recommends and does not list", async () => {
    const wire = await serve(await temporaryTree(openspec));
    const answer = await wire.call("get_change", { change_id: "nowhere" });
    expect(textOf(answer)).toContain("Call `list_changes`");
    expect(textOf(answer)).toContain('call `hewto_more` with toolset "specs" first');
  });

  it("names only the toolsets that the workspace needs in its instructions", async () => {
    const open = async (files: Record<string, string>) => {
      const wire = openWire(hewto, ["mcp", "--workspace", await temporaryTree(files)]);
      return String((await wire.initialize())["instructions"]);
    };
    expect(await open({})).not.toMatch(/speckit\.specify|spec:\/\/|list_specs/);
    expect(await open(openspec)).toContain("list_specs");
    expect(await open({})).toContain("call hewto_more");
  });

  it("publishes output schemas without prose, and takes arguments that it does not publish", async () => {
    const root = await temporaryTree({ "a.ts": "export function openGate() {}\n" });
    const wire = await serve(root);
    const [auto] = (await listed(wire)).filter(({ name }) => name === "search_code");
    expect(Object.keys(auto?.inputSchema.properties ?? {})).not.toContain("semantic_weight");
    expect(JSON.stringify(auto?.outputSchema)).not.toContain('"description":"');
    await wire.call("index_codebase");
    const answer = await wire.call("search_code", { query: "open gate", semantic_weight: 0.1 });
    expect(textOf(answer)).toContain("a.ts");
  });
});

it("every tool at the front exists", async () => {
  const toolsets = await Promise.all(catalog.map(({ load }) => load()));
  const known = toolsets.flatMap(({ operations }) => Object.keys(operations));
  expect(
    Object.values(frontTools)
      .flat()
      .filter((name) => !known.includes(name)),
  ).toEqual([]);
});

function frontOf(own: readonly string[]): readonly string[] {
  return Object.values(frontTools).find((front) => front.includes(own[0] ?? "")) ?? [];
}
