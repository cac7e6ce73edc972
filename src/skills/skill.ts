import type { WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { SkillDocument } from "./discover/document.ts";
import type { SkillProblem } from "./finding.ts";

export type Location = "project" | "user" | "plugin" | "custom";

/** Where a skill comes from; of several with the same id, the highest number wins. */
export const priorities = {
  custom: 600,
  "workspace-agent": 500,
  "workspace-shared": 400,
  "workspace-root": 300,
  "user-agent": 200,
  "user-shared": 100,
  plugin: 0,
} as const;

export type SourceKind = keyof typeof priorities;

/** The providers with fixed names; any other `.x/skills` folder is a provider `x`. */
export const builtInProviders: readonly string[] = [
  "agents",
  "claude",
  "codex",
  "gemini",
  "openclaw",
  "file",
];

export interface PluginRef {
  readonly name: string;
  readonly marketplace: string;
  readonly version: string;
}

/** A folder that may be read: the root that reads must stay in, the path inside it, and the real path. */
export interface SkillFolder {
  readonly jail: Workspace;
  readonly path: WorkspacePath;
  readonly absolute: string;
}

/** Where skills are searched for; a skill has the fields of the source it was found in. */
export interface SkillSource {
  readonly provider: string;
  readonly location: Location;
  readonly kind: SourceKind;
  /** Position among the roots; breaks ties. */
  readonly order: number;
  /** Prefix of the names in a custom folder: `--skill-dir ./docs?scope=docs`. */
  readonly scope?: string;
  readonly plugin?: PluginRef;
}

export type SkillFileName = "SKILL.md" | ".SKILL.md";

/** One readable SKILL.md, reached from one root. Several roots may reach the same folder. */
export interface Skill extends SkillSource {
  /** Canonical and printable; always resolves: `claude:pdf`, `claude:@example:pdf`. */
  readonly id: string;
  /** `pdf`; `example:pdf` in a plugin; `docs:pdf` in a folder with a scope. */
  readonly name: string;
  /** The last segment of the name. */
  readonly base: string;
  readonly description: string;
  readonly folder: SkillFolder;
  readonly file: SkillFileName;
  /** The absolute path of the SKILL.md. */
  readonly path: string;
  readonly disabled: boolean;
  /** Whether the folder was reached through a symbolic link. */
  readonly linked: boolean;
  readonly mtimeMs: number;
  readonly document: SkillDocument;
  readonly problems: readonly SkillProblem[];
}

/** A SKILL.md that cannot be served, and why. Its name is that of its folder. */
export interface InvalidSkill
  extends SkillSource,
    Pick<Skill, "id" | "name" | "base" | "folder" | "path" | "problems"> {}
