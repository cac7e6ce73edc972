import { fileURLToPath } from "node:url";

export interface ServerOptions {
  /** Default: the current folder. */
  readonly workspace?: string;
  /** Default: `all`. */
  readonly profile?: "all" | "spox" | "ccski" | "swiftindex" | "specman" | "speckit";
}

/** The command line that starts this package's own MCP server over stdio, with the Node that runs now. */
export function serverCommand({ workspace = process.cwd(), profile = "all" }: ServerOptions = {}): {
  readonly command: string;
  readonly args: readonly string[];
} {
  // All files of the bundle are in one folder.
  const program = fileURLToPath(new URL("hewto.js", import.meta.url));
  return {
    command: process.execPath,
    args: [program, "mcp", "--profile", profile, "--workspace", workspace],
  };
}
