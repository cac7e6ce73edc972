import type { FlagSpec } from "../../operation/flags.ts";

/** How skills are looked for; the same for `hewto mcp` and every `hewto skills` command. */
export const skillFlags: readonly FlagSpec[] = [
  {
    name: "include",
    kind: "list",
    value: "TOKEN",
    summary: "only these skills: a provider, a name or pattern, @plugins, location:user; commas or repeat",
  },
  { name: "exclude", kind: "list", value: "TOKEN", summary: "all but these skills; wins over --include" },
  {
    name: "skill-dir",
    kind: "list",
    value: "DIR",
    summary: "look in this folder too; DIR?scope=NAME puts NAME: before its names",
  },
  { name: "no-plugins", kind: "boolean", summary: "leave out the skills of Claude plugins" },
  { name: "plugins-file", kind: "string", value: "FILE", summary: "instead of installed_plugins.json" },
  { name: "plugins-root", kind: "string", value: "DIR", summary: "instead of ~/.claude/plugins" },
  {
    name: "no-scan-default-dirs",
    kind: "boolean",
    summary: "look only in --skill-dir and plugins, not in the project's and user's folders",
  },
  { name: "user-dir", kind: "string", value: "DIR", summary: "the user's home to look in" },
  { name: "no-refresh", kind: "boolean", summary: "look for skills once, at the start of the server" },
  {
    name: "refresh-interval",
    kind: "integer",
    value: "MS",
    summary: "how often a server looks for changed skills (default: 30000)",
  },
  {
    name: "catalog-budget",
    kind: "integer",
    value: "CHARS",
    summary: "the most that the list of skills may take in the tool's description (default: no limit)",
  },
];
