/** The format in which a host reads its commands. */
export type CommandFormat =
  /** Markdown with `description` and `argument-hint`; `$ARGUMENTS` is what the user typed. */
  | "command"
  /** Markdown with `description`; the host adds what the user typed. */
  | "prompt"
  /** Markdown without front matter. */
  | "plain"
  /** TOML with `description` and `prompt`; `{{args}}` is what the user typed. */
  | "toml"
  /** A folder with a SKILL.md, by the Agent Skills standard. */
  | "skill";

/** Where a host reads commands that a project or a user adds, and how the user starts one. */
export interface CommandPlace {
  readonly format: CommandFormat;
  /** Relative to the project. `NAME` stands for the command's name. */
  readonly projectFile: string;
  /** Relative to the home directory, by platform where they differ. */
  readonly userFile?: string | Readonly<Partial<Record<NodeJS.Platform | "other", string>>>;
  /** What the user types, with `NAME`. */
  readonly typed: string;
}
