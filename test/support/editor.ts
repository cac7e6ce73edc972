import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  LogMessageNotification,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { hewto } from "./bundle.ts";
import { whenOver } from "./cleanup.ts";
import { temporaryFolder } from "./temporary.ts";

const ferry = fileURLToPath(new URL("../../examples/ferry", import.meta.url));
const patienceMs = 20_000;

const everything: ClientCapabilities = {
  workspace: {
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
  },
  textDocument: {},
};

interface Published {
  readonly version: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The built language server with a client. Folders are added and removed while it runs. */
export class EditorServer {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  /** What the server said in its log and in messages. */
  readonly said: string[] = [];
  readonly published = new Map<string, Published>();
  readonly waiting = new Set<() => void>();

  private constructor(child: ChildProcess) {
    this.process = child;
    if (child.stdout === null || child.stdin === null) throw new Error("no streams");
    this.connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const { connection } = this;
    connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
      this.published.set(uri, { version, diagnostics });
      for (const look of this.waiting) look();
    });
    connection.onNotification(LogMessageNotification.type, ({ message }) => void this.said.push(message));
    connection.onNotification(ShowMessageNotification.type, ({ message }) => void this.said.push(message));
    connection.onRequest(RegistrationRequest.type, () => {});
    connection.listen();
  }

  static async start(
    roots: readonly string[] = [],
    capabilities = everything,
    own: NodeJS.ProcessEnv | undefined = undefined,
  ): Promise<EditorServer> {
    const home = await temporaryFolder();
    // With the arguments of VS Code's client library, which names its process.
    const args = [hewto, "lsp", "--stdio", `--clientProcessId=${process.pid}`];
    const child = spawn(process.execPath, args, {
      env: own ?? { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, "cache") },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const server = new EditorServer(child);
    whenOver(() => server.close());
    await server.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities,
      workspaceFolders: roots.map(folderOf),
    });
    await server.connection.sendNotification(InitializedNotification.type, {});
    return server;
  }

  /** The exit code. */
  async close(): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode;
    const ended = new Promise<number | null>((resolve) => this.process.once("exit", resolve));
    // A server that ended by itself answers no more.
    const asked = this.connection
      .sendRequest(ShutdownRequest.type)
      .then(() => this.connection.sendNotification(ExitNotification.type));
    await Promise.race([asked, ended]);
    return ended;
  }

  /** Opens a folder until the test is over. */
  async add(root: string): Promise<Editor> {
    const event = { added: [folderOf(root)], removed: [] };
    await this.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event });
    onTestFinished(async () => {
      if (this.process.exitCode !== null) return;
      const gone = { added: [], removed: [folderOf(root)] };
      await this.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event: gone });
    });
    return new Editor(root, this);
  }

  until<T>(look: () => T | undefined, what: string, now: () => string = () => ""): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(again);
        reject(new Error(`No ${what}${now()}. The server said: ${this.said.join("\n")}`));
      }, patienceMs);
      const again = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        this.waiting.delete(again);
        resolve(found);
      };
      this.waiting.add(again);
      again();
    });
  }
}

function folderOf(root: string) {
  return { uri: pathToFileURL(root).href, name: root };
}

/** A workspace folder with open documents, as an editor has them. */
export class Editor {
  readonly connection: ProtocolConnection;
  readonly root: string;
  readonly server: EditorServer;
  readonly #documents = new Map<string, TextDocument>();

  constructor(root: string, server: EditorServer) {
    this.root = root;
    this.server = server;
    this.connection = server.connection;
  }

  uri(path: string): string {
    return pathToFileURL(join(this.root, path)).href;
  }

  at(path: string, position: Position) {
    return { textDocument: { uri: this.uri(path) }, position };
  }

  /** Opens a file, with another text than the saved one if given. */
  async open(path: string, text = readFileSync(join(this.root, path), "utf8")): Promise<void> {
    const uri = this.uri(path);
    const languageId = path.endsWith(".md") ? "markdown" : "plaintext";
    this.#documents.set(uri, TextDocument.create(uri, languageId, 1, text));
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  text(path: string): string {
    const document = this.#documents.get(this.uri(path));
    return document?.getText() ?? readFileSync(join(this.root, path), "utf8");
  }

  /** Replaces the only occurrence of a text, as if it was typed. */
  async type(path: string, old: string, text: string): Promise<void> {
    const uri = this.uri(path);
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${path} is not open`);
    const at = document.getText().indexOf(old);
    if (at < 0) throw new Error(`${path} does not hold ${old}`);
    const range = { start: document.positionAt(at), end: document.positionAt(at + old.length) };
    const version = document.version + 1;
    const change = { range, text };
    this.#documents.set(uri, TextDocument.update(document, [change], version));
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [change],
    });
  }

  /** Replaces the whole text. */
  async retype(path: string, text: string): Promise<void> {
    const uri = this.uri(path);
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${path} is not open`);
    const version = document.version + 1;
    this.#documents.set(uri, TextDocument.create(uri, document.languageId, version, text));
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  async shut(path: string): Promise<void> {
    this.#documents.delete(this.uri(path));
    this.server.published.delete(this.uri(path));
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri: this.uri(path) },
    });
  }

  /** The place of a text in a file: just behind it, or inside it. */
  find(path: string, needle: string, behind = false): Position {
    const document = TextDocument.create("", "", 0, this.text(path));
    const at = document.getText().indexOf(needle);
    if (at < 0) throw new Error(`${path} does not hold ${needle}`);
    return document.positionAt(behind ? at + needle.length : at + 1);
  }

  /** The findings of a file, once the server has checked the text that the editor shows. */
  async diagnostics(path: string): Promise<readonly Diagnostic[]> {
    const uri = this.uri(path);
    const version = this.#documents.get(uri)?.version;
    return this.server.until(() => {
      const published = this.server.published.get(uri);
      return published !== undefined && published.version === version ? published.diagnostics : undefined;
    }, `diagnostics of ${path}`);
  }

  /** The rules of the findings. */
  async rules(path: string): Promise<string[]> {
    return (await this.diagnostics(path)).map(({ code }) => String(code));
  }

  /** Waits until the findings are as wanted. */
  async diagnosticsWhen(
    path: string,
    isWanted: (rules: string[]) => boolean,
  ): Promise<readonly Diagnostic[]> {
    const now = () => this.server.published.get(this.uri(path))?.diagnostics;
    const look = () => {
      const diagnostics = now();
      return diagnostics && isWanted(diagnostics.map(({ code }) => String(code))) ? diagnostics : undefined;
    };
    return this.server.until(look, `other diagnostics of ${path}`, () => ` than ${JSON.stringify(now())}`);
  }

  /** The texts of the files after an edit, by path; undefined for a file that is moved away. */
  after(edit: WorkspaceEdit): Map<string, string | undefined> {
    const texts = new Map<string, string | undefined>();
    const pathOf = (uri: string) => fileURLToPath(uri).slice(this.root.length + 1);
    const read = (path: string) => (texts.has(path) ? (texts.get(path) ?? "") : this.text(path));
    const apply = (uri: string, edits: Parameters<typeof TextDocument.applyEdits>[1]) => {
      const path = pathOf(uri);
      texts.set(path, TextDocument.applyEdits(TextDocument.create(uri, "", 0, read(path)), edits));
    };
    for (const change of edit.documentChanges ?? []) {
      if ("textDocument" in change)
        apply(
          change.textDocument.uri,
          change.edits.flatMap((each) => ("newText" in each ? [each] : [])),
        );
      else if (change.kind === "rename") {
        texts.set(pathOf(change.newUri), read(pathOf(change.oldUri)));
        texts.set(pathOf(change.oldUri), undefined);
      } else if (change.kind === "create") texts.set(pathOf(change.uri), "");
    }
    for (const [uri, edits] of Object.entries(edit.changes ?? {})) apply(uri, edits);
    return texts;
  }
}

/** A copy of the example workspace. */
export async function ferryCopy(): Promise<string> {
  const root = await temporaryFolder();
  cpSync(ferry, root, { recursive: true });
  return root;
}
