import { fault, faultText } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import type { Provider } from "../operations/context.ts";
import { projectConfigFile, userConfigFolder } from "../workspace/config-places.ts";
import { exists } from "../workspace/files.ts";
import { literalPath } from "../workspace/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/root.ts";
import type { Terminal } from "./terminal.ts";

/** The configured model, if it may be used; why not is said on stderr, and the work goes on without it. */
export async function providerFor(workspace: Workspace, terminal: Terminal): Promise<Provider | undefined> {
  const found = await configuredProvider(workspace, terminal.env);
  if (found.ok) return found.value;
  terminal.err(`${faultText(found.fault)}\n`);
  return undefined;
}

/**
 * The language model of `[model]`, for clients that have none to offer. Most projects configure nothing, and a
 * server must start fast: without a file or variable that could say something, nothing is loaded.
 */
async function configuredProvider(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<Result<Provider | undefined>> {
  if (!(await isAnythingSet(workspace, env))) return ok(undefined);
  const { modelSettings } = await import("../client/settings.ts");
  const settings = await modelSettings({ workspace, env });
  if (!settings.ok) return settings;
  const { isModelAllowed } = await import("../client/trust.ts");
  if (!(await isModelAllowed(workspace.root, settings.value, env))) return untrusted();
  const { modelOf } = await import("../client/model.ts");
  return ok(modelOf(settings.value.model, workspace.root, env));
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
