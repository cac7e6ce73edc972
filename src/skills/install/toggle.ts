import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { childPath, exists, readBytes } from "../../workspace/files/files.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit, type Edit } from "../../workspace/write/commit.ts";
import type { Skill } from "../skill.ts";

export type Switch = "enable" | "disable";

export interface ToggleOptions {
  readonly home: string;
  /** Replaces a file of the other state that is already there. */
  readonly force: boolean;
}

/**
 * Renames `SKILL.md` to `.SKILL.md` or back, which is all the state there is. A plugin's skills belong to
 * Claude Code, which would bring the file back at the next update; they are refused.
 */
export async function toggleSkill(
  skill: Skill,
  to: Switch,
  { home, force }: ToggleOptions,
): Promise<Result<"done" | "blocked">> {
  if (skill.plugin) return belongsToPlugin(skill.plugin.name, skill.id);
  const root = writableRoot(skill, home);
  const [from, target] =
    to === "enable" ? ([".SKILL.md", "SKILL.md"] as const) : (["SKILL.md", ".SKILL.md"] as const);
  const [source, place] = [childPath(skill.folder.path, from), childPath(skill.folder.path, target)];
  const label = `${to} skill ${skill.id}`;
  if (!(await exists(root, place)))
    return report(await commit(root, { label, edits: [{ kind: "move", from: source, to: place }] }));
  if (!force) return ok("blocked");
  const bytes = await readBytes(root, source);
  if (!bytes.ok) return bytes;
  const edits: Edit[] = [
    { kind: "write", path: place, content: bytes.value.content, expect: "any" },
    { kind: "delete", path: source, expect: bytes.value.sha256 },
  ];
  return report(await commit(root, { label, edits }));
}

/** The root to write through. Outside the project our bookkeeping stays out of the folders of agents. */
export function writableRoot(skill: Skill, home: string): Workspace {
  const { jail } = skill.folder;
  return skill.location === "project" ? jail : { root: jail.root, state: stateFor(home) };
}

export function stateFor(home: string): string {
  return join(home, ".config", "hewto", "state");
}

function report(result: Result<unknown>): Result<"done"> {
  return result.ok ? ok("done") : result;
}

function belongsToPlugin(plugin: string, id: string): Result<never> {
  const message = `\`${id}\` belongs to the plugin ${plugin}; a change here would be lost at its next update.`;
  const remedy = `Switch the plugin off in Claude Code, or start with --exclude ${id}.`;
  return fail(fault("skill_invalid", message, remedy, { subject: { id } }));
}
