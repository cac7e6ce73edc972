import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import { ok } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { type AnyOperation, isTool, reading } from "../../operation/operation.ts";
import { inputSchema, outputSchema } from "../../operation/schema.ts";
import { allConcepts, coreVersions } from "../model/concepts.ts";
import { capability } from "./capability.ts";

/** Versions of the protocol that the host negotiates, the newest first. */
const protocolVersions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const Descriptor = z.looseObject({
  id: z.string(),
  concept_ref: z.string(),
  core_versions: z.string(),
  version: z.string(),
  tool: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  output_schema: z.record(z.string(), z.unknown()),
  type: z.literal("extension").optional(),
  owner: z.string().optional(),
  also: z.array(z.string()).optional(),
  side_effects: z.array(z.string()),
});

/** The catalog of all tools, with the schemas that `tools/list` publishes. */
export function describeCapabilities(operations: () => readonly AnyOperation[]) {
  return capability("deterministic_execution", {
    name: "describe_capabilities",
    title: "Capabilities",
    summary:
      "Describes every capability: its id, the concept it serves, the compatible releases of SpecMan Core, its schemas and its side effects.",
    icon: "artifact",
    effects: reading,
    cli: { words: "artifacts capabilities" },
    input: z.object({
      schemas: z
        .boolean()
        .default(true)
        .describe("Whether to include the JSON Schemas of inputs and outputs"),
    }),
    output: z.object({
      core_versions: z.string(),
      version: z.string(),
      protocol_versions: z.array(z.string()).describe("Versions of MCP that this server negotiates."),
      capabilities: z.array(Descriptor.partial({ input_schema: true, output_schema: true })),
    }),
    run: async (_context, { schemas }) => {
      const capabilities = operations().flatMap((operation) => {
        const mark = operation.meta?.["specman/capability"];
        if (!isRecord(mark) || !isTool(operation)) return [];
        const parsed = Descriptor.omit({ tool: true, input_schema: true, output_schema: true }).parse(mark);
        const { input_schema: _in, output_schema: _out, ...rest } = parsed;
        const own = schemas
          ? { input_schema: { ...inputSchema(operation) }, output_schema: { ...outputSchema(operation) } }
          : {};
        const descriptor = { ...rest, tool: operation.name, ...own };
        // A tool that serves several concepts is described under each of them.
        const others = allConcepts.filter(({ id }) => rest.also?.includes(id));
        return [
          descriptor,
          ...others.map(({ id, ref }) => ({ ...descriptor, id, concept_ref: ref, also: [rest.id] })),
        ];
      });
      return ok({ core_versions: coreVersions, version, protocol_versions: protocolVersions, capabilities });
    },
    text: ({ capabilities, core_versions }) =>
      [
        `SpecMan Core ${core_versions}`,
        ...capabilities.map(({ id, tool, type, side_effects }) => {
          const effects = side_effects.length === 0 ? "" : ` (${side_effects.join("; ")})`;
          return `${tool}: ${id}${type === undefined ? "" : ` [${type}]`}${effects}`;
        }),
      ].join("\n"),
  });
}
