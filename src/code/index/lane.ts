import { packagedModel } from "../semantic/model/load.ts";
import { storeNewVectors } from "../semantic/model/segment-vectors.ts";
import { type NewSegment, writeSegment } from "../store/segment-files.ts";
import { Analyser, type Batch, type BatchResult } from "./analyse.ts";

/** A batch of files for one lane of work. */
export interface LaneRequest extends Batch {
  /** Where to write all that has gathered in this lane, these files included; absent: keep gathering. */
  readonly store?: {
    readonly folder: string;
    readonly id: string;
    /** Whether the packaged model is to give the chunks their vectors in the same go. */
    readonly embed: boolean;
  };
}

export interface LaneAnswer extends BatchResult {
  /** What was written; nobody sees it before the manifest names it. */
  readonly written?: NewSegment;
}

/** One of several that index side by side. It gathers many batches into one large segment. */
export interface Lane {
  readonly run: (request: LaneRequest) => Promise<LaneAnswer>;
  readonly close: () => Promise<void>;
}

/** A lane in this very thread. */
export function openLane(): Lane {
  const analyser = new Analyser();
  return {
    run: async (request) => {
      const result = await analyser.read(request);
      const { store } = request;
      if (!store || analyser.isEmpty) return result;
      const { segment, paths } = analyser.take();
      const written = writeSegment(store.folder, store.id, segment, paths);
      if (store.embed) storeNewVectors(packagedModel(), store.id, segment.search, store.folder);
      return { ...result, written };
    },
    close: async () => {},
  };
}
