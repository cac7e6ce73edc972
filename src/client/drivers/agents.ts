/** A headless agent: a program that takes a prompt, works on the files, and prints what it did. */
export interface HeadlessAgent {
  readonly id: string;
  readonly title: string;
  readonly command: string;
  /** With the prompt on stdin, unless `promptArgument` says that it goes last. */
  readonly args: readonly string[];
  readonly promptArgument: boolean;
  /** How it is started as an ACP agent, where it can be. */
  readonly acp?: { readonly command: string; readonly args: readonly string[] };
}

/** How each agent is run without a terminal. `hewto doctor` says which of them are installed. */
export const headlessAgents: readonly HeadlessAgent[] = [
  {
    id: "claude",
    title: "Claude Code",
    command: "claude",
    args: ["-p", "--permission-mode", "acceptEdits"],
    promptArgument: false,
    acp: { command: "claude-agent-acp", args: [] },
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
