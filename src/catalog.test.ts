import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalog, findOperation } from "./catalog.ts";
import { ownWords } from "./cli/commands.ts";
import { type AnyOperation, commandOf, isTool } from "./operation/operation.ts";

async function allOperations(): Promise<AnyOperation[]> {
  const toolsets = await Promise.all(catalog.map((entry) => entry.load()));
  return toolsets.flatMap(({ operations }) => Object.values(operations));
}

test("every operation is in the table under its own name, and no name or command is there twice", async () => {
  const toolsets = await Promise.all(catalog.map((entry) => entry.load()));
  for (const { operations } of toolsets)
    for (const [key, { name }] of Object.entries(operations)) expect(key).toBe(name);
  const operations = await allOperations();
  const names = operations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const words = operations.flatMap((operation) => commandOf(operation)?.words ?? []);
  expect(new Set([...words, ...ownWords]).size).toBe(words.length + ownWords.length);
});

test("every operation is a tool and a command, or says why not", async () => {
  for (const { name, served, cli, page } of await allOperations()) {
    if (typeof served === "object") expect(served.never, name).toMatch(/^.{10,}[^.]$/);
    if ("never" in cli) expect(cli.never, name).toMatch(/^.{10,}[^.]$/);
    // The page calls the rest: starting a run and answering it need a process that stays.
    const isReachable = typeof served !== "object" || !("never" in cli) || page === undefined;
    expect(isReachable, name).toBe(true);
  }
});

test("an alias narrows an operation that is there and has the command", async () => {
  const operations = new Map((await allOperations()).map((each) => [each.name, each]));
  for (const { name, aliasOf } of operations.values()) {
    if (aliasOf === undefined) continue;
    const target = operations.get(aliasOf);
    expect(target && commandOf(target)?.words, name).toBeTruthy();
  }
});

test("each family of commands leads to the toolset that has it", async () => {
  for (const entry of catalog) {
    const operations = Object.values((await entry.load()).operations);
    const first = operations.flatMap((operation) => commandOf(operation)?.words.split(" ")[0] ?? []);
    expect([...new Set(first)].sort(), entry.name).toEqual([...entry.commands].sort());
  }
});

test("descriptions name neither tools nor commands, because agents and people read the same ones", async () => {
  const operations = await allOperations();
  const tools = operations.filter((operation) => isTool(operation)).map(({ name }) => name);
  for (const { name, input } of operations.filter(commandOf))
    for (const [field, schema] of Object.entries(input.shape)) {
      const text = String(schema.description ?? "");
      expect(text, `${name}.${field}`).not.toContain("`hewto ");
      for (const tool of tools.filter((each) => each.includes("_")))
        expect(text.split(/[^\w.]+/), `${name}.${field}`).not.toContain(tool);
    }
});

test("an operation is found by its name in any toolset", async () => {
  expect((await findOperation("code_research"))?.name).toBe("code_research");
  expect((await findOperation("check"))?.name).toBe("check");
  expect(await findOperation("toString")).toBeUndefined();
});

test("only the catalog imports the entries of all rooms", () => {
  const text = readFileSync("src/catalog.ts", "utf8");
  expect(text.match(/import\("\.\/[\w/]+toolset\.ts"\)/g)).toHaveLength(catalog.length);
});
