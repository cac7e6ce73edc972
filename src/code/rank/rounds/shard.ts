import { at } from "../../../kernel/array.ts";
import { kindName } from "../../kind-name.ts";
import type { Meaning } from "../../semantic/meaning.ts";
import { nearestChunks } from "../../semantic/nearest.ts";
import { fieldCount } from "../../store/fields.ts";
import { languageIds } from "../../store/records.ts";
import { textOf } from "../../store/snapshot.ts";
import { joined } from "../../text/words.ts";
import { candidatesOf, largest, nameBoosts, wordCandidates } from "../boost.ts";
import { nameWorth } from "../clues.ts";
import type { Corpus } from "../corpus.ts";
import { type AllowedFiles, listOf, type PartScores, scoreLexically, type TermLists } from "../lexical.ts";
import { type Constants, codedNames, coverageOf, type Statistics, termWeights } from "./constants.ts";
import { allowedFiles, documentedScores } from "./filters.ts";
import type { ChunkId, Question, RawEvidence, RawHit, Round, RoundAnswer } from "./messages.ts";
import { rawEvidence } from "./raw-evidence.ts";

/** One question in one shard: what an earlier round found out is kept for the next. */
export class ShardSearch {
  readonly #corpus: Corpus;
  readonly #question: Question;
  readonly #shard: number;
  readonly #meaning: Meaning | undefined;
  readonly #allowed: AllowedFiles | undefined;
  readonly #lists: readonly TermLists[];
  readonly #mentions: readonly TermLists[];
  #constants: Constants | undefined;
  #scored: readonly PartScores[] = [];
  #cosines: readonly Float32Array[] | undefined;

  constructor(corpus: Corpus, question: Question, meaning: Meaning | undefined, shard: number) {
    this.#corpus = corpus;
    this.#question = question;
    this.#meaning = meaning;
    this.#shard = shard;
    this.#allowed = allowedFiles(corpus, question);
    const listsOf = memoized((text) => corpus.parts.map((part) => listOf(part, text)));
    const { terms, mentions } = question.query;
    this.#lists = terms.map(({ text }) => listsOf(text));
    this.#mentions = [...mentions.keys()].map(listsOf);
  }

  answer(asked: Round): RoundAnswer {
    const { round } = asked;
    if (round === "statistics") return { round, ...this.#statistics() };
    if (round === "best") return { round, best: this.#best(asked.constants) };
    if (round === "candidates") return { round, ...this.#candidates(asked.best) };
    const own = asked.chunks.filter(({ shard }) => shard === this.#shard);
    if (round === "evidence") return { round, evidence: this.#evidence(own) };
    return { round, hits: this.#hits(own) };
  }

  #statistics(): Statistics {
    const { parts } = this.#corpus;
    const coded = codedNames(this.#question.query).map((word) =>
      parts.map((part) => listOf(part, joined(word))),
    );
    return {
      size: parts.reduce((sum, { size }) => sum + size, 0),
      sums: Array.from({ length: fieldCount }, (_, field) =>
        parts.reduce((sum, { sums }) => sum + at(sums, field), 0),
      ),
      holders: this.#lists.map(living),
      mentions: this.#mentions.map(living),
      coded: coded.map(living),
    };
  }

  #best(constants: Constants): number {
    const { query, documentation } = this.#question;
    this.#constants = constants;
    const all = scoreLexically(this.#corpus, this.#lists, termWeights(query, constants), this.#allowed);
    this.#scored =
      documentation === "with doc comments"
        ? all.map((each) => ({ ...each, scores: documentedScores(each.part.live.segment, each.scores) }))
        : all;
    return this.#scored.reduce((max, { scores }) => Math.max(max, largest(scores)), 0);
  }

  #candidates(best: number) {
    const { query, roles = true, limit, documentation, semanticWeight = 0 } = this.#question;
    const constants = this.#constants;
    if (!constants) throw new Error("Bug: candidates were asked for before the scores.");
    const boosted = this.#scored.map((scored, part) => ({
      scored,
      boosts: nameBoosts(scored.part, query, this.#mentions, constants, this.#allowed?.[part], part),
    }));
    const count = wordCandidates(limit);
    const coverage = coverageOf(query, constants);
    const words = candidatesOf(boosted, { query, shard: this.#shard, roles, coverage, best, count });
    if (!this.#meaning || semanticWeight === 0) return { words, near: [] };
    this.#cosines = this.#meaning(this.#corpus, this.#allowed);
    const scores =
      documentation === "with doc comments"
        ? this.#cosines.map((each, part) => documentedScores(at(this.#corpus.parts, part).live.segment, each))
        : this.#cosines;
    return { words, near: nearestChunks(this.#corpus, query, scores, roles, this.#shard) };
  }

  #evidence(chunks: readonly ChunkId[]): RawEvidence[] {
    return rawEvidence(this.#question.query, this.#scored, this.#lists, this.#cosines, chunks);
  }

  #hits(chunks: readonly ChunkId[]): RawHit[] {
    const textsOf = memoized((place) => {
      const [part = 0, file = 0] = place.split(" ").map(Number);
      return textOf({ at: at(this.#corpus.parts, part).live, file });
    });
    return chunks.map((id) => this.#hit(id, (file) => textsOf(`${id.part} ${file}`)));
  }

  #hit(id: ChunkId, textOfFile: (file: number) => string): RawHit {
    const { part, chunk } = id;
    const { segment, repository = "" } = at(this.#corpus.parts, part).live;
    const file = segment.fileOf(chunk);
    const path = at(segment.paths, file);
    const { names, symbols, signature, breadcrumb, doc, from, to } = segment.detailsOf(chunk);
    const { first, last } = segment.linesOf(chunk);
    const cosine = this.#question.isForeign ? undefined : this.#cosines?.[part]?.[chunk];
    return {
      ...id,
      words: at(at(this.#scored, part).words, chunk),
      cosine: cosine === undefined || Number.isNaN(cosine) ? null : cosine,
      name: nameWorth(this.#question.query, path, names),
      content: textOfFile(file).slice(from, to),
      repository,
      path,
      startLine: first,
      endLine: last,
      kind: kindName(segment.kindOf(chunk), path),
      language: languageIds[segment.languageOf(file)] ?? "text",
      symbols,
      signature,
      breadcrumb,
      doc,
    };
  }
}

function living(lists: TermLists): number {
  return lists.reduce((sum, list) => sum + list.living, 0);
}

function memoized<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
