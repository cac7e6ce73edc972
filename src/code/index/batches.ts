import { byCodePoint } from "../../kernel/order.ts";
import { languageFor } from "../languages/registry.ts";
import type { FileToRead } from "./analyze.ts";

// Small enough for progress every second on a slow machine, and for threads to finish together.
const batchBytes = 256_000;
const batchFiles = 100;
/**
 * A thread needs a second or two of processor time before its parser of a language is compiled: only this much
 * work is worth a second thread in the same language.
 */
const worthLearningBytes = 4_000_000;

interface Queue {
  readonly kind: string;
  readonly files: FileToRead[];
  at: number;
  bytes: number;
  isBegun: boolean;
}

/** Files to read by language, handed out in small batches to the next idle thread. */
export class Batches {
  private readonly queues: readonly Queue[];

  constructor(files: readonly FileToRead[]) {
    const queues = new Map<string, Queue>();
    for (const file of files) {
      const kind = languageFor(file.path)?.id ?? "document";
      const queue = queues.get(kind) ?? { kind, files: [], at: 0, bytes: 0, isBegun: false };
      queues.set(kind, queue);
      queue.files.push(file);
      queue.bytes += file.stamp.size;
    }
    this.queues = [...queues.values()].sort((a, b) => b.bytes - a.bytes || byCodePoint(a.kind, b.kind));
  }

  /** The next files for one that has read the `spoken` languages so far; none when others do the rest as fast. */
  next(kinds: Set<string>): readonly FileToRead[] {
    const waiting = this.queues.filter((queue) => queue.at < queue.files.length);
    const queue =
      waiting.find(({ kind }) => kinds.has(kind)) ??
      waiting.find(({ isBegun }) => !isBegun) ??
      waiting.find(({ bytes }) => bytes >= worthLearningBytes);
    if (!queue) return [];
    kinds.add(queue.kind);
    queue.isBegun = true;
    const start = queue.at;
    for (let bytes = 0; bytes < batchBytes && queue.at - start < batchFiles; queue.at++) {
      const size = queue.files[queue.at]?.stamp.size;
      if (size === undefined) break;
      bytes += size;
      queue.bytes -= size;
    }
    return queue.files.slice(start, queue.at);
  }
}
