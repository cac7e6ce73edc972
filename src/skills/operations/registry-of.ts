import type { Result } from "../../kernel/result.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import type { Flags } from "../../operation/flags.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { resolveOptions, type SkillRegistryOptions } from "../registry/options.ts";
import { createSkillRegistry, type SkillRegistry } from "../registry/registry.ts";

const registryKey = onceKey<Result<SkillRegistry>>("skills.registry");

/** The registry of the process; a fault when its flags are invalid. */
export function registryOf(context: Context): Result<SkillRegistry> {
  return context.once(registryKey, () => {
    const now = () => context.clock().getTime();
    return createSkillRegistry({ ...optionsOf(context.flags, context.workspace), now });
  });
}

/** Calls `run` with the registry; a fault when its flags are invalid. */
export async function withRegistry<T>(
  context: Context,
  run: (registry: SkillRegistry) => Promise<Result<T>>,
): Promise<Result<T>> {
  const registry = registryOf(context);
  return registry.ok ? run(registry.value) : registry;
}

/** Checks the flags before a server starts with them. */
export function checkSkillFlags(flags: Flags, workspace: Workspace): Result<unknown> {
  return resolveOptions(optionsOf(flags, workspace));
}

function optionsOf(flags: Flags, project: Workspace): SkillRegistryOptions {
  const text = (name: string) => (typeof flags[name] === "string" ? flags[name] : undefined);
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)));
  const list = (name: string) => (Array.isArray(flags[name]) ? flags[name].map(String) : []);
  return {
    project,
    include: list("include"),
    exclude: list("exclude"),
    skillDirs: list("skill-dir"),
    skipPlugins: flags["no-plugins"] === true,
    scanDefaultDirs: flags["no-scan-default-dirs"] !== true,
    autoRefresh: flags["no-refresh"] !== true,
    pluginsFile: text("plugins-file"),
    pluginsRoot: text("plugins-root"),
    home: text("user-dir"),
    refreshInterval: number("refresh-interval"),
    catalogBudget: number("catalog-budget"),
  };
}
