import {
  CodeActionKind,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  ProposedFeatures,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { version } from "../kernel/version.ts";
import type { ClientSupport, Session } from "./session/session.ts";
import type { Work } from "./work.ts";

/** Commands of people; the ones that write are called by nothing else. */
const commands = [
  "hewto.open",
  "hewto.showReferences",
  "hewto.check",
  "hewto.tree",
  "hewto.accept",
  "hewto.proposals",
  "hewto.link",
  "hewto.runTest",
];

const result: InitializeResult = {
  serverInfo: { name: "hewto", version },
  capabilities: {
    positionEncoding: "utf-16",
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    documentLinkProvider: { resolveProvider: false },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    completionProvider: { triggerCharacters: [":", " ", "(", "#", "/", "*", ",", "[", "`", "-"] },
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, `${CodeActionKind.SourceFixAll}.hewto`],
    },
    renameProvider: { prepareProvider: true },
    codeLensProvider: { resolveProvider: false },
    workspaceSymbolProvider: true,
    executeCommandProvider: { commands },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  },
};

export interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Speaks the Language Server Protocol until the client leaves. What answers requests is loaded with the first message
 * after `initialize`, so that an editor does not wait for it. Resolves with the exit code.
 */
export function serveEditor({ input, output }: Streams): Promise<number> {
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
  );
  const documents = new TextDocuments(TextDocument);
  let params: InitializeParams | undefined;
  let work: Promise<Work> | undefined;
  let isShutDown = false;
  const started = (): Promise<Work> => {
    if (params === undefined)
      return Promise.reject(
        new ResponseError(ErrorCodes.ServerNotInitialized, "The client has not sent `initialize`."),
      );
    if (isShutDown)
      return Promise.reject(new ResponseError(ErrorCodes.InvalidRequest, "The server was shut down."));
    work ??= startWork(connection, documents, params);
    return work;
  };
  const notify = (tell: (it: Work) => Promise<void> | void) =>
    void started()
      .then(tell)
      .catch((error: unknown) => connection.console.error(String(error)));
  connection.onInitialize((given) => {
    if (params !== undefined)
      throw new ResponseError(ErrorCodes.InvalidRequest, "`initialize` can be sent once.");
    params = given;
    return result;
  });
  connection.onInitialized(() =>
    notify(async ({ session }) => {
      if (session.client.watchesFiles) await watchFiles(session);
    }),
  );
  answerRequests(connection, started);
  documents.onDidChangeContent(({ document }) => notify((it) => it.changed(document)));
  documents.onDidSave(({ document }) => notify((it) => it.saved(document.uri)));
  documents.onDidClose(({ document }) => notify((it) => it.closed(document.uri)));
  documents.listen(connection);
  connection.onDidChangeWatchedFiles(() => notify((it) => it.changedOnDisk()));
  connection.onShutdown(() => {
    isShutDown = true;
  });
  connection.listen();
  return new Promise((resolve) => {
    connection.onExit(() => resolve(isShutDown ? 0 : 1));
    // An editor that was killed says nothing; the end of its stream does.
    input.on("end", () => resolve(isShutDown ? 0 : 1));
    input.on("close", () => resolve(isShutDown ? 0 : 1));
  });
}

async function startWork(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  params: InitializeParams,
): Promise<Work> {
  const { startWork } = await import("./work.ts");
  return startWork(connection, documents, supportOf(params), foldersOf(params));
}

function answerRequests(connection: Connection, work: () => Promise<Work>): void {
  connection.onDocumentSymbol(async (params) => (await work()).answer("symbols", params));
  connection.onFoldingRanges(async (params) => (await work()).answer("folding", params));
  connection.onDocumentLinks(async (params) => (await work()).answer("links", params));
  connection.onHover(async (params) => (await work()).answer("hover", params));
  connection.onDefinition(async (params) => (await work()).answer("definition", params));
  connection.onReferences(async (params) => (await work()).answer("references", params));
  connection.onCompletion(async (params) => (await work()).answer("completion", params));
  connection.onCodeAction(async (params) => (await work()).answer("actions", params));
  connection.onCodeLens(async (params) => (await work()).answer("lenses", params));
  connection.onPrepareRename(async (params) => (await work()).answer("prepareRename", params));
  connection.onRenameRequest(async (params) => (await work()).answer("rename", params));
  connection.onWorkspaceSymbol(async (params) => (await work()).answer("workspaceSymbols", params));
  connection.onExecuteCommand(async (params) => (await work()).run(params.command, params.arguments ?? []));
}

function supportOf({ capabilities: { workspace, textDocument, window } }: InitializeParams): ClientSupport {
  const operations = workspace?.workspaceEdit?.resourceOperations ?? [];
  const versionedEdits = workspace?.workspaceEdit?.documentChanges === true;
  return {
    versionedEdits,
    fileEdits: versionedEdits && operations.includes("rename") && operations.includes("create"),
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    showDocument: window?.showDocument?.support === true,
    refreshLenses: workspace?.codeLens?.refreshSupport === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
  };
}

/** Old clients name one folder, by its URI. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  return rootUri ? [rootUri] : [];
}

function watchFiles({ connection }: Session): Promise<unknown> {
  const watchers = [{ globPattern: "**/*.{md,toml,yaml}" }];
  return connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
}
