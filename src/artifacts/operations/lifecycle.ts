import * as z from "zod";
import { count } from "../../kernel/text.ts";
import { writing } from "../../operation/operation.ts";
import { createArtifact } from "../lifecycle/create.ts";
import { deleteArtifact } from "../lifecycle/delete.ts";
import { Op } from "../mutation/ops.ts";
import { updateArtifact } from "../mutation/update.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";
import { CheckoutShape, Directive, Id, Kind, locator, mode, Provenance } from "./shapes.ts";

const workTypeSchema = {
  type: "object",
  description:
    'For a scratch pad: an object with exactly one key: {"draft": {}}, {"revision": {"revised_headings": ["#slug"]}}, {"feat": {}}, {"ref": {"refactored_headings": []}} or {"fix": {"fixed_headings": []}}',
  properties: {
    draft: { type: "object" },
    revision: {
      type: "object",
      properties: { revised_headings: { type: "array", items: { type: "string" } } },
    },
    feat: { type: "object" },
    ref: {
      type: "object",
      properties: { refactored_headings: { type: "array", items: { type: "string" } } },
    },
    fix: { type: "object", properties: { fixed_headings: { type: "array", items: { type: "string" } } } },
  },
} as const;

const Created = z.object({ id: Id, handle: z.string(), path: z.string() });

export const createArtifactTool = capability(
  "lifecycle_automation",
  {
    name: "create_artifact",
    title: "Create an artifact",
    summary:
      "Creates a specification, implementation or scratch pad from its template, with front matter that fits the data model.",
    details:
      "The server resolves the template; it cannot be chosen here. Handles are stored as paths. Everything is checked before anything is written; a refusal names the heading of the data model. mode preview writes nothing and returns the document.",
    icon: "edit",
    effects: { ...writing, openWorld: true },
    cli: {
      words: "artifacts create",
      examples: [
        'artifacts create specification tea --title "Tea Timer"',
        "artifacts create implementation tea-ts --target spec://tea",
        `artifacts create scratch_pad mint --target tea --work-type '{"feat":{}}'`,
      ],
      positionals: ["kind", "name"],
    },
    input: z.object({
      kind: Kind.describe("The kind of artifact"),
      name: z
        .string()
        .describe(
          "Up to four lowercase words joined by hyphens; no verbs except for scratch pads; an implementation's name carries its technology",
        ),
      title: z.string().optional().describe("A title for people"),
      description: z.string().optional().describe("One paragraph about it"),
      version: z.string().optional().describe("A semantic version; 1.0.0 unless told"),
      tags: z.array(z.string()).optional().describe("Words to find it by"),
      dependencies: z
        .array(
          z.strictObject({
            ref: z.string().describe("Handle, path or https URL"),
            optional: z.boolean().optional(),
          }),
        )
        .optional()
        .describe("What it depends on: specifications for a specification, scratch pads for a scratch pad"),
      requires_implementation: z
        .boolean()
        .optional()
        .describe("For a specification: false when it is used without an implementation"),
      target: z
        .string()
        .optional()
        .describe(
          "For an implementation: its specification. For a scratch pad: the specification or implementation that the work is on",
        ),
      location: z
        .string()
        .optional()
        .describe("For an implementation: the folder of its code, inside the workspace"),
      references: z
        .array(
          z.strictObject({
            ref: z.string().describe("Handle, path or https URL"),
            type: z.enum(["implementation", "specification"]).optional(),
            optional: z.boolean().optional(),
          }),
        )
        .optional()
        .describe("For an implementation: further specifications it implements and implementations it uses"),
      work_type: z.unknown().optional().meta(workTypeSchema),
      branch: z
        .string()
        .optional()
        .describe(
          "For a scratch pad: {target_name}/{work_type}/{name}; made up when there is a git repository",
        ),
      substitutions: z
        .record(z.string(), z.string())
        .optional()
        .describe("Values for the tokens that the effective template declares"),
      mode,
    }),
    output: Created.extend({
      created: z.array(Created).readonly(),
      persisted: z.boolean(),
      mode: z.enum(["persist", "preview"]),
      template: Provenance,
      front_matter: z.record(z.string(), z.unknown()),
      directives: z.array(Directive).readonly().describe("HTML comments to be followed and then removed."),
      mutations: z.array(z.object({ action: z.literal("create"), path: z.string() })).readonly(),
      document: z.string().optional().describe("The whole text, in a preview."),
      warnings: z.array(z.string()).readonly(),
      ...CheckoutShape,
    }),
    run: async (context, { mode, ...request }) => {
      const session = await openSession(context, "create_artifact");
      return session.ok ? createArtifact(session.value, request, mode) : session;
    },
    text: ({ handle, path, persisted, template, directives, warnings, document }) =>
      [
        persisted ? `Created ${handle} at ${path}.` : `Preview of ${handle} (${path}): nothing was written.`,
        `Template: ${template.locator} (${template.tier}, ${template.version})${template.degraded ? `. Degraded: ${template.reason ?? ""}` : ""}`,
        ...warnings.map((warning) => `! ${warning}`),
        `${count(directives.length, "directive")} to follow, each an HTML comment to keep until it is done:`,
        ...directives.map(({ line, text }) => `  line ${line}: ${text}`),
        ...(document === undefined ? [] : ["", document]),
      ].join("\n"),
  },
  {
    sideEffects: [
      "writes the artifact's document",
      "takes .specman/locks/{scheme}-{name}.lock and graph.lock",
    ],
  },
);

export const deleteArtifactTool = capability(
  "lifecycle_automation",
  {
    name: "delete_artifact",
    title: "Delete an artifact",
    summary: "Deletes an artifact with its whole folder, unless another artifact needs it.",
    details:
      "When others depend on it, the error carries the dependency tree of all that are affected. force overrides this and is recorded in the result.",
    icon: "edit",
    effects: { ...writing, destructive: true },
    cli: { words: "artifacts delete", positionals: ["locator"] },
    input: z.object({
      locator,
      mode,
      force: z.boolean().default(false).describe("Delete even though others depend on it"),
    }),
    output: z.object({
      id: Id,
      handle: z.string(),
      path: z.string(),
      mode: z.enum(["persist", "preview"]),
      persisted: z.boolean(),
      forced: z.boolean(),
      dependents: z.array(z.string()).readonly(),
      removed_path: z.string(),
      mutations: z.array(z.object({ action: z.literal("delete"), path: z.string() })).readonly(),
      ...CheckoutShape,
    }),
    run: async (context, input) => {
      const session = await openSession(context, "delete_artifact");
      return session.ok ? deleteArtifact(session.value, input.locator, input.mode, input.force) : session;
    },
    text: ({ handle, persisted, removed_path, forced, dependents }) => {
      const said = persisted
        ? `Deleted ${handle} (${removed_path}/).`
        : `Preview: ${removed_path}/ would be deleted; nothing was written.`;
      return forced ? `${said} Forced, though these depend on it: ${dependents.join(", ")}.` : said;
    },
  },
  {
    sideEffects: [
      "removes the artifact's folder",
      "takes .specman/locks/{scheme}-{name}.lock and graph.lock",
    ],
  },
);

export const updateArtifactTool = capability(
  "metadata_mutation",
  {
    name: "update_artifact",
    title: "Update an artifact's metadata",
    summary:
      "Changes the YAML front matter of an artifact by a list of ops; the Markdown body stays as it is, byte for byte.",
    details:
      "The list says what shall hold, so its order does not matter and two ops on one thing are refused. Adding what is there changes nothing. A scratch pad's target cannot be changed. mode preview returns the whole document and writes nothing.",
    icon: "edit",
    effects: { ...writing, idempotent: true, openWorld: true },
    cli: {
      words: "artifacts update",
      examples: [`artifacts update tea-ts --ops '[{"op":"set_version","version":"1.1.0"}]'`],
      positionals: ["locator"],
    },
    input: z.object({
      locator: z
        .string()
        .describe("The artifact: a handle, its name or its path; an https URL in preview only"),
      ops: z.array(Op).describe("What to change, at least one op"),
      mode,
    }),
    output: z.object({
      id: Id,
      handle: z.string(),
      path: z.string(),
      mode: z.enum(["persist", "preview"]),
      persisted: z
        .boolean()
        .describe("Whether the file was written; false in preview and when nothing changed."),
      changed: z.boolean(),
      updated_document: z.string(),
      mutations: z.array(z.object({ action: z.literal("update"), path: z.string() })).readonly(),
      ...CheckoutShape,
    }),
    run: async (context, input) => {
      const session = await openSession(context, "update_artifact", input.locator);
      return session.ok ? updateArtifact(session.value, input.locator, input.ops, input.mode) : session;
    },
    text: ({ handle, path, persisted, mode, changed, updated_document }) => {
      if (mode === "preview")
        return `Preview of ${handle} (${path}): nothing was written.\n\n${updated_document}`;
      return persisted
        ? `Updated ${handle} (${path}).`
        : changed
          ? `Not written.`
          : `${handle} says that already; the file was not written.`;
    },
  },
  {
    sideEffects: [
      "rewrites the front matter of the artifact's document",
      "takes .specman/locks/{scheme}-{name}.lock",
    ],
  },
);
