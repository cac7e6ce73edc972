import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { hostTable } from "../host-table.ts";
import { authorOf, renderCommand } from "./render.ts";
import { agentCommands } from "./texts.ts";

const hosts = hostTable.flatMap(({ id, commands }) => (commands ? [{ id, commands }] : []));

test("every host but one has a place for commands", () => {
  expect(hostTable.filter(({ commands }) => commands === undefined).map(({ id }) => id)).toEqual([
    "claude-desktop",
  ]);
});

test("the commands are the steps of the workflow, prove included", () => {
  expect(agentCommands.map(({ name }) => name)).toEqual([
    "propose",
    "specify",
    "clarify",
    "plan",
    "tasks",
    "implement",
    "verify",
    "prove",
    "taskstoissues",
    "archive",
    "research",
  ]);
});

test.each(hosts)("every command for $id carries the project's own context and rules", ({ commands }) => {
  for (const command of agentCommands) {
    const text = renderCommand(command, commands.format, "1.2.3");
    const steps = text.indexOf("\n1. ");
    for (const file of [".specify/memory/constitution.md", "openspec/config.yaml", "AGENTS.md"]) {
      const place = text.indexOf(file);
      expect(place, `${command.name}: ${file}`).toBeGreaterThan(0);
      expect(place, `${command.name}: ${file} before the steps`).toBeLessThan(steps);
    }
  }
});

test.each(hosts)("the steps of every command for $id are numbered without a gap", ({ commands }) => {
  for (const command of agentCommands) {
    const text = renderCommand(command, commands.format, "1.2.3");
    const numbers = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(numbers, command.name).toEqual(numbers.map((_, index) => index + 1));
  }
});

test.each(hosts)("every command is rendered for $id in its own format", ({ commands }) => {
  for (const command of agentCommands) {
    const text = renderCommand(command, commands.format, "1.2.3");
    const fields = fieldsOf(text, commands.format);
    if (commands.format !== "plain") expect(fields["description"]).toBe(command.description);
    if (commands.format === "skill") expect(commands.projectFile).toContain(`hewto-NAME/SKILL.md`);
    if (commands.format === "skill") expect(fields["name"]).toBe(`hewto-${command.name}`);
    expect(commands.format === "toml" ? String(fields["prompt"]) : text).toContain(command.body);
    expect(authorOf(text)).toEqual({ by: "hewto", version: "1.2.3" });
  }
});

function fieldsOf(text: string, format: string): Record<string, unknown> {
  if (format === "toml") return parseToml(text);
  return parseYaml(/^---\n(.*?)\n---\n/s.exec(text)?.[1] ?? "{}");
}

test("an edited command is recognized, in files with either kind of line ending", () => {
  const [command] = agentCommands;
  if (!command) throw new Error("no commands");
  const text = renderCommand(command, "skill", "1.2.3");
  expect(authorOf(text.replaceAll("\n", "\r\n"))).toEqual({ by: "hewto", version: "1.2.3" });
  expect(authorOf(text.replace("the state", "the whole state"))).toEqual({ by: "edited", version: "1.2.3" });
  expect(authorOf("---\nname: mine\n---\n")).toEqual({ by: "other" });
});
