import { userConfigFolder } from "../workspace/config/user-folders.ts";
import { exists } from "../workspace/files/files.ts";
import { literalPath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";

/** Whether a store may be used here. Most people configure none: then no settings are even read. */
export async function hasStoreSettings(workspace: Workspace, env: NodeJS.ProcessEnv): Promise<boolean> {
  const own = await openWorkspace(userConfigFolder(env));
  const isPossible =
    Boolean(env["HEWTO_STORE_URL"]) ||
    (await exists(workspace, literalPath("hewto.toml"))) ||
    (own.ok && (await exists(own.value, literalPath("config.toml"))));
  if (!isPossible) return false;
  const { allowedStore } = await import("./settings.ts");
  const allowed = await allowedStore(workspace, env);
  return allowed.ok && allowed.value.use !== undefined && allowed.value.use.url !== "";
}
