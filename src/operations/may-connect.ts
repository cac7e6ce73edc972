import { userConfigFolder } from "../workspace/config-places.ts";
import { exists } from "../workspace/files.ts";
import { literalPath } from "../workspace/paths.ts";
import { openWorkspace } from "../workspace/root.ts";
import type { Context } from "./context.ts";
import type { Operation } from "./operation.ts";

/** Whether a call of the operation may open a connection, with the settings as they are now. */
export async function mayConnect({ effects }: Operation, context: Context): Promise<boolean> {
  if (effects.openWorld !== "configured") return effects.openWorld;
  return context.hasProvider || (await hasEmbeddingServer(context, process.env));
}

/** Most people configure nothing, and the list of tools must come fast: then nothing is loaded. */
async function hasEmbeddingServer({ workspace }: Context, env: NodeJS.ProcessEnv): Promise<boolean> {
  const own = await openWorkspace(userConfigFolder(env));
  const isSet =
    Object.keys(env).some((name) => name.startsWith("HEWTO_EMBEDDING_")) ||
    (await exists(workspace, literalPath("hewto.toml"))) ||
    (own.ok && (await exists(own.value, literalPath("config.toml"))));
  if (!isSet) return false;
  const { allowedEmbedding } = await import("./code/embedding.ts");
  const { addressOf } = await import("../code/semantic/providers.ts");
  const allowed = await allowedEmbedding(workspace, env);
  const settings = allowed.ok ? allowed.value.use : undefined;
  return settings !== undefined && addressOf(settings) !== undefined;
}
