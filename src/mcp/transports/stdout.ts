import { Writable } from "node:stream";

const PIECE = 64 * 1024;

export interface ProtocolOutput {
  readonly stream: Writable;
  /** Bytes that the reader has not taken yet. */
  readonly unread: () => number;
}

/**
 * Keeps stdout for the protocol alone: returns the only stream that still reaches it and sends whatever
 * else is printed (console, a stray write in a dependency) to stderr.
 */
export function claimStdout(): ProtocolOutput {
  const write = process.stdout.write.bind(process.stdout);
  let taken = 0;
  // Piece by piece, so that a long reply shows whether its reader still reads.
  const send = (bytes: Buffer, done: () => void): void => {
    const piece = bytes.subarray(0, PIECE);
    write(piece, () => {
      taken += piece.length;
      if (piece.length < bytes.length) return send(bytes.subarray(PIECE), done);
      taken = 0;
      done();
    });
  };
  const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => send(chunk, done) });
  process.stdout.on("error", (error) => stream.destroy(error));
  process.stdout.write = process.stderr.write.bind(process.stderr);
  for (const level of ["log", "info", "debug"] as const) console[level] = console.error;
  return { stream, unread: () => (stream.destroyed ? 0 : stream.writableLength - taken) };
}
