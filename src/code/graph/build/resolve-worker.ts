import { serveThread } from "../../../workspace/process/threads.ts";
import { indexFolder } from "../../index/home.ts";
import { openSnapshot } from "../../store/snapshot.ts";
import type { BuildStep } from "./build.ts";
import { CodeGraph } from "./code-graph.ts";
import { FileQueue } from "./file-queue.ts";
import { inputsOf } from "./inputs.ts";
import { help } from "./parallel-build.ts";
import type { HelpRequest } from "./worker-pool.ts";
import type { Share } from "./worker-result.ts";

// Resolves the names of what the index of a root holds, and keeps the graph in the store; or helps another thread
// that does, and keeps nothing.
serveThread<{ readonly root: string } | HelpRequest, Share | undefined, BuildStep>(async (request, tell) => {
  const { root } = request;
  const snapshot = openSnapshot(indexFolder({ root }));
  if (!snapshot) return undefined;
  if ("queue" in request) return help(inputsOf(snapshot), new FileQueue(request.queue), request);
  if (!snapshot.manifest.complete) return undefined;
  await new CodeGraph({ root }).of(snapshot, async (step) => {
    tell(step);
    return true;
  });
  return undefined;
});
