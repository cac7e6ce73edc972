import { join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { insideWorkspace, rootPath } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import type { Root } from "../discover/roots.ts";
import type { Destination } from "../install/install.ts";
import { stateFor } from "../install/toggle.ts";
import type { SkillRegistry } from "../registry/registry.ts";

export interface DestinationInput {
  readonly to: string;
  readonly scope: "project" | "user";
  readonly dir?: string | undefined;
}

/** The folder to install into: an agent's in the project or the home directory, or one given by its path. */
export async function destinationOf(
  context: Context,
  registry: SkillRegistry,
  { to, scope, dir }: DestinationInput,
): Promise<Result<Destination>> {
  const { home } = registry.options.paths;
  const state = stateFor(home);
  if (dir !== undefined) {
    const opened = await openWorkspace(resolve(dir));
    return opened.ok ? ok({ root: { root: opened.value.root, state }, folder: rootPath }) : opened;
  }
  if (!/^[a-z][a-z0-9_-]*$/.test(to)) {
    const message = `\`${to}\` is not the name of an agent.`;
    const remedy = "Use claude, codex, gemini or agents, for example.";
    return fail(fault("invalid_argument", message, remedy, { subject: { argument: "to" } }));
  }
  const base = scope === "project" ? ok(context.workspace) : await openWorkspace(home);
  if (!base.ok) return base;
  const root = scope === "project" ? base.value : { root: base.value.root, state };
  const folder = await insideWorkspace(root, join(`.${to}`, "skills"));
  return folder.ok ? ok({ root, folder: folder.value }) : folder;
}

/** A root of the discovery as a destination. */
export function destinationAt({ folder, location }: Root, registry: SkillRegistry): Destination {
  const { jail, path } = folder;
  const state = stateFor(registry.options.paths.home);
  return { root: location === "project" ? jail : { root: jail.root, state }, folder: path };
}
