import { packagedModel } from "../semantic/model/load.ts";
import { storeNewVectors } from "../semantic/model/segment-vectors.ts";
import { type NewSegment, writeSegment } from "../store/segment-files.ts";
import { Analyzer, type Batch, type BatchResult } from "./analyze.ts";

/** A batch of files for one worker. */
export interface WorkerRequest extends Batch {
  /** Where to write everything that this worker has gathered, these files included; absent: keep gathering. */
  readonly store?: {
    readonly folder: string;
    readonly id: string;
    /** Whether the packaged model is to give the chunks their vectors in the same pass. */
    readonly embed: boolean;
  };
}

export interface WorkerAnswer extends BatchResult {
  /** What was written; readers see it once the manifest names it. */
  readonly segment?: NewSegment;
}

/** One of several that index in parallel. It gathers many batches into one large segment. */
export interface IndexWorker {
  readonly run: (request: WorkerRequest) => Promise<WorkerAnswer>;
  readonly close: () => Promise<void>;
}

/** A worker in this thread. */
export function localWorker(): IndexWorker {
  const analyzer = new Analyzer();
  return {
    run: async (request) => {
      const result = await analyzer.read(request);
      const { store } = request;
      if (!store || analyzer.isEmpty) return result;
      const { segment, paths } = analyzer.take();
      const written = writeSegment(store.folder, store.id, segment, paths);
      if (store.embed) storeNewVectors(packagedModel(), store.id, segment.search, store.folder);
      return { ...result, segment: written };
    },
    close: async () => {},
  };
}
