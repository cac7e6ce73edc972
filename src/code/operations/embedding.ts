import { ok, type Result } from "../../kernel/result.ts";
import { type Config, loadConfig } from "../../workspace/config/config.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { addressRequest } from "../../workspace/trust/request.ts";
import { decideTrust, type TrustDecision } from "../../workspace/trust/trust.ts";
import { addressOf, EmbeddingSettings } from "../semantic/providers.ts";

/**
 * `[embedding]` as far as it may be obeyed here: a repository must not decide where its code, the person's questions
 * or their key are sent, not even to a port of this machine.
 */
export async function allowedEmbedding(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<Result<TrustDecision<EmbeddingSettings>>> {
  const config = await loadConfig({ workspace, env });
  if (!config.ok) return config;
  const read = config.value.section("embedding", EmbeddingSettings);
  if (!read.ok) return read;
  const settings = read.value;
  const address = addressOf(settings);
  if (address === undefined || !isFromProject(config.value, settings)) return ok({ use: settings });
  const keys = settings.provider === "openai" ? ["embedding.api_key"] : [];
  return ok(await decideTrust(workspace.root, settings, addressRequest(address, "embedding", keys), env));
}

/** Whether the project's file chose the address: by its name, or as the usual one of a provider. */
function isFromProject(config: Config, { endpoint }: EmbeddingSettings): boolean {
  return config.origin("embedding", endpoint === "" ? "provider" : "endpoint")?.layer === "project";
}
