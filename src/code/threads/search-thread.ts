import { type Corpus, corpusOf } from "../rank/corpus.ts";
import type { Question, Round, RoundAnswer } from "../rank/rounds/messages.ts";
import { ShardSearch } from "../rank/rounds/shard.ts";
import { meaningByModel } from "../semantic/meaning.ts";
import { packagedModel } from "../semantic/model/load.ts";
import { vectorsOf } from "../semantic/model/segment-vectors.ts";
import type { Manifest } from "../store/manifest.ts";
import { openSegments, type SegmentCache } from "../store/snapshot.ts";

/** The segments that a thread holds; `key` names this very choice. */
export interface ThreadLoad {
  readonly key: number;
  readonly folder: string;
  readonly segments: Manifest["segments"];
  readonly withVectors: boolean;
}

/** One round of one search. The first one brings the question. */
export interface ThreadAsk {
  readonly search: number;
  readonly round: Round;
  readonly opening?: {
    readonly key: number;
    readonly shard: number;
    readonly question: Question;
    /** The text whose meaning counts. */
    readonly meant: string | undefined;
  };
}

export type ThreadRequest = { readonly load: ThreadLoad } | { readonly ask: ThreadAsk };
/** Undefined: the segments are gone, or the search is not known here. */
export type ThreadAnswer = { readonly answer: RoundAnswer | "loaded" | undefined };

const maxSearches = 256;

/** The other side of a thread. */
export class SearchThread {
  readonly #cache: SegmentCache = new Map();
  readonly #searches = new Map<number, ShardSearch>();
  #loaded: { readonly key: number; readonly folder: string; readonly corpus: Corpus } | undefined;

  answer(request: ThreadRequest): ThreadAnswer {
    return { answer: "load" in request ? this.#load(request.load) : this.#ask(request.ask) };
  }

  #load({ key, folder, segments, withVectors }: ThreadLoad): "loaded" | undefined {
    const opened = openSegments(folder, { segments }, this.#cache);
    if (!opened) return undefined;
    const corpus = corpusOf({ segments: opened });
    if (withVectors) for (const live of opened) vectorsOf(packagedModel(), live, folder);
    this.#loaded = { key, folder, corpus };
    return "loaded";
  }

  #ask({ search, round, opening }: ThreadAsk): RoundAnswer | undefined {
    if (opening) {
      const { key, question, meant, shard } = opening;
      if (this.#loaded?.key !== key) return undefined;
      const { corpus, folder } = this.#loaded;
      const meaning = meant === undefined ? undefined : meaningByModel(packagedModel(), meant, folder);
      this.#searches.set(search, new ShardSearch(corpus, question, meaning, shard));
      this.#dropOldest();
    }
    const answer = this.#searches.get(search)?.answer(round);
    if (round.round === "hits") this.#searches.delete(search);
    return answer;
  }

  /** A search that was given up never asks its last round. */
  #dropOldest(): void {
    const [oldest] = this.#searches.keys();
    if (this.#searches.size > maxSearches && oldest !== undefined) this.#searches.delete(oldest);
  }
}
