import { startThread, type Thread, threadCount } from "../../workspace/process/threads.ts";
import { corpusOf } from "../rank/corpus.ts";
import { rank, runRoundsAsync } from "../rank/rounds/coordinate.ts";
import type { Question, Round, RoundAnswer } from "../rank/rounds/messages.ts";
import { ShardSearch } from "../rank/rounds/shard.ts";
import { type Hit, hitsOf, questionOf, type SearchRequest, search } from "../search.ts";
import type { LiveSegment, Snapshot } from "../store/snapshot.ts";
import { threadScript } from "../thread-script.ts";
import type { ThreadAnswer, ThreadRequest } from "./search-thread.ts";

/** From this size on a question takes long enough for threads to be worth their memory (docs/team.md). */
const worthThreadsChunks = 100_000;

const tryOtherEvery = 16;

function moved(average: number, ms: number): number {
  return average === 0 ? ms : 0.8 * average + 0.2 * ms;
}

interface Shards {
  readonly key: number;
  /** What this thread searches itself: its share, and what is not on disk. */
  readonly own: readonly LiveSegment[];
}

/** The threads of one large index. They start behind the first question; until they are ready, this thread does all. */
export class SearchThreads {
  readonly #folder: string;
  readonly #threads: Thread<ThreadRequest, ThreadAnswer>[];
  #snapshot: Snapshot | undefined;
  #ready: Shards | undefined;
  #keys = 0;
  #searches = 0;
  /** Moving averages: on a busy machine threads wait for one another longer than they save. */
  readonly #ms = { alone: 0, together: 0 };

  constructor(folder: string, script: URL, others: number) {
    this.#folder = folder;
    this.#threads = Array.from({ length: others }, () => inTurns(startThread(script)));
  }

  /** The list, by the way that was faster lately; the other one is tried again now and then. */
  async search(snapshot: Snapshot, request: SearchRequest, meant: string | undefined): Promise<Hit[]> {
    const { alone, together } = this.#ms;
    const isBetter = together === 0 || alone === 0 || together < alone;
    const isTogether = this.#searches % tryOtherEvery === tryOtherEvery - 1 ? !isBetter : isBetter;
    const started = performance.now();
    const hits = isTogether ? await this.searchTogether(snapshot, request, meant) : undefined;
    if (hits) this.#ms.together = moved(together, performance.now() - started);
    if (hits) return hits;
    const begun = performance.now();
    const list = search(snapshot, request);
    this.#searches++;
    this.#ms.alone = moved(alone, performance.now() - begun);
    return list;
  }

  /** Undefined when threads are not ready, or lost what they held. */
  async searchTogether(
    snapshot: Snapshot,
    request: SearchRequest,
    meant: string | undefined,
  ): Promise<Hit[] | undefined> {
    const shards = this.#shardsFor(snapshot);
    if (!shards) return undefined;
    const question = questionOf(request);
    const own = new ShardSearch(corpusOf({ segments: shards.own }), question, request.semantic?.meaning, 0);
    const number = ++this.#searches;
    let isWhole = true;
    const list = await runRoundsAsync(rank(question), async (round) => {
      const others = this.#threads.map((thread, index) =>
        thread.run({
          ask: { search: number, round, ...openingOf(round, shards.key, index + 1, question, meant) },
        }),
      );
      const answers: (RoundAnswer | "loaded" | undefined)[] = [own.answer(round)];
      answers.push(...(await Promise.all(others)).map(({ answer }) => answer));
      const known = answers.flatMap((each) => (each === undefined || each === "loaded" ? [] : [each]));
      isWhole &&= known.length === answers.length;
      return isWhole ? known : [];
    });
    return isWhole ? hitsOf(list, question) : undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #shardsFor(snapshot: Snapshot): Shards | undefined {
    if (this.#snapshot !== snapshot) {
      this.#snapshot = snapshot;
      this.#ready = undefined;
      // A thread that cannot start costs time, not the answer.
      this.#load(snapshot).catch(() => {});
    }
    return this.#ready;
  }

  async #load(snapshot: Snapshot): Promise<void> {
    const key = ++this.#keys;
    const [own = [], ...others] = dealt(snapshot.segments, this.#threads.length + 1);
    const loads = this.#threads.map((thread, index) => {
      const segments = (others[index] ?? []).map(({ id, segment, dropped }) => ({
        id,
        files: segment.fileCount,
        chunks: segment.chunkCount,
        dropped: [...dropped],
      }));
      return thread.run({ load: { key, folder: this.#folder, segments, withVectors: true } });
    });
    const answers = await Promise.all(loads);
    if (this.#keys === key && answers.every(({ answer }) => answer === "loaded")) this.#ready = { key, own };
  }
}

function openingOf(round: Round, key: number, shard: number, question: Question, meant: string | undefined) {
  return round.round === "statistics" ? { opening: { key, shard, question, meant } } : {};
}

/** Segments in shares of about one size; the first share also has what is in memory only. */
export function dealt(segments: readonly LiveSegment[], count: number): LiveSegment[][] {
  const shares = Array.from({ length: count }, () => ({ chunks: 0, segments: [] as LiveSegment[] }));
  for (const live of segments.toSorted((a, b) => b.segment.chunkCount - a.segment.chunkCount)) {
    const [first] = shares;
    const smallest = shares.reduce((least, each) => (each.chunks < least.chunks ? each : least));
    const share = live.id === "memory" && first ? first : smallest;
    share.chunks += live.segment.chunkCount;
    share.segments.push(live);
  }
  return shares.map((share) => share.segments);
}

/**
 * A thread answers one request at a time. A free one is asked at once: this thread is about to work on its own share,
 * and a request that waited for it would be a round that runs twice as long.
 */
export function inTurns<Request, Answer>(thread: Thread<Request, Answer>): Thread<Request, Answer> {
  let turn: Promise<unknown> | undefined;
  let pending = 0;
  const ended = () => {
    if (--pending === 0) turn = undefined;
  };
  return {
    run: (request) => {
      const answer = turn ? turn.then(() => thread.run(request)) : thread.run(request);
      pending++;
      turn = answer.then(ended, ended);
      return answer;
    },
    close: thread.close,
  };
}

/** A share larger than this takes nearly as long as the whole. */
const maxShare = 0.65;

/** Threads for a large index on a machine that has cores for them; undefined where they would cost more than they save. */
export function threadsFor(folder: string, snapshot: Snapshot): SearchThreads | undefined {
  const sizeOf = (segments: readonly LiveSegment[]) =>
    segments.reduce((sum, { segment }) => sum + segment.chunkCount, 0);
  const chunks = sizeOf(snapshot.segments);
  const count = Math.min(threadCount(), snapshot.segments.length);
  if (chunks < worthThreadsChunks || count < 2) return undefined;
  const largest = Math.max(...dealt(snapshot.segments, count).map(sizeOf));
  const script = largest > maxShare * chunks ? undefined : threadScript("search-worker.js");
  return script && new SearchThreads(folder, script, count - 1);
}
