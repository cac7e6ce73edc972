import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import type { Generator } from "../operations/context.ts";
import { projectConfigFile, userConfigFolder } from "../workspace/config-places.ts";
import { exists } from "../workspace/files.ts";
import { literalPath } from "../workspace/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/root.ts";

/**
 * The language model of `[model]`, for clients that have none to offer. Most projects configure nothing, and a
 * server must start fast: without a file or variable that could say something, nothing is loaded.
 */
export async function configuredProvider(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<Result<Generator | undefined>> {
  if (!(await isAnythingSet(workspace, env))) return ok(undefined);
  const { modelSettings } = await import("../client/settings.ts");
  const settings = await modelSettings({ workspace, env });
  if (!settings.ok) return settings;
  const { model, fromProject } = settings.value;
  const { command, args } = model;
  if (fromProject && model.backend !== "none") {
    const { isTrusted } = await import("../client/trust.ts");
    const isAllowed = command !== undefined && (await isTrusted(workspace.root, { command, args }, env));
    if (!isAllowed) return untrusted();
  }
  const { modelOf } = await import("../client/model.ts");
  const found = modelOf(model, workspace.root, env);
  const never = new AbortController().signal;
  return ok(found && { name: found.name, generate: (request) => found.generate(request, never) });
}

async function isAnythingSet(workspace: Workspace, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (Object.keys(env).some((name) => name.startsWith("HEWTO_MODEL_"))) return true;
  if (await exists(workspace, literalPath(projectConfigFile))) return true;
  const own = await openWorkspace(userConfigFolder(env));
  return own.ok && exists(own.value, literalPath("config.toml"));
}

function untrusted(): Result<never> {
  const message = "[model] of this project's hewto.toml is not used: you have not allowed it.";
  return fail(
    fault("not_trusted", message, "Put [model] into your own config.toml, or run `hewto doctor --trust`."),
  );
}
