import { fromJsonSchema } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import * as z from "zod";
import { benchWith, implText, padText, specText } from "../../../test/support/artifacts.ts";
import { isRecord } from "../../kernel/json.ts";
import { type AnyOperation, isTool } from "../../operation/operation.ts";
import { inputSchema, outputSchema } from "../../operation/schema.ts";
import { artifactsToolset } from "./toolset.ts";

const operations: readonly AnyOperation[] = Object.values(artifactsToolset.operations);

/** The concepts of SpecMan Core and the tools that serve each of them. */
const servedBy: Record<string, string[]> = {
  workspace_discovery: ["workspace_info"],
  data_model_backing_implementation: [
    "list_specifications",
    "describe_specification",
    "list_implementations",
    "describe_implementation",
    "list_scratch_pads",
    "describe_scratch_pad",
  ],
  dependency_mapping_services: ["dependency_tree"],
  reference_validation: ["validate_references"],
  template_orchestration: ["resolve_template", "set_template_pointer", "remove_template_pointer"],
  deterministic_execution: ["describe_capabilities"],
  lifecycle_automation: ["create_artifact", "delete_artifact"],
  specman_structure: ["list_headings", "render_heading", "list_constraints", "get_constraint"],
  metadata_mutation: ["update_artifact"],
  validation_anchors: ["scan_validation_tags"],
  validation_scanning: ["scan_validation_tags"],
  compliance_reporting: ["compliance_report"],
};

async function descriptorsOf(bench: Awaited<ReturnType<typeof benchWith>>) {
  const { value } = await bench.call("describe_capabilities");
  return Array.isArray(value["capabilities"]) ? value["capabilities"].filter(isRecord) : [];
}

// covers specman: extension-tools-are-labeled, stable-capability-ids, capability-versions, descriptor-id,
//   descriptor-concept, descriptor-core-range, descriptor-extension-metadata, descriptor-schemas,
//   extension-type, extension-owner
test("each of the twelve concepts is described with its tools, and extensions name their owner", async () => {
  const list = await descriptorsOf(await benchWith({}));
  const served = operations.filter((operation) => isTool(operation));
  expect([...new Set(list.map(({ tool }) => tool))]).toEqual(served.map(({ name }) => name));
  for (const [concept, tools] of Object.entries(servedBy)) {
    const own = list.filter(({ id }) => id === `specman.core.${concept}`);
    expect(own.map(({ tool }) => tool)).toEqual(tools);
    const ref = `spec/specman-core/spec.md#concept-${concept.replaceAll("_", "-")}`;
    for (const { concept_ref } of own) expect(concept_ref).toBe(ref);
  }
  for (const descriptor of list) {
    const tool = served.find(({ name }) => name === descriptor.tool);
    expect(descriptor).toMatchObject({ core_versions: ">=0.2.0 <1.0.0", version: expect.any(String) });
    expect(descriptor.input_schema).toEqual(tool && inputSchema(tool));
    expect(descriptor.output_schema).toEqual(tool && outputSchema(tool));
    const isExtension = String(descriptor.id).startsWith("hewto.extension.");
    expect(descriptor.type).toBe(isExtension ? "extension" : undefined);
    expect(descriptor.owner).toBe(isExtension ? "docs/artifacts.md" : undefined);
  }
  const core = list.filter(({ type }) => type === undefined);
  expect(core).toHaveLength(Object.values(servedBy).flat().length);
  for (const operation of served)
    expect(operation.meta?.["specman/capability"]).toMatchObject({ input_schema: { $ref: "#/inputSchema" } });
});

/** One call for each concept, and what its answer must hold for the concept to be served. */
const concepts: [concept: string, tool: string, args: object, expected: object][] = [
  ["workspace_discovery", "workspace_info", {}, { root: expect.any(String) }],
  [
    "data_model_backing_implementation",
    "describe_implementation",
    { locator: "impl://a-ts" },
    { artifact: { handle: "impl://a-ts", front_matter: { spec: "../../spec/a/spec.md" } } },
  ],
  [
    "dependency_mapping_services",
    "dependency_tree",
    { locator: "spec://a/dependencies" },
    {
      upstream: [{ from: { handle: "spec://a" }, to: { handle: "spec://b" } }],
      downstream: [{ from: { handle: "impl://a-ts" }, to: { handle: "spec://a" } }],
    },
  ],
  [
    "reference_validation",
    "validate_references",
    { locator: "spec://b" },
    { errors: [{ kind: "FileMissing", source: { document: "spec/b/spec.md" } }] },
  ],
  [
    "template_orchestration",
    "resolve_template",
    { kind: "specification" },
    { template: { tier: "EmbeddedDefault", locator: "embedded://spec" }, tokens: ["title"] },
  ],
  [
    "deterministic_execution",
    "describe_capabilities",
    { schemas: false },
    { capabilities: expect.any(Array) },
  ],
  [
    "lifecycle_automation",
    "create_artifact",
    { kind: "specification", name: "c", mode: "preview" },
    { handle: "spec://c", path: "spec/c/spec.md", persisted: false },
  ],
  [
    "specman_structure",
    "get_constraint",
    { locator: "spec://a", constraint_id: "concept-a.x" },
    { constraint_id: "concept-a.x" },
  ],
  [
    "metadata_mutation",
    "update_artifact",
    { locator: "spec://a", ops: [{ op: "add_tag", tag: "t" }], mode: "preview" },
    { persisted: false, updated_document: expect.stringContaining("- t") },
  ],
  [
    "validation_anchors",
    "scan_validation_tags",
    { locator: "impl://a-ts" },
    {
      tags: [{ identifier: "concept-a.x", tag_type: "Test", location: { path: "src/a.ts", line_number: 1 } }],
    },
  ],
  ["validation_scanning", "scan_validation_tags", { locator: "impl://a-ts" }, { files_scanned: 1 }],
  [
    "compliance_reporting",
    "compliance_report",
    { locator: "impl://a-ts" },
    { coverage: { "concept-a.x": [{ tag_type: "Test" }] }, missing: [] },
  ],
];

// covers specman: a-tool-for-each-concept
test("the tool of each concept implements the concept, and its output matches the schema of its descriptor", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText(
      "dependencies:\n  - ../b/spec.md\n",
      "### Concept: A\n\n!concept-a.x:\n- MUST hold\n",
    ),
    "spec/b/spec.md": specText("", "See [nothing](../nowhere/spec.md).\n"),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src\n"),
    "src/a.ts": "// [ENSURES: concept-a.x:TEST]\n",
  });
  expect(concepts.map(([concept]) => concept)).toEqual(Object.keys(servedBy));
  const list = await descriptorsOf(bench);
  for (const [concept, tool, args, expected] of concepts) {
    const descriptor = list.find((each) => each.id === `specman.core.${concept}` && each.tool === tool);
    const { value } = await bench.call(tool, args);
    expect(value, concept).toMatchObject(expected);
    for (const [schema, data] of [
      [descriptor?.input_schema, args],
      [descriptor?.output_schema, value],
    ]) {
      const verdict = await fromJsonSchema(z.looseObject({}).parse(schema))["~standard"].validate(
        JSON.parse(JSON.stringify(data)),
      );
      expect(verdict, concept).not.toHaveProperty("issues");
    }
  }
});

// covers specman: deterministic-parameter-schemas
test("input schemas are flat, closed and described", () => {
  for (const operation of operations) {
    const schema = inputSchema(operation);
    expect(schema, operation.name).toMatchObject({ type: "object", additionalProperties: false });
    const text = JSON.stringify(schema);
    for (const word of ['"oneOf"', '"anyOf"', '"allOf"', '"$ref"', '"patternProperties"', '"$defs"'])
      expect(text, `${operation.name} ${word}`).not.toContain(word);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      expect(property.description, `${operation.name}.${name}`).toMatch(/./);
  }
});

/** The front matter that the data model knows for each class, as arguments that set every field of it. */
const dataModel = {
  specification: {
    path: "spec/new/spec.md",
    own: { requires_implementation: false },
    stored: ["name", "title", "description", "tags", "version", "dependencies", "requires_implementation"],
  },
  implementation: {
    path: "impl/new/impl.md",
    own: { target: "spec://a", location: "src", references: [{ ref: "impl://a-ts" }] },
    stored: [
      ...[
        "spec",
        "name",
        "title",
        "description",
        "tags",
        "version",
        "location",
        "references",
        "dependencies",
      ],
    ],
  },
  scratch_pad: {
    path: ".specman/scratchpad/new/scratch.md",
    own: { target: "impl://a-ts", work_type: { feat: {} }, branch: "a-ts/feat/new" },
    stored: [
      ...["name", "title", "description", "tags", "version", "target", "branch", "work_type", "dependencies"],
    ],
  },
} as const;

// covers specman: schemas-mirror-the-data-model, caller-selects-the-class
test("the arguments of create_artifact are the fields of the data model, and the class is the caller's choice", async () => {
  const files = {
    "spec/a/spec.md": specText(),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md"),
    ".specman/scratchpad/old/scratch.md": padText("impl/a-ts/impl.md"),
    "src/": "",
  };
  const common = { name: "new", title: "T", description: "D", tags: ["t"], version: "1.2.3" };
  const used = new Set(["kind", "substitutions", "mode"]);
  for (const [kind, { path, own, stored }] of Object.entries(dataModel)) {
    const bench = await benchWith(files);
    const ref = kind === "scratch_pad" ? "scratch://old" : "spec://a";
    const request = { kind, ...common, ...own, dependencies: [{ ref }] };
    const { value } = await bench.call("create_artifact", request);
    expect(value, kind).toMatchObject({ path });
    expect(isRecord(value["front_matter"]) && Object.keys(value["front_matter"])).toEqual(stored);
    for (const field of Object.keys(request)) used.add(field);
    for (const [other, { own: foreign }] of Object.entries(dataModel)) {
      const [stray] = Object.entries(foreign).filter(([field]) => !(field in own));
      if (other === kind || stray === undefined) continue;
      const refused = await bench.call("create_artifact", {
        ...request,
        name: "newer",
        [stray[0]]: stray[1],
      });
      expect([kind, stray[0], refused.ok]).toEqual([kind, stray[0], false]);
    }
  }
  const published = inputSchema(artifactsToolset.operations.create_artifact).properties;
  expect(Object.keys(published ?? {}).sort()).toEqual([...used].sort());
  expect(published?.["kind"]?.enum).toEqual(Object.keys(dataModel));
});

test("every tool that takes an artifact names the argument locator", () => {
  for (const operation of operations) {
    const fields = Object.keys(inputSchema(operation).properties ?? {});
    const others = fields.filter((field) => ["artifact", "handle", "uri", "spec_id"].includes(field));
    expect([operation.name, ...others]).toEqual([operation.name]);
  }
});
