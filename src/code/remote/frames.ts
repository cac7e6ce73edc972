import type { Readable, Writable } from "node:stream";

/** A message between a worker and its child: a small header as JSON, then bytes. */
export interface Frame {
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
}

const maxHeaderBytes = 1024 * 1024;
const maxBodyBytes = 1024 * 1024 * 1024;

/** Waits while the other side is behind. */
export async function writeFrame(stream: Writable, header: Frame["header"], body: Uint8Array): Promise<void> {
  const text = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(text.length, 0);
  lengths.writeUInt32LE(body.length, 4);
  stream.write(lengths);
  stream.write(text);
  if (stream.write(body)) return;
  await new Promise<void>((resolve) => {
    const settle = () => {
      stream.off("drain", settle).off("close", settle).off("error", settle);
      resolve();
    };
    stream.on("drain", settle).on("close", settle).on("error", settle);
  });
}

/** Throws when the other side sends what is not a frame. */
export async function* readFrames(stream: Readable): AsyncGenerator<Frame> {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = 8;
  const take = (): Buffer => {
    const whole = Buffer.concat(chunks, have);
    chunks = [];
    have = 0;
    return whole;
  };
  for await (const chunk of stream) {
    if (!(chunk instanceof Buffer)) continue;
    chunks.push(chunk);
    have += chunk.length;
    while (have >= need) {
      let bytes = take();
      for (;;) {
        need = bytes.length < 8 ? 8 : 8 + bytes.readUInt32LE(0) + bytes.readUInt32LE(4);
        if (need > 8 + maxHeaderBytes + maxBodyBytes) throw new Error("A frame is too large.");
        if (bytes.length < need) break;
        const headerEnd = 8 + bytes.readUInt32LE(0);
        const header: unknown = JSON.parse(bytes.toString("utf8", 8, headerEnd));
        if (typeof header !== "object" || header === null) throw new Error("A frame has no header.");
        yield { header: { ...header }, body: bytes.subarray(headerEnd, need) };
        bytes = bytes.subarray(need);
      }
      chunks = [bytes];
      have = bytes.length;
    }
  }
}
