// A language server that does the least: it parses each text with markdown-it, after the same pause, and answers with
// nothing. What Hewto takes beyond it is what its checks cost.
import MarkdownIt from "markdown-it";
import server from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";

const connection = server.createConnection(process.stdin, process.stdout);
const documents = new server.TextDocuments(TextDocument);
const markdown = new MarkdownIt();
const timers = new Map();
connection.onInitialize(() => ({ capabilities: { textDocumentSync: 2 } }));
documents.onDidChangeContent(({ document }) => {
  clearTimeout(timers.get(document.uri));
  const check = () => {
    markdown.parse(document.getText(), {});
    connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics: [] });
  };
  timers.set(document.uri, setTimeout(check, 120));
});
documents.listen(connection);
connection.listen();
