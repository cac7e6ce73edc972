import { dirname, join } from "node:path";
import { userDataFolder } from "../../workspace/config/user-folders.ts";
import { listStateFiles, readStateFile, stateFileSize } from "../../workspace/state/files.ts";

/** Where OpenSpec keeps the schemas that a user has for every project. */
export function userSchemas(): string {
  return join(userDataFolder(process.env, "openspec"), "schemas");
}

/** A file of this user below that folder; undefined where there is none. */
export function readUserFile(parts: readonly string[], maxBytes: number): string | undefined {
  const path = join(userSchemas(), ...parts);
  const bytes = readStateFile(dirname(path), parts.at(-1) ?? "", maxBytes);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

export function userSchemaNames(): string[] {
  return listStateFiles(userSchemas()).filter(
    (name) => !name.startsWith(".") && stateFileSize(join(userSchemas(), name), "schema.yaml") !== undefined,
  );
}
