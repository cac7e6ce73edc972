import * as z from "zod";
import { localDate } from "../../kernel/calendar.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { operation, writing } from "../../operation/operation.ts";
import type { Layout } from "../../specs/layouts.ts";
import { findSpecs } from "../../specs/library.ts";
import { readConfig } from "../../specs/openspec-config.ts";
import { openProject } from "../../specs/project.ts";
import { exists } from "../../workspace/files/files.ts";
import { checkoutOf } from "../../workspace/git/checkout.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import { planUndo } from "../archive/undo.ts";
import { findUndo } from "../archive/undo-record.ts";
import { planRebase } from "../base/bases.ts";
import { findChange, findChanges, loadChange } from "../library.ts";
import { planChange, type SchemaTemplates } from "../scaffold.ts";
import { builtInSchema } from "../schema/built-in.ts";
import { findSchema } from "../schema/find-schema.ts";
import { isPattern, writesDeltas } from "../schema/outputs.ts";

const placeShape = { root: z.string(), branch: z.string().optional() };

export const newChange = operation({
  name: "changes_new",
  title: "New change",
  summary: "Makes the folder of a new change with proposal, tasks and delta to fill in.",
  icon: "change",
  effects: writing,
  served: {
    never: "agents write the files of a change themselves, and validate_change says what is missing",
  },
  cli: {
    words: "changes new",
    examples: ["changes new add-login --spec auth", "changes new add-login --empty"],
    positionals: ["name"],
    flagNames: { capabilities: "spec" },
  },
  input: z.object({
    name: z.string().describe("Id of the change, such as add-login"),
    capabilities: z.array(z.string()).default([]).describe("A spec that the change touches; may be repeated"),
    layout: z.enum(["spox", "openspec", "specs"]).optional().describe("Where, if there are several layouts"),
    schema: z.string().optional().describe("Schema of the documents (default: the project's)"),
    empty: z.boolean().default(false).describe("Only the folder and its metadata, no documents to fill in"),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    files: z.array(z.string()),
    schema: z.string().optional(),
    ...placeShape,
  }),
  run: async (context, input) => {
    const project = await openProject(context.workspace);
    const layout = chooseLayout(project.layouts, input.layout);
    if (!layout.ok) return layout;
    const specs = await findSpecs(context.workspace, layout.value === undefined ? [] : [layout.value]);
    const known = new Set(specs.map((entry) => entry.name));
    const schema = await chooseSchema(context.workspace, layout.value, input.schema);
    if (!schema.ok) return schema;
    const scaffold = planChange(layout.value, {
      name: input.name,
      capabilities: input.capabilities,
      isNew: (capability) => !known.has(capability),
      templates: schema.value?.templates,
      metadata: schema.value && metadataFor(schema.value.name, localDate(context.clock())),
      isEmpty: input.empty,
    });
    if (!scaffold.ok) return scaffold;
    const { path, files, plan } = scaffold.value;
    if (await exists(context.workspace, path)) return alreadyThere(input.name, path);
    const committed = await commit(context.workspace, plan, { signal: context.signal, tool: "changes new" });
    if (!committed.ok) return committed;
    const place = await checkoutOf(context.workspace);
    return ok({ id: input.name, path, files: [...files], schema: schema.value?.name, ...place });
  },
  text: ({ id, files, schema }, { empty }, surface) => {
    const args = { artifact: "proposal", change_id: id };
    const next = empty
      ? surface.recommend({
          operation: "change_status",
          args: { change_id: id },
          to: "see what to write first",
        })
      : surface.recommend({ operation: "validate_change", args, to: "see what is missing" });
    const rules =
      empty || schema === undefined
        ? ""
        : surface.recommend({
            operation: "change_instructions",
            args,
            to: "read the project's rules for it",
          });
    const lines = [`Made the change ${id}:`, ...files.map((file) => `- ${file}`), rules, next];
    return lines.filter((line) => line !== "").join("\n");
  },
});

interface ChosenSchema {
  readonly name: string;
  /** Undefined for the built-in schema, whose documents are filled in further than its templates are. */
  readonly templates: SchemaTemplates | undefined;
}

/** Only OpenSpec's changes have schemas. */
async function chooseSchema(
  workspace: Workspace,
  layout: Layout | undefined,
  asked: string | undefined,
): Promise<Result<ChosenSchema | undefined>> {
  if (layout?.name !== "openspec") return ok(undefined);
  const config = await readConfig(workspace);
  const found = await findSchema(workspace, asked ?? config?.schema ?? builtInSchema.name);
  if (!found.ok) return found;
  const { name, schema, templateOf } = found.value;
  if (schema === builtInSchema) return ok({ name, templates: undefined });
  const documents: { name: string; text: string }[] = [];
  let delta: string | undefined;
  for (const artifact of schema.artifacts) {
    const template = await templateOf(artifact);
    if (!template.ok) return template;
    if (writesDeltas(artifact.generates)) delta ??= template.value;
    else if (!isPattern(artifact.generates))
      documents.push({ name: artifact.generates, text: template.value });
  }
  return ok({ name, templates: { documents, delta } });
}

function metadataFor(schema: string, today: string): string {
  const name = /^[\w.-]+$/.test(schema) ? schema : JSON.stringify(schema);
  return `schema: ${name}\ncreated: ${today}\n`;
}

export const undoArchive = operation({
  name: "changes_undo",
  title: "Undo archive",
  summary: "Takes an archive back: the specs and the change are as they were before.",
  icon: "change",
  effects: { ...writing, destructive: true },
  served: { never: "taking back an archive is for a person to decide" },
  cli: { words: "changes undo", positionals: ["change_id"] },
  input: z.object({ change_id: z.string().describe("Id of the archived change") }),
  output: z.object({
    change_id: z.string(),
    path: z.string(),
    specs: z.array(z.string()),
    removed: z.array(z.string()).describe("Specs that the archive had created"),
    ...placeShape,
  }),
  run: async (context, { change_id }) => {
    await openProject(context.workspace);
    const stored = await findUndo(context.workspace, change_id);
    if (!stored.ok) return stored;
    const planned = await planUndo(context.workspace, stored.value);
    if (!planned.ok) return planned;
    const { plan, restored, specs, removed } = planned.value;
    const committed = await commit(context.workspace, plan, { signal: context.signal, tool: "changes undo" });
    if (!committed.ok) return committed;
    const place = await checkoutOf(context.workspace);
    return ok({ change_id, path: restored, specs: [...specs], removed: [...removed], ...place });
  },
  text: ({ change_id, path, specs, removed }) =>
    [
      `Undid the archive of ${change_id}; it is back in ${path}.`,
      ...specs.map((each) => `${removed.includes(each) ? "removed" : "restored"} ${each}`),
    ].join("\n"),
});

export const rebaseChange = operation({
  name: "changes_rebase",
  title: "Rebase change",
  summary: "Notes that a change was brought up to date with the specs as they are now.",
  icon: "change",
  effects: { ...writing, idempotent: true },
  served: { never: "whether a change was brought up to date is for a person to judge" },
  cli: { words: "changes rebase", positionals: ["change_id"] },
  input: z.object({ change_id: z.string().describe("Id of the change") }),
  output: z.object({ change_id: z.string(), requirements: z.number().int(), path: z.string() }),
  run: async (context, { change_id }) => {
    const project = await openProject(context.workspace);
    const entry = findChange(await findChanges(context.workspace, project.layouts), change_id);
    if (!entry.ok) return entry;
    const change = await loadChange(context.workspace, entry.value, project.vocabulary);
    const { plan, path, requirements } = await planRebase(context.workspace, change, project.vocabulary);
    const committed = await commit(context.workspace, plan, {
      signal: context.signal,
      tool: "changes rebase",
    });
    return committed.ok ? ok({ change_id: entry.value.id, requirements, path }) : committed;
  },
  text: ({ change_id, requirements, path }) =>
    `${change_id} now counts as written against the current specs (${count(requirements, "requirement")}). Commit ${path} with the change, so that everyone gets the same verdict.`,
});

function chooseLayout(layouts: readonly Layout[], asked: string | undefined): Result<Layout | undefined> {
  if (asked === undefined) return ok(layouts[0]);
  const layout = layouts.find((each) => each.name === asked);
  if (layout !== undefined) return ok(layout);
  const names = layouts.map((each) => each.name).join(", ") || "none";
  const message = `The workspace has no layout \`${asked}\`; it has: ${names}.`;
  return fail(fault("invalid_argument", message, "Leave `--layout` out, or name one that is there."));
}

function alreadyThere(name: string, path: string): Result<never> {
  const message = `A change \`${name}\` is already there.`;
  return fail(
    fault("change_exists", message, "Choose another name.", { path, subject: { change_id: name } }),
  );
}
