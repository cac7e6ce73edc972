import { expect, test } from "vitest";
import { load } from "../../catalog.ts";
import { agentCommands } from "../../hosts/commands/texts.ts";
import type { Command } from "../command.ts";
import { allCommands, allFlags, matchCommand } from "../commands.ts";
import { parseLine } from "../parse.ts";

test("every tool and command that the texts for agents name exists and takes what they give it", async () => {
  const commands = await allCommands();
  const toolsets = await Promise.all(Object.values(load).map((open) => open()));
  const tools = new Set<string>(toolsets.flatMap((toolset) => Object.keys(toolset.operations)));
  for (const { name, body } of agentCommands) {
    for (const [, text = ""] of body.matchAll(/`([^`]+)`/g)) {
      const [program, ...words] = text.split(" ");
      if (program === "hewto" && words.length > 0)
        expect(problemOf(words, commands), `${name}: ${text}`).toBe("");
      else if (/^[a-z]+[._][a-z_.]+$/.test(text)) expect(tools, `${name}: ${text}`).toContain(text);
    }
  }
});

function problemOf(words: readonly string[], commands: readonly Command[]): string {
  const match = matchCommand(words, commands);
  if (!match) return "no such command";
  const line = parseLine(match.rest, allFlags(match.command));
  if (!line.ok) return line.fault.message;
  const { usage = "" } = match.command;
  const places = usage.split(" ").filter((word) => word !== "");
  const isOpenEnded = usage.includes("...");
  return isOpenEnded || line.value.positionals.length <= places.length ? "" : `takes only ${usage}`;
}
