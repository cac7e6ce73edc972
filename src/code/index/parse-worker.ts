import { parentPort } from "node:worker_threads";
import { analyse, type Batch } from "./analyse.ts";

/** The other side of the thread pool: a batch in, a segment out, its bytes handed over without a copy. */
parentPort?.on("message", async (batch: Batch) => {
  const result = await analyse(batch);
  const { search, texts } = result.segment;
  const buffers = [search.buffer, texts.buffer].filter((buffer) => buffer instanceof ArrayBuffer);
  parentPort?.postMessage(result, buffers);
});
