import { basename } from "node:path";
import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { isWithin, parentPath } from "../../workspace/paths/paths.ts";
import { removeSkill } from "../install/install.ts";
import { writableRoot } from "../install/toggle.ts";
import type { SkillRegistry } from "../registry/registry.ts";
import type { Skill } from "../skill.ts";
import { discoveryFlags } from "./flags.ts";
import { findAny } from "./info.ts";
import { withRegistry } from "./registry-of.ts";

const Output = z.object({ skill: z.string(), path: z.string(), removed: z.boolean() });

export const removeOperation = operation({
  name: "skills_remove",
  title: "Remove a skill",
  summary: "Delete the folder of an installed skill, and its entry in the lock file",
  icon: "edit",
  effects: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  served: { never: "an agent must not decide which instructions it gets" },
  input: z.object({
    name: z.string().describe("The skill, by any form of its name"),
    dry_run: z.boolean().optional().describe("Show what would be deleted, and delete nothing"),
  }),
  output: Output,
  cli: { words: "skills remove", positionals: ["name"], flags: discoveryFlags },
  run: (context, { name, dry_run }) =>
    withRegistry(context, async (registry) => {
      const skill = await findAny(registry, name);
      if (!skill.ok) return skill;
      const allowed = await checkRemovable(registry, skill.value);
      if (!allowed.ok) return allowed;
      const { folder, id } = skill.value;
      const result = { skill: id, path: folder.absolute, removed: !dry_run };
      if (dry_run) return ok(result);
      const root = writableRoot(skill.value, registry.options.paths.home);
      const destination = { root, folder: parentPath(folder.path) };
      const done = await removeSkill(destination, folder.path, basename(folder.absolute));
      return done.ok ? ok(result) : done;
    }),
  text: ({ skill, path, removed }) =>
    printable(`${skill}: ${removed ? "removed" : "would be removed"} ${path}`),
});

/** Only a skill's own folder below a root is removed, and only if it contains no other skill. */
async function checkRemovable(registry: SkillRegistry, skill: Skill): Promise<Result<undefined>> {
  if (skill.plugin)
    return refused(
      skill,
      `it belongs to the plugin ${skill.plugin.name}`,
      "Remove the plugin in Claude Code.",
    );
  const { discovery } = await registry.snapshot();
  const { absolute } = skill.folder;
  if (discovery.roots.some(({ folder }) => folder.absolute === absolute)) {
    return refused(skill, "its folder is a root that is searched for skills", "Delete the folder yourself.");
  }
  const inner = discovery.skills.find(
    ({ folder }) => folder.absolute !== absolute && isWithin(absolute, folder.absolute),
  );
  if (inner)
    return refused(skill, `its folder contains the skill ${inner.id}`, "Remove or move that one first.");
  return ok(undefined);
}

function refused(skill: Skill, reason: string, remedy: string): Result<never> {
  return fail(
    fault("skill_install_refused", `\`${skill.id}\` was not removed: ${reason}.`, remedy, {
      subject: { id: skill.id },
    }),
  );
}
