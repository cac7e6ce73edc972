import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** The output of a program on one stream, up to a limit. */
export interface Output {
  /** Settles at the end of the stream. */
  readonly ended: Promise<void>;
  readonly text: () => string;
  readonly truncated: () => boolean;
}

const defaultMaxBytes = 16 * 1024 * 1024;

/** Collects a stream as UTF-8. Output over the limit is read and discarded, so that the program never blocks. */
export function collectOutput(
  stream: Readable,
  maxBytes = defaultMaxBytes,
  onText?: (text: string) => void,
): Output {
  const live = new StringDecoder("utf8");
  const chunks: Buffer[] = [];
  let room = maxBytes;
  let truncated = false;
  stream.on("data", (chunk: Buffer) => {
    onText?.(live.write(chunk));
    truncated ||= chunk.length > room;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= Math.min(room, chunk.length);
  });
  const ended = new Promise<void>((resolve) => stream.once("close", resolve));
  return { ended, text: () => decode(chunks, truncated), truncated: () => truncated };
}

/** Leaves out half a character at a cut. */
function decode(chunks: Buffer[], cut: boolean): string {
  const bytes = Buffer.concat(chunks);
  return cut ? new StringDecoder("utf8").write(bytes) : bytes.toString("utf8");
}
