import { expect, test } from "vitest";
import { load } from "../../catalog.ts";
import { agentCommands } from "../../hosts/commands/texts.ts";
import { allCommands, matchCommand } from "../commands.ts";

test("every tool and command that the texts for agents name exists", async () => {
  const commands = await allCommands();
  const toolsets = await Promise.all(Object.values(load).map((open) => open()));
  const tools = new Set<string>(toolsets.flatMap((toolset) => Object.keys(toolset.operations)));
  for (const { name, body } of agentCommands) {
    for (const [, text = ""] of body.matchAll(/`([^`]+)`/g)) {
      const [program, ...words] = text.split(" ");
      if (program === "hewto" && words.length > 0)
        expect(matchCommand(words, commands), `${name}: ${text}`).toBeDefined();
      else if (/^[a-z]+[._][a-z_.]+$/.test(text)) expect(tools, `${name}: ${text}`).toContain(text);
    }
  }
});
