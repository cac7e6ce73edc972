import { execFileSync, spawn } from "node:child_process";
import type { Readable } from "node:stream";

/** A file of a commit, by the hash of its bytes. */
export interface Blob {
  readonly path: string;
  readonly sha: string;
  readonly size: number;
}

export function headOf(repository: string): string {
  return git(repository, ["rev-parse", "HEAD"]).trim();
}

export function blobsOf(repository: string): Blob[] {
  return git(repository, ["ls-tree", "-r", "-l", "-z", "HEAD"])
    .split("\0")
    .flatMap((line) => {
      const match = /^100\d+ blob (\w+)\s+(\d+)\t(.*)$/s.exec(line);
      return match ? [{ sha: match[1] ?? "", size: Number(match[2]), path: match[3] ?? "" }] : [];
    });
}

/** The bytes of many files by one process, in the order asked for; missing ones are left out. */
export async function* contents(
  repository: string,
  blobs: readonly Blob[],
): AsyncGenerator<{ blob: Blob; bytes: Buffer }> {
  const child = spawn("git", ["-C", repository, "cat-file", "--batch"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(blobs.map((blob) => `${blob.sha}\n`).join(""));
  try {
    yield* readBatch(child.stdout, blobs);
  } finally {
    // If the caller stops early, git would wait forever.
    child.kill();
  }
}

async function* readBatch(
  output: Readable,
  blobs: readonly Blob[],
): AsyncGenerator<{ blob: Blob; bytes: Buffer }> {
  let buffer = Buffer.alloc(0);
  const stream = output[Symbol.asyncIterator]();
  const atLeast = async (length: number) => {
    const parts = [buffer];
    let have = buffer.length;
    while (have < length) {
      const next = await stream.next();
      if (next.done) return false;
      parts.push(next.value);
      have += next.value.length;
    }
    buffer = parts.length === 1 ? buffer : Buffer.concat(parts);
    return true;
  };
  for (const blob of blobs) {
    let end = buffer.indexOf(10);
    while (end < 0) {
      if (!(await atLeast(buffer.length + 1))) return;
      end = buffer.indexOf(10);
    }
    const header = buffer.toString("latin1", 0, end);
    buffer = buffer.subarray(end + 1);
    const size = Number(/ blob (\d+)$/.exec(header)?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) continue;
    if (!(await atLeast(size + 1))) return;
    yield { blob, bytes: buffer.subarray(0, size) };
    buffer = buffer.subarray(size + 1);
  }
}

export function git(repository: string, args: readonly string[]): string {
  return execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
}
