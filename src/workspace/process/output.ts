import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** What a program wrote to one stream, up to a limit. */
export interface Output {
  /** Settles when nothing more will come. */
  readonly ended: Promise<void>;
  readonly text: () => string;
  readonly truncated: () => boolean;
}

const defaultMaxBytes = 16 * 1024 * 1024;

/** Collects a stream as UTF-8; what is over the limit is read and dropped, so that the program never blocks. */
export function collectOutput(
  stream: Readable,
  maxBytes = defaultMaxBytes,
  onText?: (text: string) => void,
): Output {
  const live = new StringDecoder("utf8");
  const kept: Buffer[] = [];
  let room = maxBytes;
  let truncated = false;
  stream.on("data", (chunk: Buffer) => {
    onText?.(live.write(chunk));
    truncated ||= chunk.length > room;
    if (room > 0) kept.push(chunk.subarray(0, room));
    room -= Math.min(room, chunk.length);
  });
  const ended = new Promise<void>((resolve) => stream.once("close", resolve));
  return { ended, text: () => decode(kept, truncated), truncated: () => truncated };
}

/** A cut may fall into the middle of a character; the half is left out then. */
function decode(chunks: Buffer[], cut: boolean): string {
  const bytes = Buffer.concat(chunks);
  return cut ? new StringDecoder("utf8").write(bytes) : bytes.toString("utf8");
}
