import { fileURLToPath } from "node:url";
import type { Connection, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { readText } from "../../workspace/files/files.ts";
import { Overlay } from "../../workspace/files/overlay.ts";
import { absolutePath, insideWorkspace, isWithin, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { type DocumentKind, kindsAt } from "./documents.ts";
import { Folder } from "./folder.ts";

/** What of the client matters to answers. */
export interface ClientSupport {
  /** Renaming and creating files as part of an edit. */
  readonly fileEdits: boolean;
  readonly versionedEdits: boolean;
  readonly snippets: boolean;
  readonly showDocument: boolean;
  readonly refreshLenses: boolean;
  readonly watchesFiles: boolean;
  readonly workspaceFolders: boolean;
}

/** A file of a workspace folder. */
export interface Place {
  readonly folder: Folder;
  readonly path: WorkspacePath;
}

/** A file of a workspace folder with what it holds. */
export interface OpenFile extends Place {
  readonly kinds: readonly DocumentKind[];
  readonly text: string;
}

/** Longer texts are shown by the editor and not read here. */
export const maxTextLength = 2_000_000;

/** The folders and open documents of one client. */
export class Session {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly client: ClientSupport;
  readonly overlay = new Overlay();
  readonly #folders = new Map<string, Folder>();
  readonly #places = new Map<string, Promise<Place | undefined>>();
  /** Where the unsaved texts are, by the URI of the document. */
  readonly #overlaid = new Map<string, string>();
  /** Folders are opened and closed one after the other; a question about a place waits for them. */
  #settled: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, documents: TextDocuments<TextDocument>, client: ClientSupport) {
    this.connection = connection;
    this.documents = documents;
    this.client = client;
  }

  get folders(): readonly Folder[] {
    return [...this.#folders.values()];
  }

  /** The folders once those that are being opened are there. */
  async allFolders(): Promise<readonly Folder[]> {
    await this.#settled;
    return this.folders;
  }

  /** Changes the folders; questions that come meanwhile wait. */
  changeFolders(change: () => Promise<void>): Promise<void> {
    const changed = this.#settled.then(change);
    this.#settled = changed.catch(() => {});
    return changed;
  }

  /** A folder that cannot be opened is reported and left out. */
  async addFolder(uri: string): Promise<Folder | undefined> {
    const path = pathOfUri(uri);
    const opened = path === undefined ? undefined : await openWorkspace(path);
    if (opened === undefined || !opened.ok) {
      this.connection.console.warn(opened?.fault.message ?? `${uri} is not a folder on this machine.`);
      return undefined;
    }
    const known = this.#folders.get(opened.value.root);
    if (known !== undefined) return known;
    const folder = new Folder(opened.value, this.overlay, (level, message) => {
      if (level === "warning" || level === "error") this.connection.console.warn(message);
    });
    this.#folders.set(opened.value.root, folder);
    this.#places.clear();
    return folder;
  }

  async removeFolder(uri: string): Promise<Folder | undefined> {
    const path = pathOfUri(uri);
    const opened = path === undefined ? undefined : await openWorkspace(path);
    const folder = opened?.ok ? this.#folders.get(opened.value.root) : undefined;
    folder?.close();
    if (folder !== undefined) this.#folders.delete(folder.workspace.root);
    this.#places.clear();
    return folder;
  }

  /** Where a document is. Undefined for one outside all folders, and for one that is not a file. */
  async placeOf(uri: string): Promise<Place | undefined> {
    await this.#settled;
    const known = this.#places.get(uri);
    if (known !== undefined) return known;
    const place = this.#findPlace(uri);
    if (this.#places.size >= maxPlaces) this.#places.clear();
    this.#places.set(uri, place);
    return place;
  }

  async #findPlace(uri: string): Promise<Place | undefined> {
    const file = pathOfUri(uri);
    if (file === undefined) return undefined;
    // The innermost folder that holds the file.
    const folders = this.folders.toSorted((a, b) => b.workspace.root.length - a.workspace.root.length);
    for (const folder of folders) {
      const path = await insideWorkspace(folder.workspace, file);
      if (path.ok && path.value !== "") return { folder, path: path.value };
    }
    return undefined;
  }

  /** Shows an error in the log of the client. One that has left hears nothing more. */
  logError(message: string): void {
    try {
      this.connection.console.error(message);
    } catch {
      // The connection is closed: work that was under way ends now.
    }
  }

  /** The file of a document with its text, saved or not; undefined where there is nothing to say about it. */
  async open(uri: string): Promise<OpenFile | undefined> {
    const place = await this.placeOf(uri);
    if (place === undefined) return undefined;
    const text = this.documents.get(uri)?.getText() ?? (await this.textAt(place));
    if (text === undefined || text.length > maxTextLength) return undefined;
    return { ...place, text, kinds: kindsAt(place.path, await place.folder.territory()) };
  }

  /** The text of any file of a folder, as the editor shows it. */
  async textAt({ folder, path }: Place): Promise<string | undefined> {
    const file = await folder.read(() => readText(folder.workspace, path));
    return file.ok ? file.value.text : undefined;
  }

  /** Makes the text of a document count before its file. */
  async overlayDocument(document: TextDocument): Promise<Place | undefined> {
    const place = await this.placeOf(document.uri);
    if (place === undefined) return undefined;
    const absolute = absolutePath(place.folder.workspace, place.path);
    const isEdit = this.#overlaid.has(document.uri) && !place.path.endsWith(".toml");
    this.#overlaid.set(document.uri, absolute);
    this.overlay.set(absolute, document.getText());
    if (isEdit) place.folder.edited();
    else place.folder.invalidate();
    return place;
  }

  async dropDocument(uri: string): Promise<Place | undefined> {
    const place = await this.placeOf(uri);
    this.#places.delete(uri);
    // Its folder may have been closed before it.
    this.overlay.delete(this.#overlaid.get(uri) ?? "");
    this.#overlaid.delete(uri);
    place?.folder.invalidate();
    return place;
  }

  /** The documents of a folder that are open. */
  async openPlaces(folder: Folder): Promise<{ readonly document: TextDocument; readonly place: Place }[]> {
    const found = [];
    for (const document of this.documents.all()) {
      const place = await this.placeOf(document.uri);
      if (place?.folder === folder) found.push({ document, place });
    }
    return found;
  }

  /** The folder that a command is about: the one named by a URI inside it, else the only one. */
  async folderOf(uri: string | undefined): Promise<Folder | undefined> {
    await this.#settled;
    if (uri === undefined) return this.folders[0];
    const path = pathOfUri(uri);
    const opened = path === undefined ? undefined : await openWorkspace(path);
    const root = opened?.ok ? opened.value.root : path;
    return root === undefined
      ? undefined
      : this.folders.find(({ workspace }) => isWithin(workspace.root, root));
  }
}

const maxPlaces = 10_000;

/** The path of a `file:` URI of this machine. */
function pathOfUri(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    return url.protocol === "file:" && url.host === "" ? fileURLToPath(url) : undefined;
  } catch {
    return undefined;
  }
}
