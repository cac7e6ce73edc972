import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { shownId } from "../../specs/ids.ts";
import type { OpenSpecConfig } from "../../specs/openspec-config.ts";
import { listFolder, readText } from "../../workspace/files/files.ts";
import { joinPath, literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { ChangeMetadata } from "../metadata.ts";
import { builtInSchema, builtInTemplates } from "./built-in.ts";
import { type Artifact, parseSchema, type WorkflowSchema } from "./schema.ts";
import { readUserFile, userSchemaNames, userSchemas } from "./user-schemas.ts";

/** A schema with the way to its templates. */
export interface FoundSchema {
  /** The folder's name, by which changes refer to it. */
  readonly name: string;
  readonly schema: WorkflowSchema;
  readonly from: "project" | "user" | "built-in";
  readonly templateOf: (artifact: Artifact) => Promise<Result<string>>;
}

const folder = literalPath("openspec/schemas");
const maxBytes = 64 * 1024;

/** The schema of a change: its own, else the project's, else the built-in one. */
export function schemaNameOf(
  { metadata }: { readonly metadata: ChangeMetadata },
  config: OpenSpecConfig | undefined,
): string {
  return metadata.schema ?? config?.schema ?? builtInSchema.name;
}

/** A schema of the project, else one of the user, else the built-in one: OpenSpec's order. */
export async function findSchema(workspace: Workspace, asked: string): Promise<Result<FoundSchema>> {
  const name = asked.replace(/\.ya?ml$/, "");
  const isName = name !== "" && !/[\\/]/.test(name) && name !== "." && name !== "..";
  const path = isName ? joinPath(folder, name, "schema.yaml") : undefined;
  const file = path?.ok ? await readText(workspace, path.value, { maxBytes }) : undefined;
  if (path?.ok && file?.ok) {
    const schema = await parseSchema(file.value.text, path.value);
    if (!schema.ok) return schema;
    return ok({
      name,
      schema: schema.value,
      from: "project",
      templateOf: (artifact) => readTemplate(workspace, name, artifact),
    });
  }
  const own = isName ? await findUserSchema(name) : undefined;
  if (own !== undefined) return own;
  if (name === builtInSchema.name)
    return ok({
      name,
      schema: builtInSchema,
      from: "built-in",
      templateOf: async ({ id }) => ok(builtInTemplates[id] ?? ""),
    });
  if (file !== undefined && !file.ok && file.fault.code !== "path_not_found") return file;
  return notFound(asked, await schemaNames(workspace));
}

async function findUserSchema(name: string): Promise<Result<FoundSchema> | undefined> {
  const text = readUserFile([name, "schema.yaml"], maxBytes);
  if (text === undefined) return undefined;
  const schema = await parseSchema(text, `${userSchemas()}/${name}/schema.yaml`);
  if (!schema.ok) return schema;
  return ok({
    name,
    schema: schema.value,
    from: "user",
    templateOf: async (artifact) => userTemplate(name, artifact),
  });
}

function userTemplate(name: string, { template }: Artifact): Result<string> {
  const parts = [name, "templates", ...template.split(/[\\/]+/)];
  const text = readUserFile(parts, maxBytes);
  if (text !== undefined) return ok(text);
  const path = [userSchemas(), ...parts].join("/");
  return fail(fault("path_not_found", `There is no template \`${path}\`.`, "Add the file.", { path }));
}

async function readTemplate(
  workspace: Workspace,
  name: string,
  { template }: Artifact,
): Promise<Result<string>> {
  const path = joinPath(folder, name, "templates", ...template.split(/[\\/]+/));
  if (!path.ok) return path;
  const file = await readText(workspace, path.value, { maxBytes });
  return file.ok ? ok(file.value.text) : file;
}

/** Every schema that a change can name. */
export async function schemaNames(workspace: Workspace): Promise<string[]> {
  const entries = await listFolder(workspace, folder);
  const own = (entries.ok ? entries.value : []).filter(
    ({ kind, name }) => kind === "folder" && !name.startsWith("."),
  );
  const names = [...own.map(({ name }) => name), ...userSchemaNames(), builtInSchema.name];
  return [...new Set(names)].sort();
}

function notFound(name: string, names: readonly string[]): Result<never> {
  const message = `There is no schema \`${shownId(name)}\`. ${didYouMean(name, names)}`.trim();
  const remedy = `The project has: ${names.join(", ")}. Schemas live in \`${folder}/NAME/schema.yaml\`.`;
  return fail(fault("schema_not_found", message, remedy, { subject: { schema: name } }));
}
