import type { Context } from "../../operation/context.ts";
import { storeUse } from "../../store/configured.ts";
import { userConfigFolder } from "../../workspace/config/user-folders.ts";
import { exists } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";

/** Whether the person has configured a language model, an embedding server or a store that a call would talk to. */
export async function mayConnect(context: Context): Promise<boolean> {
  return (
    context.hasProvider ||
    (await hasEmbeddingServer(context, process.env)) ||
    (await storeUse(context.workspace, process.env)) === "allowed"
  );
}

/** Most people configure nothing, and the list of tools must come fast: then nothing is loaded. */
async function hasEmbeddingServer({ workspace }: Context, env: NodeJS.ProcessEnv): Promise<boolean> {
  const own = await openWorkspace(userConfigFolder(env));
  const isSet =
    Object.keys(env).some((name) => name.startsWith("HEWTO_EMBEDDING_")) ||
    (await exists(workspace, literalPath("hewto.toml"))) ||
    (own.ok && (await exists(own.value, literalPath("config.toml"))));
  if (!isSet) return false;
  const { allowedEmbedding } = await import("./embedding.ts");
  const { addressOf } = await import("../semantic/providers.ts");
  const allowed = await allowedEmbedding(workspace, env);
  const settings = allowed.ok ? allowed.value.use : undefined;
  return settings !== undefined && addressOf(settings) !== undefined;
}
