import { stringify as yaml } from "yaml";
import { sha256 } from "../../kernel/hash.ts";
import type { CommandFormat } from "./place.ts";
import type { AgentCommand } from "./texts.ts";

/** The text of a command's file for a host, with a last line that says who wrote it and whether it was edited since. */
export function renderCommand(command: AgentCommand, format: CommandFormat, version: string): string {
  const text = contentOf(command, format);
  return `${text}\n${signature(text, format, version)}\n`;
}

/** Who wrote a file: Hewto (then with its version), Hewto and then somebody edited it, or somebody else. */
export type Authorship =
  | { readonly by: "hewto" | "edited"; readonly version: string }
  | { readonly by: "other" };

const signaturePattern = /\n(?:<!--|#) Written by hewto (\S+), ([0-9a-f]{16})\.[^\n]*\s*$/;

export function authorOf(text: string): Authorship {
  const unix = text.replaceAll("\r\n", "\n");
  const match = signaturePattern.exec(unix);
  if (!match) return { by: "other" };
  const [, version = "", digest] = match;
  return { by: digestOf(unix.slice(0, match.index)) === digest ? "hewto" : "edited", version };
}

function signature(text: string, format: CommandFormat, version: string): string {
  const words = `Written by hewto ${version}, ${digestOf(text)}. Update with: hewto install --update`;
  return format === "toml" ? `# ${words}` : `<!-- ${words} -->`;
}

function digestOf(text: string): string {
  return sha256(text).slice(0, 16);
}

function contentOf({ name, description, argument, body }: AgentCommand, format: CommandFormat): string {
  switch (format) {
    case "command":
      return front({ description, "argument-hint": argument }, `Input: $ARGUMENTS\n\n${body}`);
    case "prompt":
      return front({ description }, `${inputNote}\n\n${body}`);
    case "plain":
      return `${description}\n\n${inputNote}\n\n${body}`;
    case "toml":
      return `description = ${basicString(description)}\nprompt = '''\nInput: {{args}}\n\n${literal(body)}\n'''`;
    case "skill":
      return front({ name: `hewto-${name}`, description }, `${inputNote}\n\n${body}`);
  }
}

const inputNote = "Input: what the user wrote along with this command.";

function front(fields: Readonly<Record<string, string>>, body: string): string {
  return `---\n${yaml(fields, { lineWidth: 0 })}---\n\n${body}`;
}

function basicString(text: string): string {
  return JSON.stringify(text);
}

/** A literal string of TOML has no escapes; three quotes would end it. */
function literal(text: string): string {
  return text.replaceAll("'''", "' ' '");
}
