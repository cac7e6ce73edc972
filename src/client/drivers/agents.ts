/** A headless agent: a program that takes a prompt, works on the files, and prints what it did. */
export interface HeadlessAgent {
  readonly id: string;
  readonly title: string;
  readonly command: string;
  /** The prompt goes to stdin, or with `promptArgument` after these arguments. */
  readonly args: readonly string[];
  readonly promptArgument: boolean;
  /** How to start it as an ACP agent, if it can be one. */
  readonly acp?: { readonly command: string; readonly args: readonly string[] };
  /** Errors that it prints when it is started with arguments that it does not support, and the remedy. */
  readonly problems?: readonly { readonly output: RegExp; readonly remedy: string }[];
}

/** How to run each agent without a terminal. `hewto doctor` shows which of them are installed. */
export const headlessAgents: readonly HeadlessAgent[] = [
  {
    id: "claude",
    title: "Claude Code",
    command: "claude",
    args: ["-p", "--permission-mode", "acceptEdits"],
    promptArgument: false,
    acp: { command: "claude-agent-acp", args: [] },
    problems: [
      {
        // spec-tui's example configuration starts `claude --mcp`.
        output: /unknown option '?--mcp/,
        remedy:
          'Claude Code has no --mcp. Use args = ["mcp", "serve"], or driver = "exec" with agent = "claude".',
      },
    ],
  },
  {
    id: "codex",
    title: "Codex",
    command: "codex",
    args: ["exec", "--full-auto", "-"],
    promptArgument: false,
    acp: { command: "codex-acp", args: [] },
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    command: "gemini",
    args: ["--approval-mode", "auto_edit", "-p"],
    promptArgument: true,
    acp: { command: "gemini", args: ["--acp"] },
  },
  {
    id: "opencode",
    title: "OpenCode",
    command: "opencode",
    args: ["run"],
    promptArgument: true,
    acp: { command: "opencode", args: ["acp"] },
  },
  {
    id: "cursor",
    title: "Cursor CLI",
    command: "cursor-agent",
    args: ["-p", "--force"],
    promptArgument: true,
  },
  {
    id: "qwen",
    title: "Qwen Code",
    command: "qwen",
    args: ["--approval-mode", "auto-edit", "-p"],
    promptArgument: true,
    acp: { command: "qwen", args: ["--acp"] },
  },
];

/** The remedy for an error that one of the agents is known to print. */
export function knownProblem(message: string): string | undefined {
  return headlessAgents.flatMap(({ problems = [] }) => problems).find(({ output }) => output.test(message))
    ?.remedy;
}
