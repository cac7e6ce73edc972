import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import {
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  RenameRequest,
} from "vscode-languageserver-protocol/node";
import { type Editor, EditorServer, ferryCopy } from "../support/editor.ts";
import { contents } from "../support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

const spec = "openspec/specs/booking/spec.md";

/** Asks everything at one place; nothing may fail. */
async function askAll(editor: Editor, uri: string, line = 0, character = 0): Promise<unknown[]> {
  const { connection } = editor;
  const at = { textDocument: { uri }, position: { line, character } };
  return Promise.all([
    connection.sendRequest(HoverRequest.type, at),
    connection.sendRequest(DefinitionRequest.type, at),
    connection.sendRequest(CompletionRequest.type, at),
    connection.sendRequest(DocumentSymbolRequest.type, at),
    connection.sendRequest(FoldingRangeRequest.type, at),
    connection.sendRequest(DocumentLinkRequest.type, at),
    connection.sendRequest(CodeLensRequest.type, at),
  ]);
}

test("bad documents, bad versions and documents elsewhere do not end the server, and nothing is written", async () => {
  const root = await ferryCopy();
  const outside = await temporaryTree({ "secret.md": "# Secret\n\n## Purpose\n" });
  symlinkSync(join(outside, "secret.md"), join(root, "docs/link.md"));
  writeFileSync(
    join(root, "openspec/specs/boarding/spec.md"),
    Buffer.from("# Boarding \xe9\xff\n", "latin1"),
  );
  const before = contents(root);
  const server = await EditorServer.start([root]);
  const editor = await server.add(root);
  const { connection } = editor;
  await editor.open(spec);
  // A document outside, one through a link that leads outside, one without a file, one of another machine.
  for (const uri of [
    pathToFileURL(join(outside, "secret.md")).href,
    editor.uri("docs/link.md"),
    "untitled:Untitled-1",
    "file://other.example/x.md",
    "not a uri",
  ]) {
    await connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "markdown", version: 1, text: "# Outside\n\n### Requirement: X\n" },
    });
    const [hover, definition] = await askAll(editor, uri, 2, 5);
    expect([hover, definition ?? []]).toEqual([null, []]);
  }
  // A file that is not UTF-8 is opened as the editor decodes it.
  await editor.open("openspec/specs/boarding/spec.md", "# Boarding \ufffd\ufffd\n");
  expect(await editor.rules("openspec/specs/boarding/spec.md")).toContain("purpose-missing");
  // Changes without a version, of a document that is not open, with ranges that are not there, out of order.
  const change = (textDocument: unknown, contentChanges: unknown) =>
    connection.sendNotification(DidChangeTextDocumentNotification.method, { textDocument, contentChanges });
  await change({ uri: editor.uri(spec) }, [{ text: "x" }]);
  await change({ uri: editor.uri("nowhere.md"), version: 7 }, [{ text: "x" }]);
  await change({ uri: editor.uri(spec), version: 90 }, [
    { range: { start: { line: 9e6, character: 9e6 }, end: { line: 9e9, character: 0 } }, text: "\n" },
  ]);
  await change({ uri: editor.uri(spec), version: 3 }, [
    { text: `${editor.text(spec)}\n### Requirement: Late\n` },
  ]);
  await change({ uri: 7, version: "x" }, "y");
  const late = await editor.diagnosticsWhen(spec, (rules) => rules.includes("requirement-text-missing"));
  expect(late.length).toBeGreaterThan(0);
  await askAll(editor, editor.uri(spec), 9e6, 9e6);
  expect(contents(root)).toEqual(before);
  expect(await server.close()).toBe(0);
});

test("a huge document and hostile names are answered in time", async () => {
  const name = "x\u001b[2J](javascript:alert(1))`<img src=x onerror=1>";
  const root = await temporaryTree({
    [spec]: `# A\n\n## Purpose\n\n${"All of it. ".repeat(10)}\n\n## Requirements\n\n### Requirement: ${name}\n\nIt SHALL.\n`,
    "openspec/changes/a/specs/booking/spec.md": `## MODIFIED Requirements\n\n### Requirement: ${name}\n\nIt SHALL.\n`,
    "src/a.ts": "// [VERIFIES: booking/x]\n",
  });
  const server = await EditorServer.start();
  const editor = await server.add(root);
  const delta = "openspec/changes/a/specs/booking/spec.md";
  await editor.open(delta);
  const hover = await editor.connection.sendRequest(
    HoverRequest.type,
    editor.at(delta, { line: 2, character: 6 }),
  );
  const said = hover?.contents;
  const value = typeof said === "object" && "value" in said ? said.value : "";
  // Nothing of the repository is outside of code.
  expect(value.replace(/(`{3,})markdown\n[\s\S]*?\n\1/g, "").replace(/`[^`]*`/g, "")).not.toContain("img");
  const started = performance.now();
  await editor.open(
    "openspec/specs/booking/big.md",
    `${"### Requirement: R\n\nIt SHALL.\n\n".repeat(20_000)}`,
  );
  await askAll(editor, editor.uri("openspec/specs/booking/big.md"), 5, 5);
  await editor.open("huge.md", "x".repeat(8_000_000));
  expect(await askAll(editor, editor.uri("huge.md"))).toEqual([null, [], expect.anything(), [], [], [], []]);
  expect(performance.now() - started).toBeLessThan(30_000);
}, 120_000);

test("a rename that would break the heading is refused, and one of nothing is too", async () => {
  const server = await EditorServer.start();
  const editor = await server.add(await ferryCopy());
  await editor.open(spec);
  const at = editor.at(spec, editor.find(spec, "Reserve a place"));
  const rename = (newName: string, where = at) =>
    editor.connection.sendRequest(RenameRequest.type, { ...where, newName });
  await expect(rename("a\nb")).rejects.toThrow("one line");
  await expect(rename("  ")).rejects.toThrow("one line");
  await expect(rename("x", editor.at(spec, { line: 1, character: 0 }))).rejects.toThrow("No requirement");
});

test("two folders in one server do not mix, and a removed one is forgotten", async () => {
  const server = await EditorServer.start();
  const one = await server.add(await ferryCopy());
  const two = await server.add(await temporaryTree({ [spec]: "# Empty\n" }));
  await one.open(spec);
  await two.open(spec);
  expect(await one.rules(spec)).toEqual([]);
  expect(await two.rules(spec)).toContain("purpose-missing");
  const folder = await temporaryFolder();
  const late = await server.add(folder);
  await late.open("a.md", "# A\n");
  expect(await askAll(late, late.uri("a.md"))).toHaveLength(7);
});

test("an editor that is gone takes the server with it", async () => {
  const server = await EditorServer.start([await ferryCopy()]);
  const ended = new Promise((resolve) => server.process.once("exit", resolve));
  server.process.stdin?.end();
  expect(await ended).toBe(1);
});

test("messages of a wrong shape are refused one by one, and a second `initialize` changes nothing", async () => {
  const root = await ferryCopy();
  const server = await EditorServer.start([root]);
  const { connection } = server;
  const uri = pathToFileURL(join(root, spec)).href;
  const place = { textDocument: { uri }, position: { line: 8, character: 6 } };
  const wrong: readonly (readonly [method: string, params: object])[] = [
    ["textDocument/hover", { ...place, position: "x" }],
    ["textDocument/hover", { textDocument: { uri: 7 }, position: { line: -1, character: -5 } }],
    ["textDocument/completion", { ...place, position: { line: 1e308, character: null } }],
    ["textDocument/codeAction", { ...place, range: null, context: {} }],
    ["textDocument/references", place],
    ["textDocument/rename", { ...place, newName: 5 }],
    ["workspace/symbol", { query: null }],
    ["workspace/executeCommand", { command: 5, arguments: "x" }],
    ["workspace/executeCommand", { command: "hewto.link", arguments: [uri, { a: 1 }, ["../../x#y"]] }],
    ["workspace/executeCommand", { command: "hewto.runTest", arguments: [uri, "../../../../etc/passwd#x"] }],
    ["no/such", {}],
    ["initialize", { processId: null, rootUri: "file:///etc", capabilities: {} }],
  ];
  for (const [method, params] of wrong) await connection.sendRequest(method, params).catch(String);
  await connection.sendNotification("textDocument/didOpen", {});
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri: 5, text: 5 } });
  await connection.sendNotification("textDocument/didChange", { textDocument: null });
  await connection.sendNotification("workspace/didChangeWorkspaceFolders", {
    event: { added: [{ uri: 5 }, null], removed: "x" },
  });
  await connection.sendNotification("workspace/didChangeWatchedFiles", { changes: 7 });
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const message = `{"jsonrpc":"2.0","id":"deep","method":"textDocument/hover","params":${deep}}`;
  server.process.stdin?.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
  const hover = await connection.sendRequest(HoverRequest.type, place);
  expect(JSON.stringify(hover)).toContain("booking/reserve-a-place");
  expect(contents(root)).toEqual(contents(join(import.meta.dirname, "../../examples/ferry")));
  await connection.sendRequest("shutdown");
  await expect(connection.sendRequest(HoverRequest.type, place)).rejects.toThrow("shut down");
});
