import type { PluginRef, SkillSource } from "./skill.ts";

/** Names are compared without case and in one Unicode form, so that look-alikes are one name. */
export function fold(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, which has one form only
  if (/^[\u0000-\u007f]*$/.test(name)) return name.toLowerCase();
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}

/** Zero-width and tag characters, soft hyphens, bidi marks: nobody can see them, a model reads them. */
export const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** One line of text that shows all it says. */
export function oneLine(text: string): string {
  return (
    text
      .replace(invisible, "")
      .replace(/\s+/g, " ")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, "")
      .trim()
  );
}

/** The name under which a skill is known: its own, or with its plugin or scope in front. */
export function fullName(own: string, source: Pick<SkillSource, "plugin" | "scope">): string {
  if (own.includes(":")) return own;
  if (source.plugin) return own === source.plugin.name ? own : `${source.plugin.name}:${own}`;
  return source.scope === undefined ? own : `${source.scope}:${own}`;
}

export function baseName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

export function idOf(provider: string, name: string, plugin: PluginRef | undefined): string {
  return plugin ? `${provider}:@${plugin.name}:${baseName(name)}` : `${provider}:${name}`;
}
