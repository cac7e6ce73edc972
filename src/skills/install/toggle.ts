import { join } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { exists, readBytes } from "../../workspace/files/files.ts";
import { childPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit, type Edit } from "../../workspace/write/commit.ts";
import type { Skill } from "../skill.ts";

export type ToggleMode = "enable" | "disable";

export interface ToggleOptions {
  readonly home: string;
  /** Replaces an existing file of the other state. */
  readonly force: boolean;
}

/**
 * Renames `SKILL.md` to `.SKILL.md` or back; there is no other state. Skills of plugins are refused: Claude Code
 * manages them, and its next update would restore the file.
 */
export async function toggleSkill(
  skill: Skill,
  mode: ToggleMode,
  { home, force }: ToggleOptions,
): Promise<Result<"done" | "blocked">> {
  if (skill.plugin) return belongsToPlugin(skill.plugin.name, skill.id);
  const root = writableRoot(skill, home);
  const [oldName, newName] = mode === "enable" ? [".SKILL.md", "SKILL.md"] : ["SKILL.md", ".SKILL.md"];
  const [from, to] = [childPath(skill.folder.path, oldName), childPath(skill.folder.path, newName)];
  const label = `${mode} skill ${skill.id}`;
  if (!(await exists(root, to)))
    return report(await commit(root, { label, edits: [{ kind: "move", from, to }] }));
  if (!force) return ok("blocked");
  const bytes = await readBytes(root, from);
  if (!bytes.ok) return bytes;
  const edits: Edit[] = [
    { kind: "write", path: to, content: bytes.value.content, expect: "any" },
    { kind: "delete", path: from, expect: bytes.value.sha256 },
  ];
  return report(await commit(root, { label, edits }));
}

/** The root for writes. Outside the project, locks and journals go to Hewto's own folder, not to an agent's. */
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
  const message = `\`${id}\` belongs to the plugin ${plugin}; its next update would undo the change.`;
  const remedy = `Disable the plugin in Claude Code, or pass --exclude ${id}.`;
  return fail(fault("skill_invalid", message, remedy, { subject: { id } }));
}
