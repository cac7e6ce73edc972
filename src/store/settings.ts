import * as z from "zod";
import { ok, type Result } from "../kernel/result.ts";
import { loadConfig } from "../workspace/config/config.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { addressRequest } from "../workspace/trust/request.ts";
import { decideTrust, type TrustDecision } from "../workspace/trust/trust.ts";

/** `[store]`: where machines share what they know. */
export const StoreSettings = z.object({
  url: z
    .string()
    .default("")
    .describe("Address of the shared store: postgres://USER@HOST/DATABASE or file:///FOLDER"),
  tenant: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .default("default")
    .describe("Whose rows of a store that several companies use"),
  repo: z
    .string()
    .default("")
    .describe("Name of this repository in the store, if it is not that of its remote"),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

/**
 * `[store]` as far as it may be used here. A repository must not decide where Hewto connects to, nor with which
 * password of the user's environment.
 */
export async function allowedStore(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<Result<TrustDecision<StoreSettings>>> {
  const config = await loadConfig({ workspace, env });
  if (!config.ok) return config;
  const read = config.value.section("store", StoreSettings);
  if (!read.ok) return read;
  const { url } = read.value;
  if (url === "" || config.value.origin("store", "url")?.layer !== "project") return ok({ use: read.value });
  const keys = env["PGPASSWORD"] ? ["PGPASSWORD"] : [];
  return ok(await decideTrust(workspace.root, read.value, addressRequest(url, "store", keys), env));
}
