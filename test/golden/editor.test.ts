import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  type Diagnostic,
  DidOpenTextDocumentNotification,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PrepareRenameRequest,
  PublishDiagnosticsNotification,
  type Range,
  ReferencesRequest,
  RegistrationRequest,
  RenameRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkspaceSymbolRequest,
} from "vscode-languageserver-protocol/node";
import { serveEditor } from "../../src/lsp/serve.ts";
import { stable, workspaceFrom } from "../support/session.ts";

interface Question {
  readonly workspace: string;
  readonly path: string;
  /** Texts of the file at whose second letter an editor asks what is here. */
  readonly at: readonly string[];
  /** Texts behind which it asks what could follow. */
  readonly after?: readonly string[];
  /** What is renamed, and to what. */
  readonly rename?: readonly (readonly [string, string])[];
  readonly symbols?: readonly string[];
}

const questions: Readonly<Record<string, Question>> = {
  "editor-spec": {
    workspace: "trace",
    path: "openspec/specs/auth/spec.md",
    at: ["Requirement: Sign in", "Scenario: Right password", "SHALL let", "WHEN", "Session", "Purpose"],
    after: ["#### Scenario: ", "- **", "### "],
    rename: [
      ["Sign in", "Log in"],
      ["Right password", "Good password"],
      ["Session", "Sign out"],
      ["SHALL let", "x"],
    ],
    symbols: ["sign", "password", "zzz"],
  },
  "editor-broken-spec": {
    workspace: "openspec",
    path: "openspec/specs/broken/spec.md",
    at: ["No scenario", "Twice"],
    after: ["## ", "### Requirement:"],
  },
  "editor-delta": {
    workspace: "openspec",
    path: "openspec/changes/add-token/specs/auth/spec.md",
    at: ["Tokens", "Sign in", "Right password", "Sign out", "MODIFIED"],
    after: ["## MODIFIED Requirements\n\n### Requirement: ", "## ", "#### Scenario: "],
    rename: [["Tokens", "Keys"]],
  },
  "editor-wrong-delta": {
    workspace: "openspec",
    path: "openspec/changes/wrong-in-every-way/specs/auth/spec.md",
    at: ["Session", "Nowhere", "FROM"],
  },
  "editor-tasks": {
    workspace: "openspec",
    path: "openspec/changes/wrong-in-every-way/tasks.md",
    at: ["1.1 One"],
    after: ["- ["],
  },
  "editor-specman": {
    workspace: "specman",
    path: "spec/ferry-booking/spec.md",
    at: [
      "spec://ferry-clock",
      "Time]",
      "nothing]",
      "!concept-capacity.limit",
      "Concept: Capacity",
      "no such",
    ],
    after: ["dependencies:\n  - ", "](", "!concept-capacity.", "#"],
    rename: [
      ["concept-capacity.limit", "concept-capacity.maximum"],
      ["concept-capacity.limit", "Not Valid"],
    ],
  },
  "editor-feature": {
    workspace: "speckit",
    path: "specs/001-borrow-books/spec.md",
    at: ["FR-001", "User Story 1", "SC-001", "NEEDS CLARIFICATION"],
    after: ["- **FR-", "## "],
    rename: [["FR-001", "FR-009"]],
  },
  "editor-skill": {
    workspace: "skills",
    path: ".claude/skills/pdf/SKILL.md",
    at: ["name: pdf", "references/fields.md", "references/gone.md"],
    after: ["---\n", "]("],
  },
  "editor-test": {
    workspace: "trace",
    path: "src/auth.test.ts",
    at: ["auth/sign-in#right-password", "auth/sign-in#gone", "Wrong password", "auth/sign-out"],
    after: ["[VERIFIES: ", "[VERIFIES: auth/sign-in#"],
    rename: [["auth/sign-in#right-password", "x"]],
  },
  "editor-code": { workspace: "trace", path: "src/auth.ts", at: ["auth/sign-in", "signIn", "signOut"] },
};

describe("what an editor shows", { timeout: 120_000 }, () => {
  it.each(Object.entries(questions))("%s", async (name, question) => {
    await expect(await asked(question)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});

async function asked({ workspace, path, at, after = [], rename = [], symbols = [] }: Question) {
  const { top, root } = await workspaceFrom(workspace);
  const uri = pathToFileURL(join(root, path)).href;
  const text = await readFile(join(root, path), "utf8");
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const ended = serveEditor({ input: toServer, output: toClient });
  const connection = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  const published = new Promise<readonly Diagnostic[]>((resolve) => {
    connection.onNotification(PublishDiagnosticsNotification.type, (given) => {
      if (given.uri === uri && given.version === 1) resolve(given.diagnostics);
    });
  });
  connection.onRequest(RegistrationRequest.type, () => {});
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: null,
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename"] } },
    },
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const languageId = path.endsWith(".md") ? "markdown" : "typescript";
  const textDocument = { uri };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId, version: 1, text },
  });

  const asks = (needle: string) => ({
    textDocument,
    position: positionOf(text, text.indexOf(needle) + 1),
  });
  const parts: string[] = [];
  const say = (title: string, answer: unknown) =>
    parts.push(`== ${title}\n${JSON.stringify(answer ?? null, undefined, 1)}\n`);
  const diagnostics = await published;
  // The first answers say that the tests are still being read.
  const answers = () =>
    Promise.all([
      connection.sendRequest(CodeLensRequest.type, { textDocument }),
      ...at.map((needle) => connection.sendRequest(HoverRequest.type, asks(needle))),
    ]);
  await expect
    .poll(async () => JSON.stringify(await answers()), { timeout: 60_000 })
    .not.toContain("indexing");
  say("findings", diagnostics);
  say("outline", await connection.sendRequest(DocumentSymbolRequest.type, { textDocument }));
  say("folds", await connection.sendRequest(FoldingRangeRequest.type, { textDocument }));
  say("links", await connection.sendRequest(DocumentLinkRequest.type, { textDocument }));
  say("lenses", await connection.sendRequest(CodeLensRequest.type, { textDocument }));
  for (const needle of at) {
    const params = asks(needle);
    const context = { includeDeclaration: true };
    say(`hover at ${needle}`, await connection.sendRequest(HoverRequest.type, params));
    say(`definition of ${needle}`, await connection.sendRequest(DefinitionRequest.type, params));
    say(
      `references of ${needle}`,
      await connection.sendRequest(ReferencesRequest.type, { ...params, context }),
    );
  }
  for (const needle of after) {
    const position = positionOf(text, text.indexOf(needle) + needle.length);
    say(
      `completion after ${needle}`,
      await connection.sendRequest(CompletionRequest.type, { textDocument, position }),
    );
  }
  const range: Range = { start: { line: 0, character: 0 }, end: positionOf(text, text.length) };
  say(
    "actions",
    await connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range,
      context: { diagnostics: [...diagnostics] },
    }),
  );
  for (const [needle, newName] of rename) {
    const params = asks(needle);
    say(`can rename ${needle}`, await connection.sendRequest(PrepareRenameRequest.type, params));
    const answer = await connection
      .sendRequest(RenameRequest.type, { ...params, newName })
      .catch((error: unknown) => String(error));
    say(`rename ${needle} to ${newName}`, answer);
  }
  for (const query of symbols)
    say(`symbols for ${query}`, await connection.sendRequest(WorkspaceSymbolRequest.type, { query }));
  await connection.sendRequest(ShutdownRequest.type);
  // The library ends the process at an `exit`, and this process is that of the tests.
  toServer.end();
  expect(await ended).toBe(0);
  connection.dispose();
  return stable(oneLineRanges(parts.join("\n")), top);
}

function positionOf(text: string, offset: number) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** Ranges as `"9:0-9:12"`, which a person can read. */
function oneLineRanges(json: string): string {
  const place = String.raw`\{\s*"line": (\d+),\s*"character": (\d+)\s*\}`;
  const range = new RegExp(String.raw`\{\s*"start": ${place},\s*"end": ${place}\s*\}`, "g");
  return json.replaceAll(range, '"$1:$2-$3:$4"');
}
