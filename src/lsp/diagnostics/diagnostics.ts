import { judgeTrace } from "../../project/check/trace.ts";
import { inBackground, urgently } from "../../workspace/process/event-loop.ts";
import type { Folder } from "../session/folder.ts";
import type { Place, Session } from "../session/session.ts";
import { findingsOf } from "./findings.ts";
import { Publisher, traceOwner } from "./publisher.ts";

/** From the last keystroke to the check of the document. */
const typingMs = 120;
/** From the last keystroke to reading links and states, which looks at every file of the folder. */
const idleMs = 1_000;

/** Checks documents while they are written, and the links of their folder when the writer rests. */
export class Diagnostics {
  readonly #session: Session;
  readonly #publishers = new Map<Folder, Publisher>();
  readonly #typing = new Map<string, NodeJS.Timeout>();
  readonly #idle = new Map<Folder, NodeJS.Timeout>();
  /** Documents are checked one after the other. */
  #queue: Promise<void> = Promise.resolve();
  readonly #onTrace: (folder: Folder) => void;

  constructor(session: Session, onTrace: (folder: Folder) => void) {
    this.#session = session;
    this.#onTrace = onTrace;
  }

  /** A document was opened or changed. */
  check(uri: string, afterMs = typingMs): void {
    clearTimeout(this.#typing.get(uri));
    const timer = setTimeout(() => {
      this.#typing.delete(uri);
      this.#queue = this.#queue.then(() => urgently(() => this.#checkNow(uri)));
    }, afterMs);
    this.#typing.set(uri, timer);
  }

  /** Links and states are read again after a pause. */
  trace(folder: Folder, afterMs = idleMs): void {
    clearTimeout(this.#idle.get(folder));
    const timer = setTimeout(() => void this.#traceNow(folder), afterMs);
    this.#idle.set(folder, timer);
  }

  /** A closed document shows no findings. */
  async drop(uri: string, place: Place): Promise<void> {
    clearTimeout(this.#typing.get(uri));
    this.#typing.delete(uri);
    await this.#publisherOf(place.folder).set(place.path, new Map());
    await this.#publishTrace(place.folder);
  }

  async close(folder: Folder): Promise<void> {
    clearTimeout(this.#idle.get(folder));
    this.#idle.delete(folder);
    await this.#publishers.get(folder)?.clear();
    this.#publishers.delete(folder);
  }

  async #checkNow(uri: string): Promise<void> {
    const document = this.#session.documents.get(uri);
    const version = document?.version;
    const file = document === undefined ? undefined : await this.#session.open(uri);
    if (file === undefined) return;
    try {
      const findings = await findingsOf(file);
      // The text has changed meanwhile, and another check is due.
      const now = this.#session.documents.get(uri);
      if (now === undefined || now.version !== version || this.#typing.has(uri)) return;
      await this.#publisherOf(file.folder).set(file.path, findings, version);
    } catch (error) {
      this.#session.logError(`${file.path} could not be checked: ${String(error)}`);
    }
  }

  async #traceNow(folder: Folder): Promise<void> {
    if (folder.isClosed) return;
    try {
      await inBackground(async () => {
        await folder.retrace();
        await this.#publishTrace(folder);
      });
      this.#onTrace(folder);
    } catch (error) {
      this.#session.logError(`Requirements could not be traced: ${String(error)}`);
    }
  }

  /** What the gate says about the open files. */
  async #publishTrace(folder: Folder): Promise<void> {
    const { trace } = folder;
    if (trace === undefined || folder.isClosed) return;
    const request = { since: undefined, isEvidenceRequired: false };
    const report = await folder.read(() => judgeTrace(folder.context(), trace, request));
    const open = new Set<string>(
      (await this.#session.openPlaces(folder)).map(({ place }) => String(place.path)),
    );
    const findings = report.ok ? report.value.findings.filter(({ file }) => open.has(file)) : [];
    await this.#publisherOf(folder).set(traceOwner, new Map([[traceOwner, findings]]));
  }

  #publisherOf(folder: Folder): Publisher {
    const known = this.#publishers.get(folder) ?? new Publisher(this.#session, folder);
    this.#publishers.set(folder, known);
    return known;
  }
}
