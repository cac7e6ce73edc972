import type { Skill } from "../skill.ts";
import { isStandardName } from "../standard.ts";

export const skillScheme = "skill://";

/**
 * Where the protocol's skills extension finds a skill: provider and location first, because names alone are
 * no identifiers. Undefined when the name breaks the standard, which the extension forbids to serve.
 *
 * @example skillUri(skill) // "skill://claude/user/pdf"
 */
export function skillUri({ provider, location, plugin, name, base, document }: Skill): string | undefined {
  if (!isStandardName(document.name) || base !== document.name) return undefined;
  const scope = plugin ? plugin.name : name.slice(0, Math.max(0, name.length - base.length - 1));
  const parts = [provider, location, ...(scope === "" ? [] : [scope]), base];
  return skillScheme + parts.map(encodeURIComponent).join("/");
}

/** A file's address inside a skill. */
export function fileUri(skill: string, path: string): string {
  return [skill, ...path.split("/").map(encodeURIComponent)].join("/");
}
