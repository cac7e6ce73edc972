import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  ExecuteCommandRequest,
  HoverRequest,
  ReferencesRequest,
  WorkspaceSymbolRequest,
} from "vscode-languageserver-protocol/node";
import { sharedByFile } from "../support/cleanup.ts";
import { type Editor, EditorServer } from "../support/editor.ts";
import { temporaryRepository } from "../support/repository.ts";

const server = sharedByFile(() => EditorServer.start());
const spec = "openspec/specs/booking/spec.md";
const source = "test/book.test.ts";
const product = "src/book.ts";

const specText = `# Booking

## Purpose

Lets people book a place on the ferry, and never more than there are.

## Requirements

### Requirement: Reserve

The system SHALL reserve a place.

#### Scenario: The crossing is full

- **WHEN** a passenger books it
- **THEN** the booking is refused
`;
const tests = `import { expect, test } from "vitest";

// [VERIFIES: booking/reserve#the-crossing-is-full]
test("a full crossing refuses", () => {
  expect(1).toBe(1);
});
`;
const code = `// [IMPLEMENTS: booking/reserve]
export function book(free: number): boolean {
  return free > 0;
}
`;

async function project(files: Record<string, string> = {}): Promise<Editor> {
  const root = await temporaryRepository({ [spec]: specText, [source]: tests, [product]: code, ...files });
  return (await server()).add(root);
}

async function titles(editor: Editor, path: string): Promise<string[]> {
  const params = { textDocument: { uri: editor.uri(path) } };
  const lenses = (await editor.connection.sendRequest(CodeLensRequest.type, params)) ?? [];
  return lenses.map(({ range, command }) => `${range.start.line + 1} ${command?.title}`);
}

/** Lenses say "indexing" until the sources are read. */
async function settledTitles(editor: Editor, path: string, isWanted: (all: string[]) => boolean) {
  for (let round = 0; round < 100; round++) {
    const all = await titles(editor, path);
    if (isWanted(all)) return all;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return titles(editor, path);
}

const isIndexed = (all: string[]) => all.length > 0 && !all.some((title) => title.includes("indexing"));

test("a tag is explained, leads to its requirement, and finds the other places of it", async () => {
  const editor = await project();
  await editor.open(source);
  const at = editor.at(source, editor.find(source, "booking/reserve#"));
  const hover = await editor.connection.sendRequest(HoverRequest.type, at);
  const text = JSON.stringify(hover?.contents);
  expect(text).toContain("`The crossing is full`");
  expect(text).toContain("THEN the booking is refused");
  const definition = await editor.connection.sendRequest(DefinitionRequest.type, at);
  expect(definition).toMatchObject([
    { uri: editor.uri(spec), range: { start: { line: editor.find(spec, "#### Scenario").line } } },
  ]);
  const whole = editor.at(product, editor.find(product, "booking/reserve"));
  await editor.open(product);
  const references = await editor.connection.sendRequest(ReferencesRequest.type, {
    ...whole,
    context: { includeDeclaration: true },
  });
  expect(references?.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining([editor.uri(spec), editor.uri(source), editor.uri(product)]),
  );
});

test("a tag that names nothing is a finding while it is typed, and the nearest address is an action", async () => {
  const editor = await project();
  await editor.open(source);
  expect(await editor.rules(source)).toEqual([]);
  await editor.type(source, "the-crossing-is-full", "the-crossing-is-ful");
  const diagnostics = [...(await editor.diagnostics(source))];
  expect(diagnostics).toMatchObject([{ code: "link-dangling", range: { start: { line: 2 } } }]);
  const actions = await editor.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: editor.uri(source) },
    range: { start: { line: 2, character: 0 }, end: { line: 2, character: 5 } },
    context: { diagnostics },
  });
  const [action] = actions ?? [];
  expect(action?.title).toBe("Change to `booking/reserve#the-crossing-is-full`");
  const edit = action !== undefined && "edit" in action ? action.edit : undefined;
  expect(editor.after(edit ?? {}).get(source)).toBe(tests);
});

test("addresses are completed inside a tag, of requirements that are not saved yet too", async () => {
  const editor = await project();
  await editor.open(spec);
  await editor.type(spec, "### Requirement: Reserve", "### Requirement: Hold a place");
  await editor.open(source);
  await editor.type(source, "booking/reserve#the-crossing-is-full", "hold");
  const params = editor.at(source, editor.find(source, "[VERIFIES: hold", true));
  const found = await editor.connection.sendRequest(CompletionRequest.type, params);
  const items = Array.isArray(found) ? found : (found?.items ?? []);
  expect(items.map(({ label }) => label)).toEqual([
    "booking/hold-a-place",
    "booking/hold-a-place#the-crossing-is-full",
  ]);
});

test("lenses show requirement and state above tests and code, and tests above requirements", async () => {
  const editor = await project();
  await editor.open(source);
  await editor.open(product);
  await editor.open(spec);
  expect(await settledTitles(editor, source, isIndexed)).toEqual([
    "4 Reserve › The crossing is full · claimed",
    "4 run test",
  ]);
  expect(await titles(editor, product)).toEqual(["2 Reserve · claimed"]);
  expect(await titles(editor, spec)).toEqual(["9 1 test · claimed", "13 1 test · claimed"]);
  await editor.type(spec, "the booking is refused", "the booking waits");
  const isSuspect = (all: string[]) => all.some((title) => title.includes("suspect"));
  expect(await settledTitles(editor, source, isSuspect)).toContain(
    "4 Reserve › The crossing is full · suspect · text changed since",
  );
  const moved = await editor.diagnosticsWhen(spec, (rules) => rules.includes("requirement-moved"));
  expect(moved).toMatchObject([{ severity: 2, source: "hewto" }]);
  const actions = await editor.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: editor.uri(spec) },
    range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
    context: { diagnostics: [...moved] },
  });
  const [action] = actions ?? [];
  const accept = action !== undefined && "kind" in action ? action.command : undefined;
  expect(accept).toMatchObject({
    command: "hewto.accept",
    arguments: [editor.uri(spec), "booking/reserve#the-crossing-is-full"],
  });
});

test("workspace symbols are requirements, and declarations where there is an index", async () => {
  const editor = await project();
  const ask = async (query: string) => {
    const found = (await editor.connection.sendRequest(WorkspaceSymbolRequest.type, { query })) ?? [];
    return found.filter(({ location }) => location.uri.startsWith(editor.uri(""))).map(({ name }) => name);
  };
  expect(await ask("crossing")).toEqual(["The crossing is full"]);
  expect(await ask("book")).toEqual(["Reserve", "The crossing is full"]);
});

test("commands accept and link on what is saved, and tell how to run a test without running it", async () => {
  const editor = await project({ [source]: tests.replace(/^\/\/.*\n/m, "") });
  const run = (command: string, ...args: unknown[]) =>
    editor.connection.sendRequest(ExecuteCommandRequest.type, {
      command,
      arguments: [editor.uri(""), ...args],
    });
  expect(await run("hewto.check")).toMatchObject({ ok: true, errors: 0 });
  const address = "booking/reserve#the-crossing-is-full";
  const id = `${source}#a full crossing refuses`;
  expect(await run("hewto.proposals", address)).toMatchObject({
    suggestions: [{ address, proposals: [{ test: id }] }],
  });
  expect(await run("hewto.link", address, id)).toEqual({ linked: 1, files: [source] });
  expect(editor.text(source)).toContain(`// [VERIFIES: ${address}]`);
  expect(await run("hewto.accept", address)).toMatchObject({ written: true });
  expect(editor.text(".trace/openspec/booking/reserve.toml")).toContain("accepted = ");
  expect(await run("hewto.runTest", id)).toMatchObject({ command: expect.stringContaining(source) });
  expect(await run("hewto.tree")).toEqual({
    specs: [{ id: "booking", title: "Booking", detail: "", path: spec }],
    work: [],
  });
  expect(await run("hewto.accept", "booking/nothing")).toBeNull();
  expect((await server()).said.join("\n")).toContain("No requirement has the address `booking/nothing`.");
});

test("a repository cannot make a command line do more than run its test", async () => {
  const name = "test/a; touch x $(id) '.test.ts";
  const editor = await project({ [name]: tests });
  mkdirSync(join(editor.root, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(editor.root, "node_modules/.bin/vitest"), "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
  const answer = await editor.connection.sendRequest(ExecuteCommandRequest.type, {
    command: "hewto.runTest",
    arguments: [editor.uri(""), `${name}#a full crossing refuses`],
  });
  expect(answer).toMatchObject({ command: `node --test 'test/a; touch x $(id) '\\''.test.ts'` });
});
