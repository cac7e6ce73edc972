import { readText } from "../../workspace/files/files.ts";
import { listedPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Folder } from "../session/folder.ts";
import { uriOf } from "../session/positions.ts";
import type { Session } from "../session/session.ts";
import { toDiagnostics } from "./diagnostic.ts";
import type { FileFinding, ScopedFindings } from "./findings.ts";

/** What the gate says about the open files of a folder. No file has such a name. */
export const traceOwner = "/trace";

/** Findings of one folder: by what was looked at, for the open documents that it was looked at for. */
export class Publisher {
  readonly #session: Session;
  readonly #folder: Folder;
  readonly #byScope = new Map<string, ReadonlyMap<string, readonly FileFinding[]>>();
  /** What was looked at for each document. */
  readonly #scopes = new Map<string, ReadonlySet<string>>();
  /** The versions of the open documents that were checked last. */
  readonly #checked = new Map<string, number>();
  /** What the client was sent last, to send nothing twice. */
  readonly #sent = new Map<string, string>();

  constructor(session: Session, folder: Folder) {
    this.#session = session;
    this.#folder = folder;
  }

  /** Replaces what was found for a document; `version` is the one that was checked, while it is open. */
  async set(owner: string, found: ScopedFindings, version?: number): Promise<void> {
    if (version === undefined) this.#checked.delete(owner);
    else this.#checked.set(owner, version);
    const before = this.#scopes.get(owner) ?? new Set();
    if (found.size === 0) this.#scopes.delete(owner);
    else this.#scopes.set(owner, new Set(found.keys()));
    // A document without findings is published too: the client knows then that it was checked.
    const files = new Set(owner === traceOwner ? [] : [owner]);
    for (const scope of new Set([...before, ...found.keys()])) {
      for (const file of this.#byScope.get(scope)?.keys() ?? []) files.add(file);
      const findings = found.get(scope);
      if (findings !== undefined) this.#byScope.set(scope, byFile(findings));
      else if (![...this.#scopes.values()].some((scopes) => scopes.has(scope))) this.#byScope.delete(scope);
      for (const file of this.#byScope.get(scope)?.keys() ?? []) files.add(file);
    }
    for (const file of files) await this.#publish(file);
  }

  /** What the client shows for a folder that was closed, or for a document that was, is taken away. */
  async clear(): Promise<void> {
    for (const owner of [...this.#scopes.keys()]) await this.set(owner, new Map());
  }

  async #publish(file: string): Promise<void> {
    const path = listedPath(file);
    if (path === undefined) return;
    const uri = uriOf(this.#folder.workspace, path);
    const document = this.#session.documents.get(uri);
    // Another document may be checked before this one is checked again: its findings are of the older text then.
    const version = document === undefined ? undefined : this.#checked.get(file);
    // What the gate says is older than what was found while typing.
    const scopes = [...this.#byScope].sort(([a], [b]) => Number(a === traceOwner) - Number(b === traceOwner));
    const findings = merged(scopes.map(([, files]) => files.get(file) ?? []));
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

/** What two checks report is shown once, as the first says it, with the higher severity. */
function merged(checks: readonly (readonly FileFinding[])[]): FileFinding[] {
  const byKey = new Map<string, FileFinding[]>();
  for (const findings of checks)
    for (const [key, group] of grouped(findings, ({ rule, message }) => JSON.stringify([rule, message]))) {
      const known = byKey.get(key) ?? group;
      const isError = group.some(({ severity }) => severity === "error");
      byKey.set(key, isError ? known.map((each) => ({ ...each, severity: "error" })) : known);
    }
  return [...byKey.values()].flat().sort((a, b) => a.line - b.line);
}

function byFile(findings: readonly FileFinding[]): Map<string, FileFinding[]> {
  return grouped(findings, ({ file }) => file);
}

function grouped(findings: readonly FileFinding[], keyOf: (finding: FileFinding) => string) {
  const groups = new Map<string, FileFinding[]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return groups;
}
