import { Writable } from "node:stream";

/**
 * Keeps stdout for the protocol alone: returns the only stream that still reaches it and sends whatever
 * else is printed (console, a stray write in a dependency) to stderr.
 */
export function claimStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => void write(chunk, () => done()),
  });
  process.stdout.on("error", (error) => protocol.destroy(error));
  process.stdout.write = process.stderr.write.bind(process.stderr);
  for (const level of ["log", "info", "debug"] as const) console[level] = console.error;
  return protocol;
}
