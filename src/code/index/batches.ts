import { sortedBy } from "../../kernel/order.ts";
import { languageFor } from "../languages/registry.ts";
import type { FileToRead } from "./analyse.ts";

/** Files to read, handed out in small portions to whoever asks next; an empty one says that none are left. */
export interface Batches {
  readonly next: () => readonly FileToRead[];
}

// Small enough that progress is told at least every second on a slow machine, and that lanes end together.
const batchBytes = 256_000;
const batchFiles = 100;
// A grammar takes each thread long to load: a few files in one language all go to one thread.
const grammarBatchBytes = 1_000_000;

/** Languages one after the other, those with a grammar first: what starts slowly should not come last. */
export function batchesOf(files: readonly FileToRead[]): Batches {
  const ordered = sortedBy(files, orderOf);
  let at = 0;
  return {
    next: () => {
      const first = ordered[at];
      if (!first) return [];
      const order = orderOf(first);
      const most = needsGrammar(first) ? grammarBatchBytes : batchBytes;
      const start = at;
      for (let bytes = 0; bytes < most && at - start < batchFiles; at++) {
        const file = ordered[at];
        if (!file || orderOf(file) !== order) break;
        bytes += file.stamp.size;
      }
      return ordered.slice(start, at);
    },
  };
}

function orderOf(file: FileToRead): string {
  return needsGrammar(file) ? `1 ${languageFor(file.path)?.id}` : "2";
}

function needsGrammar(file: FileToRead): boolean {
  return languageFor(file.path)?.prepare !== undefined;
}
