import * as z from "zod";
import { fault } from "../../../kernel/fault.ts";
import { isRecord } from "../../../kernel/json.ts";
import { fail, type Result } from "../../../kernel/result.ts";
import { splitFrontMatter } from "../../../markdown/yaml/front-matter.ts";
import { parseFrontMatter } from "../../../markdown/yaml/front-matter-data.ts";
import type { Context } from "../../../operation/context.ts";
import { operation, writing } from "../../../operation/operation.ts";
import type { Toolset } from "../../../operation/toolset.ts";
import { type WorkTypeName, workTypeFacts, workTypes } from "../../model/work-types.ts";
import type { Op } from "../../mutation/ops.ts";
import { createArtifactTool, updateArtifactTool } from "../lifecycle.ts";
import { artifactPrompts } from "../prompts.ts";
import { artifactResources } from "../resources.ts";
import { workspaceStatusTool } from "../status.ts";

// The tools of SpecMan MCP 2.0: one for each kind of artifact and work, over the same core as create_artifact and
// update_artifact of 1.0.

const name = z.string().describe("Up to four lowercase words joined by hyphens");
const cli = { never: "`hewto artifacts create` and `hewto artifacts update` do the same" } as const;
const effects = { ...writing, openWorld: true };
const updating = { ...effects, idempotent: true };

const createSpecification = operation({
  name: "create_specification",
  title: "Create a specification",
  summary: "Creates a specification, spec/NAME/spec.md, from its template.",
  icon: "edit",
  effects,
  cli,
  input: z.object({ name, title: z.string().describe("A title for people") }),
  output: createArtifactTool.output,
  run: (context, input) => context.call(createArtifactTool, { kind: "specification", ...input }),
  text: (output, _input, surface) => createdText(output, surface),
});

const createImplementation = operation({
  name: "create_implementation",
  title: "Create an implementation",
  summary: "Creates an implementation, impl/NAME/impl.md, of a specification.",
  icon: "edit",
  effects,
  cli,
  input: z.object({ name, target: z.string().describe("Its specification: spec://NAME or a path") }),
  output: createArtifactTool.output,
  run: (context, input) => context.call(createArtifactTool, { kind: "implementation", ...input }),
  text: (output, _input, surface) => createdText(output, surface),
});

/** A tool that creates scratch pads of one work type. */
function createPad<const Name extends string>(toolName: Name, workType: WorkTypeName, noun: string) {
  const { target, headingsKey } = workTypeFacts[workType];
  return operation({
    name: toolName,
    title: `Create a ${noun} scratch pad`,
    summary: `Creates a scratch pad, the planning document of a ${noun}; the ${target} itself is not changed.`,
    icon: "edit",
    effects,
    cli,
    input: z.object({ name, target: z.string().describe(`The ${target} that the work is on`) }),
    output: createArtifactTool.output,
    run: (context, input) => {
      const work_type = { [workType]: headingsKey === undefined ? {} : { [headingsKey]: [] } };
      return context.call(createArtifactTool, { kind: "scratch_pad", ...input, work_type });
    },
    text: (output, _input, surface) => createdText(output, surface),
  });
}

type Surface = Parameters<typeof createArtifactTool.text>[2];

function createdText(output: z.infer<typeof createArtifactTool.output>, surface: Surface): string {
  const { kind } = output.id;
  const request = { kind: kindNames[kind], name: output.id.name, mode: output.mode };
  return createArtifactTool.text(output, request, surface);
}

const kindNames = {
  Specification: "specification",
  Implementation: "implementation",
  ScratchPad: "scratch_pad",
} as const;

const mode = z.enum(["persist", "preview"]).describe("preview returns the document and writes nothing");
const optional = z.boolean().optional();
const texts = (what: string) => z.array(z.string()).optional().describe(what);

/** Fields that every kind has. Lists add to what is there. */
const common = {
  mode,
  name: z.string().optional().describe("The new name"),
  title: z.string().optional().describe("The new title"),
  description: z.string().optional().describe("The new description"),
  version: z.string().optional().describe("The new semantic version"),
  tags: texts("Keywords to add"),
  remove_tags: texts("Keywords to remove"),
  dependencies: z
    .array(z.strictObject({ ref: z.string(), optional }))
    .optional()
    .describe("Dependencies to add"),
  remove_dependencies: texts("Dependencies to remove"),
};
const padLocator = z.string().describe("The scratch pad: scratch://NAME or its path");

const SpecificationInput = z.object({
  locator: z.string().describe("The specification: spec://NAME, its path, or an https URL in preview"),
  ...common,
  requires_implementation: z.boolean().optional().describe("Whether it needs an implementation"),
});
const ImplementationInput = z.object({
  locator: z.string().describe("The implementation: impl://NAME, its path, or an https URL in preview"),
  ...common,
  spec: z.string().optional().describe("The new governing specification"),
  location: z.string().optional().describe("The new folder of its code"),
  references: z
    .array(z.strictObject({ ref: z.string(), type: z.enum(["implementation", "specification"]), optional }))
    .optional()
    .describe("References to add"),
  remove_references: texts("References to remove"),
});
const PadInput = z.object({ locator: padLocator, ...common });

type Given = z.infer<typeof PadInput> &
  Partial<z.infer<typeof SpecificationInput>> &
  Partial<z.infer<typeof ImplementationInput>>;

function opsOf(given: Given): Op[] {
  const { name, title, description, version, requires_implementation: requires, spec, location } = given;
  return [
    ...(name === undefined ? [] : [{ op: "set_name" as const, name }]),
    ...(title === undefined ? [] : [{ op: "set_title" as const, title }]),
    ...(description === undefined ? [] : [{ op: "set_description" as const, description }]),
    ...(version === undefined ? [] : [{ op: "set_version" as const, version }]),
    ...(given.tags ?? []).map((tag) => ({ op: "add_tag" as const, tag })),
    ...(given.remove_tags ?? []).map((tag) => ({ op: "remove_tag" as const, tag })),
    ...(given.dependencies ?? []).map((each) => ({ op: "add_dependency" as const, ...each })),
    ...(given.remove_dependencies ?? []).map((ref) => ({ op: "remove_dependency" as const, ref })),
    ...(requires === undefined ? [] : [{ op: "set_requires_implementation" as const, requires }]),
    ...(spec === undefined ? [] : [{ op: "set_spec" as const, ref: spec }]),
    ...(location === undefined ? [] : [{ op: "set_location" as const, location }]),
    ...(given.references ?? []).map((each) => ({ op: "add_reference" as const, ...each })),
    ...(given.remove_references ?? []).map((ref) => ({ op: "remove_reference" as const, ref })),
  ];
}

type Updated = z.infer<typeof updateArtifactTool.output>;

interface Expected {
  readonly kind: Updated["id"]["kind"];
  /** Of a scratch pad. */
  readonly workType?: WorkTypeName;
}

async function update(
  context: Context,
  given: Given,
  { kind, workType }: Expected,
): Promise<Result<Updated>> {
  const { locator, mode } = given;
  if (kind === "ScratchPad" && /^https?:/i.test(locator))
    return fail(
      fault("invalid_argument", "A scratch pad is in the workspace, not at a URL.", "Use scratch://NAME."),
    );
  // Looked up first, so that a tool for one kind never writes another.
  const shown = await context.call(updateArtifactTool, { locator, ops: opsOf(given), mode: "preview" });
  if (!shown.ok) return shown;
  if (shown.value.id.kind !== kind) {
    const message = `${shown.value.handle} is not of the kind ${kindNames[kind].replace("_", " ")}.`;
    return fail(fault("kind_mismatch", message, "Call the tool for its kind.", { subject: { locator } }));
  }
  if (workType !== undefined) {
    const found = workTypeIn(shown.value.updated_document);
    if (found !== workType) {
      const message = `${shown.value.handle} plans a ${found ?? "work type that is not known"}, not a ${workType}.`;
      return fail(
        fault("kind_mismatch", message, "Call the tool for its work type.", { subject: { locator } }),
      );
    }
  }
  return mode === "preview"
    ? shown
    : context.call(updateArtifactTool, { locator, ops: opsOf(given), mode: "persist" });
}

/** The work type that the front matter of a scratch pad names. */
function workTypeIn(document: string): WorkTypeName | undefined {
  const parsed = parseFrontMatter(splitFrontMatter(document));
  const data = parsed.ok ? parsed.value.data["work_type"] : undefined;
  return workTypes.find((name) => data === name || (isRecord(data) && name in data));
}

function updatedText(output: Updated, surface: Surface): string {
  return updateArtifactTool.text(output, { locator: output.handle, ops: [], mode: output.mode }, surface);
}

const updateSpecification = operation({
  name: "update_specification",
  title: "Update a specification",
  summary: "Changes the front matter of a specification; its text stays as it is.",
  icon: "edit",
  effects: updating,
  cli,
  input: SpecificationInput,
  output: updateArtifactTool.output,
  run: (context, input) => update(context, input, { kind: "Specification" }),
  text: (output, _input, surface) => updatedText(output, surface),
});

const updateImplementation = operation({
  name: "update_implementation",
  title: "Update an implementation",
  summary: "Changes the front matter of an implementation; its text stays as it is.",
  icon: "edit",
  effects: updating,
  cli,
  input: ImplementationInput,
  output: updateArtifactTool.output,
  run: (context, input) => update(context, input, { kind: "Implementation" }),
  text: (output, _input, surface) => updatedText(output, surface),
});

function updatePad<const Name extends string>(toolName: Name, workType: WorkTypeName, noun: string) {
  return operation({
    name: toolName,
    title: `Update a ${noun} scratch pad`,
    summary: `Changes the front matter of a scratch pad, the planning document of a ${noun}. Its target stays.`,
    icon: "edit",
    effects: updating,
    cli,
    input: PadInput,
    output: updateArtifactTool.output,
    run: (context, input) => update(context, input, { kind: "ScratchPad", workType }),
    text: (output, _input, surface) => updatedText(output, surface),
  });
}

const getWorkspaceStatus = operation({
  name: "get_workspace_status",
  title: "Workspace status",
  summary: "Checks the whole workspace: structure, references, cycles and compliance.",
  icon: "check",
  effects: workspaceStatusTool.effects,
  cli: { never: "`hewto artifacts status` does the same" },
  input: z.object({
    http: z.boolean().default(true).describe("Request HTTPS links to check that the pages exist"),
  }),
  output: workspaceStatusTool.output,
  run: (context, { http }) => context.call(workspaceStatusTool, { http }),
  text: (output, { http }, surface) => {
    const parts = { structure: true, references: true, cycles: true, compliance: true, scratchpads: true };
    return workspaceStatusTool.text(output, { ...parts, http }, surface);
  },
});

/** SpecMan MCP 2.0, in the order of its specification. */
export const specman2Toolset = {
  operations: {
    create_specification: createSpecification,
    create_implementation: createImplementation,
    create_revision: createPad("create_revision", "revision", "revision"),
    create_feature: createPad("create_feature", "feat", "feature"),
    create_refactor: createPad("create_refactor", "ref", "refactoring"),
    create_fix: createPad("create_fix", "fix", "fix"),
    update_specification: updateSpecification,
    update_implementation: updateImplementation,
    update_revision: updatePad("update_revision", "revision", "revision"),
    update_feature: updatePad("update_feature", "feat", "feature"),
    update_refactor: updatePad("update_refactor", "ref", "refactoring"),
    update_fix: updatePad("update_fix", "fix", "fix"),
    get_workspace_status: getWorkspaceStatus,
  },
  resources: artifactResources,
  prompts: artifactPrompts,
} satisfies Toolset;
