import { join } from "node:path";
import { isRecord } from "../kernel/json.ts";
import { userDataFolder } from "../workspace/config/user-folders.ts";
import { insideWorkspace, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { readStateFile } from "../workspace/state/files.ts";
import { readConfig } from "./openspec-config.ts";

/**
 * The checkout that `store:` of `openspec/config.yaml` names. OpenSpec finds it in the user's own registry. It is
 * read only where it is inside the workspace: a cloned repository must not open other folders of this user.
 */
export interface Store {
  readonly id: string;
  /** Absolute; undefined when no store is registered under this id. */
  readonly root: string | undefined;
  /** Where it is in the workspace. */
  readonly path: WorkspacePath | undefined;
}

const maxBytes = 64 * 1024;

export async function findStore(workspace: Workspace): Promise<Store | undefined> {
  const config = await readConfig(workspace);
  return config?.store === undefined ? undefined : storeNamed(workspace, config.store);
}

/** The store that is registered under an id. */
export async function storeNamed(workspace: Workspace, id: string): Promise<Store> {
  const root = await registeredRoot(id);
  const inside = root === undefined ? undefined : await insideWorkspace(workspace, root);
  return { id, root, path: inside?.ok ? inside.value : undefined };
}

/** The file that `openspec store register` writes. */
async function registeredRoot(id: string): Promise<string | undefined> {
  const bytes = readStateFile(
    join(userDataFolder(process.env, "openspec"), "stores"),
    "registry.yaml",
    maxBytes,
  );
  if (bytes === undefined) return undefined;
  const { readYamlMapping } = await import("../markdown/yaml/yaml-read.ts");
  const reading = readYamlMapping(new TextDecoder().decode(bytes));
  const stores = reading.ok ? reading.mapping.data["stores"] : undefined;
  const store = isRecord(stores) ? stores[id] : undefined;
  const backend = isRecord(store) ? store["backend"] : undefined;
  const path = isRecord(backend) ? backend["local_path"] : undefined;
  return typeof path === "string" ? path : undefined;
}

/** For a person who wonders where the specs are. */
export function storeNotice({ id, root }: Store): string {
  const where = `The specs of this project are in the OpenSpec store \`${id}\``;
  if (root === undefined)
    return `${where}, which is not registered on this machine. Register it with \`openspec store register PATH --id ${id}\`.`;
  return `${where}, which is outside this workspace: ${root}. Add \`--workspace ${root}\` to use it.`;
}
