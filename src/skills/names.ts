import type { PluginRef, SkillSource } from "./skill.ts";

/** The form in which names are compared: lower case and Unicode NFC, so that equivalent spellings are equal. */
export function fold(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, which has only one Unicode form
  if (/^[\u0000-\u007f]*$/.test(name)) return name.toLowerCase();
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}

/** Zero-width and tag characters, soft hyphens, bidi marks: people cannot see them, but a model reads them. */
export const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** The text on one line, without control and invisible characters. */
export function oneLine(text: string): string {
  return (
    text
      .replace(invisible, "")
      .replace(/\s+/g, " ")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the control characters to remove
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, "")
      .trim()
  );
}

/** A skill's name with the prefix of its plugin or scope, if it has one. */
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
