import { readText } from "../../workspace/files/files.ts";
import { listedPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Folder } from "../session/folder.ts";
import { uriOf } from "../session/positions.ts";
import type { Session } from "../session/session.ts";
import { toDiagnostics } from "./diagnostic.ts";
import type { FileFinding } from "./findings.ts";

/** The owner of what the gate says about the open files of a folder. No file has such a name. */
export const traceOwner = "/trace";

/** Findings of one folder, by the open document that they were found for, and by the file that they are in. */
export class Publisher {
  readonly #session: Session;
  readonly #folder: Folder;
  readonly #byOwner = new Map<string, ReadonlyMap<string, readonly FileFinding[]>>();
  /** What the client was sent last, to send nothing twice. */
  readonly #sent = new Map<string, string>();

  constructor(session: Session, folder: Folder) {
    this.#session = session;
    this.#folder = folder;
  }

  /** Replaces what was found for a document. */
  async set(owner: string, findings: readonly FileFinding[]): Promise<void> {
    const before = [...(this.#byOwner.get(owner)?.keys() ?? [])];
    const files = new Map<string, FileFinding[]>();
    for (const finding of findings) files.set(finding.file, [...(files.get(finding.file) ?? []), finding]);
    if (findings.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, files);
    // A document without findings is published too: the client knows then that it was checked.
    const own = owner === traceOwner ? [] : [owner];
    for (const file of new Set([...own, ...before, ...files.keys()])) await this.#publish(file);
  }

  /** What the client shows for a folder that was closed, or for a document that was, is taken away. */
  async clear(): Promise<void> {
    for (const owner of [...this.#byOwner.keys()]) await this.set(owner, []);
  }

  async #publish(file: string): Promise<void> {
    const path = listedPath(file);
    if (path === undefined) return;
    const uri = uriOf(this.#folder.workspace, path);
    const document = this.#session.documents.get(uri);
    const version = document?.version;
    const findings = merged([...this.#byOwner.values()].flatMap((files) => files.get(file) ?? []));
    const text = document?.getText() ?? (findings.length === 0 ? "" : await this.#textOf(path));
    const diagnostics = await toDiagnostics(findings, text);
    const message = JSON.stringify(diagnostics);
    if ((this.#sent.get(uri) ?? "[]") === message && document === undefined) return;
    this.#sent.set(uri, message);
    await this.#session.connection.sendDiagnostics({ uri, version, diagnostics });
  }

  async #textOf(path: WorkspacePath): Promise<string> {
    const file = await this.#folder.read(() => readText(this.#folder.workspace, path, { lossy: true }));
    return file.ok ? file.value.text : "";
  }
}

/** A finding that two checks report is shown once, by the more severe. */
function merged(findings: readonly FileFinding[]): FileFinding[] {
  const byKey = new Map<string, FileFinding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.message]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, finding);
    else if (finding.severity === "error") byKey.set(key, { ...known, severity: "error" });
  }
  return [...byKey.values()].sort((a, b) => a.line - b.line);
}
