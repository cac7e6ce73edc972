import { findOperation } from "../../catalog.ts";
import type { Suggestion } from "../../kernel/fault.ts";
import type { Context } from "../../operation/context.ts";
import { contextFor, createRuntime, type Runtime } from "../../operation/runtime.ts";
import { terminalSurface } from "../../operation/surface.ts";
import { openProject, type SpecProject } from "../../specs/project.ts";
import { openTrace } from "../../trace/operations/open.ts";
import { findTerritory, type Territory } from "../../trace/read/places.ts";
import { type RequirementCache, type Requirements, readRequirements } from "../../trace/read/requirements.ts";
import type { Trace } from "../../trace/read/trace.ts";
import { type Overlay, withOverlay } from "../../workspace/files/overlay.ts";
import { StampCache } from "../../workspace/files/stamp-cache.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

/** How long the requirements are taken as they were read, where nothing says that a file changed. */
const maxAgeMs = 2_000;
const maxSpecs = 20_000;

/** One workspace folder of the editor. All that it reads is what the editor shows, saved or not. */
export class Folder {
  readonly workspace: Workspace;
  readonly runtime: Runtime;
  readonly #overlay: Overlay;
  readonly #specs: RequirementCache = { specs: new StampCache({ maxEntries: maxSpecs }) };
  #requirements: { readonly at: number; readonly value: Promise<Requirements> } | undefined;
  #project: { readonly at: number; readonly value: Promise<SpecProject> } | undefined;
  #territory: { readonly at: number; readonly value: Promise<Territory> } | undefined;
  #trace: Trace | undefined;
  #tracing: Promise<Trace | undefined> | undefined;
  /** Ends what is still being read when the folder is closed. */
  readonly #closed = new AbortController();

  constructor(workspace: Workspace, overlay: Overlay, log: Runtime["log"]) {
    this.workspace = workspace;
    this.#overlay = overlay;
    this.runtime = createRuntime({ workspace, log });
  }

  close(): void {
    this.#closed.abort();
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** Runs work that sees unsaved texts. */
  read<T>(work: () => Promise<T>): Promise<T> {
    return withOverlay(this.#overlay, work);
  }

  context(signal: AbortSignal = this.#closed.signal): Context {
    return contextFor(this.runtime, { signal, recommend: commandFor });
  }

  /** A text was edited. Where specs are does not depend on what they say. */
  edited(): void {
    this.#requirements = undefined;
  }

  /** Something changed on disk, or a file was opened or closed. */
  invalidate(): void {
    this.#requirements = undefined;
    this.#project = undefined;
    this.#territory = undefined;
  }

  /** The layouts and settings of specs and changes. */
  project(): Promise<SpecProject> {
    if (this.#project === undefined || Date.now() - this.#project.at > maxAgeMs)
      this.#project = { at: Date.now(), value: this.read(() => openProject(this.workspace)) };
    return this.#project.value;
  }

  /** The requirements of all formats. */
  requirements(): Promise<Requirements> {
    if (this.#requirements === undefined || Date.now() - this.#requirements.at > maxAgeMs) {
      const value = this.read(() => readRequirements(this.workspace, this.#specs));
      this.#requirements = { at: Date.now(), value };
    }
    return this.#requirements.value;
  }

  /** Where requirements are. */
  territory(): Promise<Territory> {
    if (this.#territory === undefined || Date.now() - this.#territory.at > maxAgeMs)
      this.#territory = { at: Date.now(), value: this.read(() => findTerritory(this.workspace)) };
    return this.#territory.value;
  }

  /** Links and states as they were read last; undefined while the sources are read for the first time. */
  get trace(): Trace | undefined {
    return this.#trace;
  }

  /** Reads links and states again. A call while they are being read waits for the one under way, then reads again. */
  async retrace(): Promise<Trace | undefined> {
    await this.#tracing;
    this.#tracing ??= this.#readTrace().finally(() => {
      this.#tracing = undefined;
    });
    return this.#tracing;
  }

  async #readTrace(): Promise<Trace | undefined> {
    if (this.isClosed) return undefined;
    const traced = await this.read(() => openTrace(this.context()));
    if (traced.ok) this.#trace = traced.value;
    return this.#trace;
  }
}

/** A next step as a command to run. */
export async function commandFor(suggestion: Suggestion): Promise<string> {
  const operation = "operation" in suggestion ? await findOperation(suggestion.operation) : undefined;
  return terminalSurface(() => operation).recommend(suggestion);
}
