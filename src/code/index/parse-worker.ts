import { serveThread } from "../../workspace/threads.ts";
import { analyse } from "./analyse.ts";

// The other side of the pool: a batch in, a segment out, its bytes handed over without a copy.
serveThread(analyse, ({ segment }) =>
  [segment.search.buffer, segment.texts.buffer].filter((buffer) => buffer instanceof ArrayBuffer),
);
