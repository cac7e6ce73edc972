import type { Runtime } from "../operation/runtime.ts";
import { projectConfigFile, userConfigFolder } from "../workspace/config/user-folders.ts";
import { exists } from "../workspace/files/files.ts";
import { literalPath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";

/** The configured model, if it may be used; else why not, and the work goes on without it. */
export type Provided = Partial<Pick<Runtime, "provider" | "withheld">>;

/**
 * The language model of `[model]`, for clients that have none to offer. Most projects configure nothing, and a
 * server must start fast: without a file or variable that could say something, nothing is loaded.
 */
export async function providerFor(workspace: Workspace, env: NodeJS.ProcessEnv): Promise<Provided> {
  if (!(await isAnythingSet(workspace, env))) return {};
  const { modelSettings } = await import("../client/settings.ts");
  const settings = await modelSettings({ workspace, env });
  if (!settings.ok) return { withheld: settings.fault };
  const { allowedModel } = await import("../client/consent.ts");
  const { use, refusal } = await allowedModel(workspace.root, settings.value, env);
  if (refusal) return { withheld: refusal };
  const { modelOf } = await import("../client/answers/model.ts");
  return { provider: modelOf(use, workspace.root, env) };
}

async function isAnythingSet(workspace: Workspace, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (Object.keys(env).some((name) => name.startsWith("HEWTO_MODEL_"))) return true;
  if (await exists(workspace, literalPath(projectConfigFile))) return true;
  const own = await openWorkspace(userConfigFolder(env));
  return own.ok && exists(own.value, literalPath("config.toml"));
}
