import { join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { insideWorkspace, rootPath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import type { Root } from "../discover/roots.ts";
import type { Destination } from "./install.ts";
import { stateFor } from "./toggle.ts";

export interface DestinationInput {
  readonly to: string;
  readonly scope: "project" | "user";
  readonly dir?: string | undefined;
}

/** The folder to install into: an agent's in the project or the home directory, or one given by its path. */
export async function destinationOf(
  project: Workspace,
  home: string,
  { to, scope, dir }: DestinationInput,
): Promise<Result<Destination>> {
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
  const base = scope === "project" ? ok(project) : await openWorkspace(home);
  if (!base.ok) return base;
  const root = scope === "project" ? base.value : { root: base.value.root, state };
  const folder = await insideWorkspace(root, join(`.${to}`, "skills"));
  return folder.ok ? ok({ root, folder: folder.value }) : folder;
}

/** A root of the discovery as a destination. */
export function destinationAt({ folder, location }: Root, home: string): Destination {
  const { jail, path } = folder;
  const state = stateFor(home);
  return { root: location === "project" ? jail : { root: jail.root, state }, folder: path };
}
