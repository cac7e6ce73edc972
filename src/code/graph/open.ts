import { byCodePoint } from "../../kernel/order.ts";
import type { Workspace } from "../../workspace/root.ts";
import { readStateFile, writeStateFile } from "../../workspace/state-files.ts";
import { decodeFacts } from "../facts.ts";
import { analysisVersion, indexFolder } from "../index/home.ts";
import { factsOf, recordOf, type Snapshot } from "../store/snapshot.ts";
import { type BuildStep, type Built, buildSteps, type SourceFile } from "./build.ts";
import { Graph } from "./graph.ts";
import { decodeGraph, encodeGraph } from "./stored.ts";

const fileName = "graph.json";
/** How long nobody else gets a turn. */
const breathMs = 25;

export type OnStep = (step: BuildStep) => Promise<boolean>;

/** The graph of one root, kept by a process and in the store beside the index that it is made from. */
export class CodeGraph {
  private readonly folder: string;
  private snapshot: Snapshot | undefined;
  private built: Built | undefined;
  private graph: Graph | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(workspace: Workspace) {
    this.folder = indexFolder(workspace);
  }

  /**
   * The graph of a snapshot. What changed since the last one is resolved again, and kept. `onStep` is awaited
   * now and then, so that others get their turn; false ends the work, and there is no graph then. Questions of
   * one process take turns, so that a change is resolved once.
   */
  of(snapshot: Snapshot, onStep: OnStep): Promise<Graph | undefined> {
    const work = this.turn.then(() => this.build(snapshot, onStep));
    this.turn = work.catch(() => undefined);
    return work;
  }

  private async build(snapshot: Snapshot, onStep: OnStep): Promise<Graph | undefined> {
    if (this.graph && this.snapshot === snapshot) return this.graph;
    const before = this.built ?? this.read();
    const steps = buildSteps(sourcesOf(snapshot), before);
    let step = steps.next();
    for (let last = performance.now(); !step.done; step = steps.next()) {
      if (performance.now() - last < breathMs) continue;
      if (!(await onStep(step.value))) return undefined;
      last = performance.now();
    }
    return this.keep(snapshot, before, step.value);
  }

  private keep(snapshot: Snapshot, before: Built | undefined, built: Built): Graph {
    const isSame = built.resolved === 0 && before?.files === built.files;
    if (!isSame) this.write(built);
    this.graph = this.graph && isSame ? this.graph : new Graph(built);
    this.snapshot = snapshot;
    this.built = built;
    return this.graph;
  }

  private read(): Built | undefined {
    const bytes = readStateFile(this.folder, fileName);
    return bytes && decodeGraph(new TextDecoder().decode(bytes), analysisVersion());
  }

  /** Failing to keep it is no failure of the question. */
  private write(built: Built): void {
    try {
      writeStateFile(this.folder, fileName, encodeGraph(built, analysisVersion()));
    } catch {
      // A read-only disk, a full one: the next process builds it again.
    }
  }
}

/** Code files of a snapshot in the order of their paths. */
export function sourcesOf(snapshot: Snapshot): SourceFile[] {
  const sources: SourceFile[] = [];
  for (const place of snapshot.files.values()) {
    if (place.at.segment.factsRange(place.file).length === 0) continue;
    const { path, hash, language, role } = recordOf(place);
    sources.push({ path, hash, language, role, facts: () => decodeFacts(factsOf(place)) });
  }
  return sources.sort((a, b) => byCodePoint(a.path, b.path));
}
