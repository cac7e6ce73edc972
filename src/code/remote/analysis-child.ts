import { Analyzer } from "../index/analyze.ts";
import { type Frame, readFrames, writeFrame } from "./frames.ts";

/** A segment holds about this much text; a large repository becomes several. */
const segmentTextBytes = 48_000_000;

/**
 * The side that parses: untrusted files in, segments out. It has no connection, no password and no folder; what it
 * gets and gives goes through two pipes, and the worker ends it when it takes too long or too much.
 */
export async function serveAnalysis(): Promise<void> {
  await analyzeFrames(readFrames(process.stdin), (header, body) => writeFrame(process.stdout, header, body));
}

export async function analyzeFrames(
  files: AsyncIterable<Frame>,
  send: (header: Frame["header"], body: Uint8Array) => Promise<void>,
): Promise<void> {
  let analyzer = new Analyzer();
  let bytes = 0;
  let count = 0;
  const finish = async () => {
    if (analyzer.isEmpty) return;
    const { segment } = analyzer.take();
    analyzer = new Analyzer();
    bytes = 0;
    const { search, texts, files, chunks } = segment;
    await send({ kind: "segment", search: search.length, files, chunks }, Buffer.concat([search, texts]));
  };
  for await (const { header, body } of files) {
    const { path, size } = header;
    if (typeof path !== "string" || typeof size !== "number") throw new Error("A file has no path.");
    // Said before the file is read, so that a file that never ends is known by name.
    await send({ kind: "file", number: count++ }, nothing);
    await analyzer.readContent(path, size, body);
    bytes += body.length;
    if (bytes >= segmentTextBytes) await finish();
  }
  await finish();
  await send({ kind: "end" }, nothing);
}

const nothing = new Uint8Array();
