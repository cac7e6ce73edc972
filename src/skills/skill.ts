import type { WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { SkillDocument } from "./discover/document.ts";
import type { SkillProblem } from "./problem.ts";

export type Location = "project" | "user" | "plugin" | "custom";

/** Where a skill comes from; the higher number wins inside one identity. */
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

/** The providers that have a name of their own; any other `.x/skills` folder makes a provider `x`. */
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

/** A folder that may be read: the jail that it must not leave, its path there, and its real place. */
export interface SkillFolder {
  readonly jail: Workspace;
  readonly path: WorkspacePath;
  readonly absolute: string;
}

/** Where skills are looked for, and what a skill found there is. */
export interface SkillSource {
  readonly provider: string;
  readonly location: Location;
  readonly kind: SourceKind;
  /** Position among the roots; decides between equals. */
  readonly order: number;
  /** Put before the names of a custom folder: `--skill-dir ./docs?scope=docs`. */
  readonly scope?: string;
  readonly plugin?: PluginRef;
}

export type SkillFileName = "SKILL.md" | ".SKILL.md";

/** One readable SKILL.md as seen from one root. The same folder may be seen from several. */
export interface Skill extends SkillSource {
  /** Canonical, printable and always resolvable: `claude:pdf`, `claude:@example:pdf`. */
  readonly id: string;
  /** `pdf`, `example:pdf` for a plugin's, `docs:pdf` for a scoped folder's. */
  readonly name: string;
  /** The last segment of the name. */
  readonly base: string;
  readonly description: string;
  readonly folder: SkillFolder;
  readonly file: SkillFileName;
  /** Of the SKILL.md, absolute. */
  readonly path: string;
  readonly disabled: boolean;
  /** Whether a symbolic link led to the folder. */
  readonly linked: boolean;
  readonly mtimeMs: number;
  readonly document: SkillDocument;
  readonly problems: readonly SkillProblem[];
}

/** A SKILL.md that cannot be served, and why. Its name is what its folder is called. */
export interface Rejected
  extends SkillSource,
    Pick<Skill, "id" | "name" | "base" | "folder" | "path" | "problems"> {}
