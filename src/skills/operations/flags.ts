import type { FlagSpec } from "../../operation/flags.ts";

/** Which of the skills are used. */
const filterFlags: readonly FlagSpec[] = [
  {
    name: "include",
    kind: "list",
    value: "TOKEN",
    summary:
      "only these skills: a provider, a name or pattern, @plugins, location:user; repeat or separate by commas",
  },
  { name: "exclude", kind: "list", value: "TOKEN", summary: "all but these skills; overrides --include" },
];

export const userDirFlag: FlagSpec = {
  name: "user-dir",
  kind: "string",
  value: "DIR",
  summary: "the user's home directory",
};

/** Where skills are searched for. */
export const rootFlags: readonly FlagSpec[] = [
  {
    name: "skill-dir",
    kind: "list",
    value: "DIR",
    summary: "search this folder too; DIR?scope=NAME prefixes its names with NAME:",
  },
  { name: "no-plugins", kind: "boolean", summary: "ignore the skills of Claude plugins" },
  {
    name: "plugins-file",
    kind: "string",
    value: "FILE",
    summary: "read this file instead of installed_plugins.json",
  },
  {
    name: "plugins-root",
    kind: "string",
    value: "DIR",
    summary: "use this folder instead of ~/.claude/plugins",
  },
  {
    name: "no-scan-default-dirs",
    kind: "boolean",
    summary: "search only --skill-dir and plugins, not the default folders of the project and the user",
  },
  userDirFlag,
];

/** Read by every operation that uses the filtered skills. */
export const discoveryFlags: readonly FlagSpec[] = [...filterFlags, ...rootFlags];

/** Read by the server, and by `skills doctor` to show what exceeds it. */
export const budgetFlag: FlagSpec = {
  name: "catalog-budget",
  kind: "integer",
  value: "CHARS",
  summary: "maximum length of the list of skills in the tool's description (default: no limit)",
};

/** All flags that a server reads. */
export const serverFlags: readonly FlagSpec[] = [
  ...discoveryFlags,
  { name: "no-refresh", kind: "boolean", summary: "search for skills only once, at startup" },
  {
    name: "refresh-interval",
    kind: "integer",
    value: "MS",
    summary: "how often the server looks for changed skills (default: 30000)",
  },
  budgetFlag,
];
