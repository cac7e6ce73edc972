/** The files that agents read at the start of every session. */
export const instructionFiles = {
  codex: { user: ".codex/AGENTS.md", project: "AGENTS.md" },
  claude: { user: ".claude/CLAUDE.md", project: "CLAUDE.md" },
  gemini: { user: ".gemini/GEMINI.md", project: "GEMINI.md" },
  opencode: { user: ".config/opencode/AGENTS.md", project: "AGENTS.md" },
} as const;

export const instructedAgents = ["codex", "claude", "gemini", "opencode"] as const;
export type InstructedAgent = (typeof instructedAgents)[number];
