import type { Connection, TextDocuments } from "vscode-languageserver/node";
import { CodeLensRefreshRequest, ResponseError } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { recordBug } from "../workspace/state/bug-log.ts";
import { runCommand } from "./commands.ts";
import { Diagnostics } from "./diagnostics/diagnostics.ts";
import { features } from "./features.ts";
import { type ClientSupport, Session } from "./session/session.ts";

type Features = typeof features;

/** The work behind the connection: folders, documents, checks and answers. */
export class Work {
  readonly session: Session;
  readonly #diagnostics: Diagnostics;

  constructor(session: Session) {
    this.session = session;
    this.#diagnostics = new Diagnostics(session, () => {
      if (session.client.refreshLenses) refreshLenses(session);
    });
  }

  /** A bug in one answer is reported and ends nothing else. */
  async answer<Name extends keyof Features>(
    name: Name,
    params: Parameters<Features[Name]>[1],
  ): Promise<Awaited<ReturnType<Features[Name]>> | null>;
  async answer(name: keyof Features, params: never): Promise<unknown> {
    try {
      return (await features[name](this.session, params)) ?? null;
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      this.session.logError(`${name}: ${String(error)}`);
      recordBug(error, process.env);
      return null;
    }
  }

  async run(command: string, args: readonly unknown[]): Promise<unknown> {
    const answer = await runCommand(this.session, command, args);
    for (const folder of this.session.folders) this.#diagnostics.trace(folder);
    return answer ?? null;
  }

  async openFolder(uri: string): Promise<void> {
    const folder = await this.session.addFolder(uri);
    if (folder !== undefined) this.#diagnostics.trace(folder, 0);
  }

  async closeFolder(uri: string): Promise<void> {
    const folder = await this.session.removeFolder(uri);
    if (folder !== undefined) await this.#diagnostics.close(folder);
  }

  /** A document was opened or edited. */
  async changed(document: TextDocument): Promise<void> {
    const place = await this.session.overlayDocument(document);
    if (place === undefined) return;
    this.#diagnostics.check(document.uri);
    this.#diagnostics.trace(place.folder);
  }

  async saved(uri: string): Promise<void> {
    const place = await this.session.placeOf(uri);
    place?.folder.invalidate();
    if (place !== undefined) this.#diagnostics.trace(place.folder);
  }

  async closed(uri: string): Promise<void> {
    const place = await this.session.dropDocument(uri);
    if (place !== undefined) await this.#diagnostics.drop(uri, place);
  }

  /** Files were written by others: what is open may depend on them. */
  changedOnDisk(): void {
    for (const folder of this.session.folders) {
      folder.invalidate();
      this.#diagnostics.trace(folder);
    }
    for (const { uri } of this.session.documents.all()) this.#diagnostics.check(uri);
  }
}

/** States have changed. A client that refuses keeps the old lenses. */
function refreshLenses({ connection }: Session): void {
  connection.sendRequest(CodeLensRefreshRequest.type).catch(() => {});
}

export async function startWork(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  client: ClientSupport,
  folders: readonly string[],
): Promise<Work> {
  const work = new Work(new Session(connection, documents, client));
  const change = async (added: readonly string[], removed: readonly string[]) => {
    await work.session.changeFolders(async () => {
      for (const uri of removed) await work.closeFolder(uri);
      for (const uri of added) await work.openFolder(uri);
    });
    for (const document of documents.all()) await work.changed(document);
  };
  if (client.workspaceFolders)
    connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
      await change(added.map(uriIn), removed.map(uriIn));
    });
  await change(folders, []);
  return work;
}

function uriIn({ uri }: { readonly uri: string }): string {
  return uri;
}
