import { stem } from "../../code/text/stem.ts";
import type { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { CodeMap, CodeSymbol } from "./code-map.ts";
import { words } from "./titles.ts";

/** A test that may verify a leaf. It never counts until a person confirms it. */
export interface Proposal {
  readonly test: DiscoveredTest;
  readonly score: number;
  /** The rarest words that both have, best first. */
  readonly shared: readonly string[];
  /** Code of the leaf that the test reaches. */
  readonly reaches: readonly string[];
}

const stopWords = new Set(
  // prose-ok: words to match
  "a an and any are as at be been but by can do does each else for from given has have if in into is it its may more must no not of on one or other shall should so some such system than that the their them then there these they this to was were when where which while who will with without would test tests it describe".split(
    " ",
  ),
);

/** Proposals below this share of a leaf's own weight say nothing. */
const minShare = 0.18;
const minSharedWords = 2;
/** A name counts for a leaf when so much of it occurs there. */
const minNameShare = 0.6;

/** Ranks tests for a leaf by the rare words that they share, and by the code that they reach. */
export class Proposer {
  readonly #graph: RequirementGraph;
  readonly #tests: readonly { readonly test: DiscoveredTest; readonly words: ReadonlyMap<string, string> }[];
  readonly #weights: ReadonlyMap<string, number>;
  readonly #code: CodeMap | undefined;
  readonly #names: readonly { readonly symbol: CodeSymbol; readonly words: readonly string[] }[];
  readonly #nameWeights: ReadonlyMap<string, number>;

  constructor(graph: RequirementGraph, tests: readonly DiscoveredTest[], code: CodeMap | undefined) {
    this.#graph = graph;
    this.#tests = tests
      .filter(({ holdsTests }) => holdsTests !== true)
      .map((test) => ({ test, words: wordsOf([...test.titles, pathWords(test.file)]) }));
    this.#weights = weigh(this.#tests.map((each) => [...each.words.keys()]));
    this.#code = code;
    this.#names = (code?.symbols ?? []).map((symbol) => ({
      symbol,
      words: [...wordsOf([bareName(symbol.name)]).keys()],
    }));
    this.#nameWeights = weigh(this.#names.map((each) => each.words));
  }

  /** The best tests first; none is better than one that shares only common words. */
  propose(leaf: RequirementNode, limit = 3): Proposal[] {
    const wanted = this.#wordsOfLeaf(leaf);
    const weightOf = (word: string) => this.#weights.get(word) ?? 0;
    const own = sum([...wanted.keys()].map(weightOf));
    const symbols = new Map(this.symbolsFor(leaf).map((symbol) => [symbol.id, symbol]));
    const scored = this.#tests.flatMap(({ test, words: given }): Proposal[] => {
      const shared = [...given.keys()]
        .filter((word) => wanted.has(word))
        .sort((a, b) => weightOf(b) - weightOf(a));
      if (shared.length < minSharedWords) return [];
      const overlap = sum(shared.map(weightOf)) / Math.sqrt(4 + given.size);
      return [
        {
          test,
          score: overlap,
          shared: shared.slice(0, 3).map((word) => wanted.get(word) ?? word),
          reaches: [],
        },
      ];
    });
    const enough = scored.filter(({ score }) => score > (minShare * own) / Math.sqrt(4 + wanted.size));
    const best = enough.sort(byScore).slice(0, limit * 5);
    return best
      .map((proposal) => this.#withReach(proposal, symbols))
      .sort(byScore)
      .slice(0, limit);
  }

  /** Functions whose name consists of words of the leaf, best first: probably its code. */
  symbolsFor(leaf: RequirementNode, limit = 3): CodeSymbol[] {
    const wanted = this.#wordsOfLeaf(leaf);
    const named = wordsOf([leaf.name, this.#graph.get(leaf.parent ?? "")?.name ?? ""]);
    const scored = this.#names.flatMap(({ symbol, words: own }) => {
      const shared = own.filter((word) => wanted.has(word));
      const share = own.length === 0 ? 0 : shared.length / own.length;
      if (share < minNameShare) return [];
      const weights = shared.map(
        (word) =>
          (this.#nameWeights.get(word) ?? 0) * (named.get(word) === word ? 3 : named.has(word) ? 2 : 1),
      );
      return [{ symbol, score: sum(weights) * share }];
    });
    const best = scored.sort((a, b) => b.score - a.score || a.symbol.id - b.symbol.id);
    const least = (best[0]?.score ?? 0) / 2;
    return best
      .filter(({ score }) => score > 0 && score >= least)
      .slice(0, limit)
      .map(({ symbol }) => symbol);
  }

  /** Whether product code is known at all. */
  get hasCode(): boolean {
    return this.#code !== undefined;
  }

  /** Whether any test reaches a symbol. */
  isReached(symbol: CodeSymbol): boolean {
    return this.#tests.some(({ test }) => this.#code?.reachOf(test).has(symbol.id) ?? false);
  }

  #withReach(proposal: Proposal, symbols: ReadonlyMap<number, CodeSymbol>): Proposal {
    const reached = this.#code?.reachOf(proposal.test);
    const reaches = reached === undefined ? [] : [...symbols.values()].filter(({ id }) => reached.has(id));
    if (reaches.length === 0) return proposal;
    return { ...proposal, score: proposal.score * 1.25, reaches: reaches.map(({ name }) => name) };
  }

  #wordsOfLeaf(leaf: RequirementNode): ReadonlyMap<string, string> {
    const parent = leaf.parent === undefined ? undefined : this.#graph.get(leaf.parent);
    return wordsOf([words(leaf.spec), leaf.name, leaf.text, parent?.name ?? "", words(leaf.item)]);
  }
}

function byScore(a: Proposal, b: Proposal): number {
  return b.score - a.score || (testId(a.test) < testId(b.test) ? -1 : 1);
}

/** Stems of the words that say something, each with the word as it is written. */
function wordsOf(texts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const text of texts) {
    for (const word of words(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? []) {
      const root = stem(word);
      if (!stopWords.has(word) && !found.has(root)) found.set(root, word);
    }
  }
  return found;
}

/** The rarer a word, the more it says. */
function weigh(documents: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const document of documents)
    for (const word of document) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, Math.log(1 + documents.length / count)]));
}

function pathWords(path: string): string {
  return path
    .split("/")
    .slice(-3)
    .join(" ")
    .replace(/\.(?:test|spec)?\.?\w+$/, "");
}

/** `BookingService.book(_:for:)` is called `book`. */
function bareName(name: string): string {
  return name.replace(/\(.*$/s, "").split(".").at(-1) ?? name;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
