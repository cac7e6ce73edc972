import { catalog } from "../catalog.ts";
import { type Command, commonFlags } from "./command.ts";

/** Commands that are not operations, loaded when called: the server must not wait for the terminal app. */
const own: Readonly<Record<string, () => Promise<Command>>> = {
  mcp: async () => (await import("./commands/mcp.ts")).mcpCommand(),
  completions: async () => (await import("./commands/completions.ts")).completionsCommand(),
  init: async () => (await import("./commands/init.ts")).initCommand(),
  install: async () => (await import("./commands/install.ts")).installCommand(false),
  link: async () => (await import("./commands/link.ts")).linkCommand(),
  lsp: async () => (await import("./commands/lsp.ts")).lspCommand(),
  run: async () => (await import("./commands/run.ts")).runCommand(),
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand(),
  serve: async () => (await import("./commands/serve.ts")).serveCommand(),
  tui: async () => (await import("./commands/tui.ts")).tuiCommand(),
  web: async () => (await import("./commands/web.ts")).webCommand(),
  uninstall: async () => (await import("./commands/install.ts")).installCommand(true),
};

/** Commands of a family of operations that are not operations themselves. */
const inFamilies: Readonly<Record<string, () => Promise<Command>>> = {
  "run workflow": async () => (await import("./commands/run-workflow.ts")).runWorkflowCommand(),
  "work run": async () => (await import("./commands/work-run.ts")).workRunCommand(),
};

export const ownWords: readonly string[] = Object.keys(own);

export async function ownCommand(word: string): Promise<Command | undefined> {
  return Object.hasOwn(own, word) ? own[word]?.() : undefined;
}

export async function allCommands(): Promise<Command[]> {
  const loaded = await Promise.all(Object.values(own).map((load) => load()));
  return [...loaded, ...(await toolsetCommands())];
}

/** The commands of the toolsets that could answer this word; all of them when none is given. */
export async function toolsetCommands(firstWord?: string): Promise<Command[]> {
  const entries = catalog.filter((entry) => firstWord === undefined || entry.commands.includes(firstWord));
  if (entries.length === 0) return [];
  const { operationCommand } = await import("./operation-command.ts");
  const withAgents = await agentReviews(firstWord);
  const toolsets = await Promise.all(entries.map((entry) => entry.load()));
  const operations = toolsets.flatMap((toolset) =>
    Object.values(toolset.operations).flatMap((operation) => operationCommand(operation, toolset) ?? []),
  );
  const others = Object.entries(inFamilies).filter(
    ([words]) => firstWord === undefined || words.startsWith(`${firstWord} `),
  );
  return [...operations.map(withAgents), ...(await Promise.all(others.map(([, load]) => load())))];
}

/** Adds the agent's flags to the reviews of `hewto run`; the code for agents is loaded only for that word. */
async function agentReviews(firstWord: string | undefined): Promise<(command: Command) => Command> {
  if (firstWord !== undefined && firstWord !== "run") return (command) => command;
  const { reviewCommand, reviewOf } = await import("./commands/run-review.ts");
  return (command) => {
    const review = reviewOf(command.words);
    return review === undefined ? command : reviewCommand(command, review);
  };
}

/** The command whose words begin the line, the longest first: `specs show` before `specs`. */
export function matchCommand(words: readonly string[], commands: readonly Command[]) {
  const fitting = commands
    .map((command) => ({ command, length: command.words.split(" ").length }))
    .filter(({ command, length }) => words.slice(0, length).join(" ") === command.words)
    .sort((a, b) => b.length - a.length)[0];
  return fitting && { command: fitting.command, rest: words.slice(fitting.length) };
}

export function allFlags(command: Command) {
  const own = command.flags;
  return [...own, ...commonFlags.filter((flag) => !own.some((other) => other.name === flag.name))];
}
