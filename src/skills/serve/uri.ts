import type { Skill } from "../skill.ts";
import { isStandardName } from "../standard.ts";

export const skillScheme = "skill://";

/**
 * The URI of a skill in the protocol's skills extension. It starts with provider and location because names
 * alone are not unique. Undefined when the name breaks the standard: the extension forbids serving such a skill.
 *
 * @example skillUri(skill) // "skill://claude/user/pdf"
 */
export function skillUri({ provider, location, plugin, name, base, document }: Skill): string | undefined {
  if (!isStandardName(document.name) || base !== document.name) return undefined;
  const scope = plugin ? plugin.name : name.slice(0, Math.max(0, name.length - base.length - 1));
  const parts = [provider, location, ...(scope === "" ? [] : [scope]), base];
  return skillScheme + parts.map(encodeURIComponent).join("/");
}

/** The URI of a file of a skill. */
export function fileUri(skill: string, path: string): string {
  return [skill, ...path.split("/").map(encodeURIComponent)].join("/");
}
