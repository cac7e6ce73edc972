import { type Context, onceKey } from "../../operation/context.ts";
import type { CodeIndex } from "../index/fresh.ts";
import { indexFolder } from "../index/home.ts";
import { type Hit, type SearchRequest, search } from "../search.ts";
import type { Snapshot } from "../store/snapshot.ts";
import type { SearchThreads } from "../threads/thread-pool.ts";

const openThreads = onceKey<Map<string, SearchThreads | undefined>>("search threads");

/**
 * A search of an index; a server that answers more than one question searches a large one with several threads. The
 * list is the same. `text` is what was asked.
 */
export async function searchIndex(
  context: Context,
  index: CodeIndex,
  snapshot: Snapshot,
  request: SearchRequest,
  text: string,
): Promise<Hit[]> {
  // A command would wait for threads longer than for its answer, and vectors of a provider are in this thread only.
  if (!context.client || request.semantic?.isForeign) return search(snapshot, request);
  const { root } = index.workspace;
  const pools = context.once(openThreads, () => new Map<string, SearchThreads | undefined>());
  if (!pools.has(root) && snapshot.segments.length > 1) {
    const { threadsFor } = await import("../threads/thread-pool.ts");
    pools.set(root, threadsFor(indexFolder(index.workspace), snapshot));
  }
  const meant = request.semantic ? text : undefined;
  return pools.get(root)?.search(snapshot, request, meant) ?? search(snapshot, request);
}
