import * as z from "zod";
import { count } from "../../kernel/text.ts";
import { writing } from "../../operation/operation.ts";
import { CreateReport, createArtifact } from "../lifecycle/create.ts";
import { DeleteReport, deleteArtifact } from "../lifecycle/delete.ts";
import { CreateRequest } from "../lifecycle/request.ts";
import { Op } from "../mutation/ops.ts";
import { UpdateReport, updateArtifact } from "../mutation/update.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";
import { locator, mode } from "./shapes.ts";

export const createArtifactTool = capability(
  "lifecycle_automation",
  {
    name: "create_artifact",
    title: "Create an artifact",
    summary:
      "Creates a specification, implementation or scratch pad from its template, with front matter that fits the data model.",
    details:
      "The server chooses the template. Handles are stored as paths. Everything is checked before anything is written; an error names the heading in the data model. mode preview writes nothing and returns the document.",
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
    input: CreateRequest.extend({ mode }),
    output: CreateReport,
    run: async (context, { mode, ...request }) => {
      const session = await openSession(context, "create_artifact");
      return session.ok ? createArtifact(session.value, request, mode) : session;
    },
    text: ({ handle, path, persisted, template, directives, warnings, document }) =>
      [
        persisted ? `Created ${handle} at ${path}.` : `Preview of ${handle} (${path}): nothing was written.`,
        `Template: ${template.locator} (${template.tier}, ${template.version})${template.degraded ? `. Degraded: ${template.reason ?? ""}` : ""}`,
        ...warnings.map((warning) => `! ${warning}`),
        `${count(directives.length, "directive")} (HTML comments to keep until they are done):`,
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
      "If other artifacts depend on it, the error contains the dependency tree of everything affected. force overrides this and is recorded in the result.",
    icon: "edit",
    effects: { ...writing, destructive: true },
    cli: { words: "artifacts delete", positionals: ["locator"] },
    input: z.object({
      locator,
      mode,
      force: z.boolean().default(false).describe("Delete it even if other artifacts depend on it"),
    }),
    output: DeleteReport,
    run: async (context, input) => {
      const session = await openSession(context, "delete_artifact");
      return session.ok ? deleteArtifact(session.value, input.locator, input.mode, input.force) : session;
    },
    text: ({ handle, persisted, removed_path, forced, dependents }) => {
      const text = persisted
        ? `Deleted ${handle} (${removed_path}/).`
        : `Preview: ${removed_path}/ would be deleted; nothing was written.`;
      return forced ? `${text} Forced; these depend on it: ${dependents.join(", ")}.` : text;
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
      "Changes the YAML front matter of an artifact with a list of ops; the Markdown body is preserved byte for byte.",
    details:
      "The list describes the desired state, so its order does not matter and two ops on the same field are refused. Adding what already exists changes nothing. A scratch pad's target cannot be changed. mode preview returns the whole document and writes nothing.",
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
      ops: z.array(Op).describe("The changes, at least one op"),
      mode,
    }),
    output: UpdateReport,
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
          : `${handle} is already up to date; the file was not written.`;
    },
  },
  {
    sideEffects: [
      "rewrites the front matter of the artifact's document",
      "takes .specman/locks/{scheme}-{name}.lock",
    ],
  },
);
