import type { Fault } from "../kernel/fault.ts";
import { userConfigFolder } from "../workspace/config/user-folders.ts";
import { exists } from "../workspace/files/files.ts";
import { literalPath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";

/** Whether a store may be used here; a fault that says why not if this project names one without permission. */
export async function storeUse(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<"none" | "allowed" | Fault> {
  const own = await openWorkspace(userConfigFolder(env));
  // Most people configure none: then no settings are even read.
  const isPossible =
    Boolean(env["HEWTO_STORE_URL"]) ||
    (await exists(workspace, literalPath("hewto.toml"))) ||
    (own.ok && (await exists(own.value, literalPath("config.toml"))));
  if (!isPossible) return "none";
  const { allowedStore } = await import("./settings.ts");
  const allowed = await allowedStore(workspace, env);
  if (!allowed.ok) return "none";
  const { use, refusal } = allowed.value;
  if (!use) return refusal;
  return use.url === "" ? "none" : "allowed";
}
