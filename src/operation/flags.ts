/** A flag of `hewto mcp` or of a command, declared once for parsing, help and docs. */
export interface FlagSpec {
  /** Without dashes: `skill-dir`. A boolean flag named `no-x` is given as `--no-x`. */
  readonly name: string;
  readonly kind: "string" | "integer" | "boolean" | "list";
  readonly summary: string;
  /** Shown in help: `--port N`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly short?: string;
}

/** Flags of a call or of the process, by name. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
