import { serveThread } from "../../../workspace/process/threads.ts";
import { indexFolder } from "../../index/home.ts";
import { openSnapshot } from "../../store/snapshot.ts";
import type { BuildProgress } from "./build.ts";
import { CodeGraph } from "./code-graph.ts";
import { FileQueue } from "./file-queue.ts";
import { inputsOf } from "./inputs.ts";
import { resolveQueue } from "./parallel-build.ts";
import type { WorkerRequest } from "./worker-pool.ts";
import type { WorkerResult } from "./worker-result.ts";

// Builds the graph of the index of a root and stores it; or, for a request with a queue, resolves files of that queue
// for the thread that sent it.
serveThread<{ readonly root: string } | WorkerRequest, WorkerResult | undefined, BuildProgress>(
  async (request, report) => {
    const { root } = request;
    const snapshot = openSnapshot(indexFolder({ root }));
    if (!snapshot) return undefined;
    if ("queue" in request) return resolveQueue(inputsOf(snapshot), new FileQueue(request.queue), request);
    if (!snapshot.manifest.complete) return undefined;
    await new CodeGraph({ root }).of(snapshot, async (progress) => {
      report(progress);
      return true;
    });
    return undefined;
  },
);
