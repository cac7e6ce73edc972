import { realpathSync } from "node:fs";
import { CodeIndex } from "../../src/code/index/fresh.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { search } from "../../src/code/search.ts";

const never = new AbortController().signal;

const queries = [
  "channel handler",
  "how are bytes written to the socket",
  "EventLoopFuture",
  "HTTP1 decoder state machine",
  "cancel a scheduled task",
  "ByteBuffer.readInteger",
  "what happens when the connection closes",
  "bootstrap a server",
  "thread pool",
  "websocket frame masking",
  "async sequence back pressure",
  "error thrown by file IO",
];

export async function queryTimes(folder: string): Promise<{ chunks: number; p50: number; p95: number }> {
  const root = realpathSync(folder);
  const fresh = await new CodeIndex({ root }).fresh({ signal: never, now: () => new Date() });
  if (!fresh.ok) throw new Error(fresh.fault.message);
  const { snapshot } = fresh.value;
  const times: number[] = [];
  for (let round = 0; round < 12; round++) {
    for (const query of queries) {
      const started = performance.now();
      search(snapshot, { query: readQuery(query), root, limit: 20 });
      if (round >= 2) times.push(performance.now() - started);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const chunks = snapshot.segments.reduce((sum, { segment }) => sum + segment.chunkCount, 0);
  return { chunks, p50: at(0.5), p95: at(0.95) };
}
