import * as z from "zod";
import { type ArtifactKind, artifactKinds } from "../model/kinds.ts";

const allKinds: readonly ArtifactKind[] = artifactKinds;

interface OpFacts {
  readonly kinds: readonly ArtifactKind[];
  /** Required arguments, besides `op`. */
  readonly needs: readonly OpArgument[];
  /** Optional arguments. */
  readonly takes?: readonly OpArgument[];
}

type OpArgument =
  | "name"
  | "title"
  | "description"
  | "version"
  | "tag"
  | "ref"
  | "type"
  | "optional"
  | "requires"
  | "location"
  | "branch"
  | "work_type"
  | "target"
  | "language";

const impl: readonly ArtifactKind[] = ["implementation"];
const scratch: readonly ArtifactKind[] = ["scratch_pad"];

/** All ops. No op replaces a list, because SpecMan Core has none. */
export const opTable = {
  set_name: { kinds: allKinds, needs: ["name"] },
  clear_name: { kinds: allKinds, needs: [] },
  set_title: { kinds: allKinds, needs: ["title"] },
  clear_title: { kinds: allKinds, needs: [] },
  set_description: { kinds: allKinds, needs: ["description"] },
  clear_description: { kinds: allKinds, needs: [] },
  set_version: { kinds: allKinds, needs: ["version"] },
  clear_version: { kinds: allKinds, needs: [] },
  add_tag: { kinds: allKinds, needs: ["tag"] },
  remove_tag: { kinds: allKinds, needs: ["tag"] },
  add_dependency: { kinds: allKinds, needs: ["ref"], takes: ["optional"] },
  remove_dependency: { kinds: allKinds, needs: ["ref"] },
  set_requires_implementation: { kinds: ["specification"], needs: ["requires"] },
  clear_requires_implementation: { kinds: ["specification"], needs: [] },
  set_spec: { kinds: impl, needs: ["ref"] },
  clear_spec: { kinds: impl, needs: [] },
  set_location: { kinds: impl, needs: ["location"] },
  clear_location: { kinds: impl, needs: [] },
  add_reference: { kinds: impl, needs: ["ref"], takes: ["type", "optional"] },
  remove_reference: { kinds: impl, needs: ["ref"] },
  set_primary_language: { kinds: impl, needs: ["language"] },
  clear_primary_language: { kinds: impl, needs: [] },
  add_secondary_language: { kinds: impl, needs: ["language"] },
  remove_secondary_language: { kinds: impl, needs: ["language"] },
  set_branch: { kinds: scratch, needs: ["branch"] },
  clear_branch: { kinds: scratch, needs: [] },
  set_work_type: { kinds: scratch, needs: ["work_type"] },
  clear_work_type: { kinds: scratch, needs: [] },
  set_target: { kinds: scratch, needs: [], takes: ["target", "ref"] },
  clear_target: { kinds: scratch, needs: [] },
} as const satisfies Record<string, OpFacts>;

export type OpName = keyof typeof opTable;

export const opNames = Object.keys(opTable).filter(isOpName);

export function isOpName(name: string): name is OpName {
  return Object.hasOwn(opTable, name);
}

export function opFacts(name: OpName): OpFacts {
  return opTable[name];
}

const opHelp =
  "What to do. For all kinds: set_/clear_ name, title, description, version; add_/remove_ tag, dependency. " +
  "Specification: set_/clear_ requires_implementation. Implementation: set_/clear_ spec, location, " +
  "primary_language; add_/remove_ reference, secondary_language. Scratch pad: set_/clear_ branch, work_type. " +
  "set_target and clear_target are always refused: a scratch pad's target never changes.";

/** One op. Flat, because some hosts cannot handle unions; the core checks which arguments an op needs. */
export const Op = z.strictObject({
  op: z.enum(opNames).describe(opHelp),
  name: z.string().optional().describe("For set_name: the name, equal to the artifact's folder."),
  title: z.string().optional().describe("For set_title: a title for people."),
  description: z.string().optional().describe("For set_description: one paragraph."),
  version: z.string().optional().describe("For set_version: a semantic version such as 1.2.0."),
  tag: z.string().optional().describe("For add_tag and remove_tag."),
  ref: z
    .string()
    .optional()
    .describe("For dependency, reference and spec ops: a handle, a path or an https URL; stored as a path."),
  type: z.string().optional().describe("For add_reference: implementation or specification."),
  optional: z
    .boolean()
    .optional()
    .describe("For add_dependency and add_reference: whether it may be missing."),
  requires: z.boolean().optional().describe("For set_requires_implementation."),
  location: z.string().optional().describe("For set_location: the folder of the code, inside the workspace."),
  branch: z.string().optional().describe("For set_branch: {target_name}/{work_type}/{scratch_pad_name}."),
  work_type: z.unknown().optional().meta({
    type: "object",
    description:
      'For set_work_type: an object with exactly one key, such as {"fix": {"fixed_headings": ["#x"]}}.',
  }),
  target: z.string().optional().describe("For set_target, which is always refused."),
  language: z
    .string()
    .optional()
    .describe("For language ops: a file extension with a version where there are several, such as rs@1.80."),
});
export type Op = z.infer<typeof Op>;
