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

/** Longer tests are read up to here. */
const maxBody = 4_000;
/** Proposals below this share of a leaf's own weight say nothing. */
const minShare = 0.18;
const tellingWords = 12;
const minSharedWords = 2;
const maxOfFile = 2;
/** A name counts for a leaf when so much of it occurs there. */
const minNameShare = 0.6;

/** A test as its words: what it says of itself counts more than what it calls. */
interface Document {
  readonly test: DiscoveredTest;
  /** By stem: how much the test says it, and the word as it is written. */
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

/** A leaf as it is looked for. */
interface Query {
  readonly wanted: ReadonlyMap<string, { readonly weight: number; readonly written: string }>;
  readonly symbols: ReadonlyMap<number, CodeSymbol>;
  readonly minScore: number;
}

/** How much a word of each part of a test and of a leaf counts. */
const testWeights = { title: 3, suite: 1.5, path: 1, body: 0.6 };
const leafWeights = { name: 2, text: 1.5, parent: 1.5, spec: 0.4 };
/** Of BM25: how soon a repeated word says nothing more, and how much long tests are discounted. */
const saturation = 1.6;
const lengthShare = 0.5;

/** Ranks tests for a leaf by the rare words that they share, and by the code that they reach. */
export class Proposer {
  readonly #graph: RequirementGraph;
  readonly #documents: readonly Document[];
  readonly #weights: ReadonlyMap<string, number>;
  readonly #meanLength: number;
  readonly #code: CodeMap | undefined;
  readonly #names: readonly { readonly symbol: CodeSymbol; readonly words: readonly string[] }[];
  readonly #nameWeights: ReadonlyMap<string, number>;

  /** `bodyOf` gives the text of a test without comments, where it can be read. */
  constructor(
    graph: RequirementGraph,
    tests: readonly DiscoveredTest[],
    code: CodeMap | undefined,
    bodyOf: (test: DiscoveredTest) => string | undefined = () => undefined,
  ) {
    this.#graph = graph;
    this.#documents = tests
      .filter(({ holdsTests }) => holdsTests !== true)
      .map((test) => documentOf(test, bodyOf(test) ?? ""));
    this.#weights = weigh(this.#documents.map((each) => [...each.words.keys()]));
    this.#meanLength = sum(this.#documents.map(({ length }) => length)) / Math.max(1, this.#documents.length);
    this.#code = code;
    this.#names = (code?.symbols ?? []).map((symbol) => ({
      symbol,
      words: [...wordsOf([bareName(symbol.name)]).keys()],
    }));
    this.#nameWeights = weigh(this.#names.map((each) => each.words));
  }

  /** The best tests first; none is better than one that shares only common words. */
  propose(leaf: RequirementNode, limit = 3): Proposal[] {
    const query = this.#readQuery(leaf);
    const scored = this.#documents.flatMap((document) => this.#match(query, document) ?? []);
    const best = scored.sort(byScore).slice(0, limit * 5);
    const withReach = best.map((proposal) => this.#withReach(proposal, query.symbols));
    return spread(withReach.sort(byScore)).slice(0, limit);
  }

  /**
   * The test that fits a leaf far better than those that are linked: each of them has at most half of its score.
   * Undefined if there is none, which is the rule.
   */
  betterThan(leaf: RequirementNode, linked: readonly DiscoveredTest[]): Proposal | undefined {
    const [best] = this.propose(leaf, 1);
    if (best === undefined || linked.length === 0 || linked.includes(best.test)) return undefined;
    const query = this.#readQuery(leaf);
    const scores = this.#documents
      .filter(({ test }) => linked.includes(test))
      .map((document) => this.#match(query, document))
      .map((match) => (match === undefined ? 0 : this.#withReach(match, query.symbols).score));
    return 2 * Math.max(0, ...scores) <= best.score ? best : undefined;
  }

  #readQuery(leaf: RequirementNode): Query {
    const wanted = this.#queryOf(leaf);
    const weights = [...wanted].map(([word, { weight }]) => weight * (this.#weights.get(word) ?? 0));
    return {
      wanted,
      symbols: new Map(this.symbolsFor(leaf).map((symbol) => [symbol.id, symbol])),
      // A long text is not less well matched by a test that says what its most telling words say.
      minScore: minShare * sum(weights.sort((a, b) => b - a).slice(0, tellingWords)),
    };
  }

  /** How well a test fits; undefined if it shares only common words. */
  #match({ wanted, minScore }: Query, document: Document): Proposal | undefined {
    const shared = [...wanted]
      .flatMap(([word, { weight, written }]) => {
        const said = document.words.get(word);
        return said === undefined ? [] : [{ written, score: weight * this.#score(word, said, document) }];
      })
      .sort((a, b) => b.score - a.score);
    const score = sum(shared.map((each) => each.score));
    if (shared.length < minSharedWords || score < minScore) return undefined;
    const words = shared.slice(0, 3).map(({ written }) => written);
    return { test: document.test, score, shared: words, reaches: [] };
  }

  #score(word: string, said: number, { length }: Document): number {
    const norm = 1 - lengthShare + (lengthShare * length) / this.#meanLength;
    return ((this.#weights.get(word) ?? 0) * said * (saturation + 1)) / (said + saturation * norm);
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
    return this.#documents.some(({ test }) => this.#code?.reachOf(test).has(symbol.id) ?? false);
  }

  #withReach(proposal: Proposal, symbols: ReadonlyMap<number, CodeSymbol>): Proposal {
    const reached = this.#code?.reachOf(proposal.test);
    const reaches = reached === undefined ? [] : [...symbols.values()].filter(({ id }) => reached.has(id));
    if (reaches.length === 0) return proposal;
    return { ...proposal, score: proposal.score * 1.25, reaches: reaches.map(({ name }) => name) };
  }

  #wordsOfLeaf(leaf: RequirementNode): ReadonlyMap<string, string> {
    return new Map([...this.#queryOf(leaf)].map(([root, { written }]) => [root, written]));
  }

  #queryOf(leaf: RequirementNode): Map<string, { weight: number; written: string }> {
    const parent = leaf.parent === undefined ? undefined : this.#graph.get(leaf.parent);
    const query = new Map<string, { weight: number; written: string }>();
    const add = (text: string, weight: number) => {
      for (const [root, written] of wordsOf([text])) {
        const known = query.get(root);
        if (known === undefined) query.set(root, { weight, written });
        else known.weight = Math.max(known.weight, weight);
      }
    };
    add(leaf.name, leafWeights.name);
    add(leaf.text, leafWeights.text);
    add(`${parent?.name ?? ""} ${leaf.item}`, leafWeights.parent);
    add(leaf.spec, leafWeights.spec);
    return query;
  }
}

function documentOf(test: DiscoveredTest, body: string): Document {
  const said = new Map<string, number>();
  const add = (texts: readonly string[], weight: number) => {
    for (const root of wordsOf(texts).keys()) said.set(root, (said.get(root) ?? 0) + weight);
  };
  add(test.titles.slice(-1), testWeights.title);
  add(test.titles.slice(0, -1), testWeights.suite);
  add([pathWords(test.file)], testWeights.path);
  add([body.slice(0, maxBody)], testWeights.body);
  return { test, words: said, length: sum([...said.values()]) };
}

/** A test of another file comes before the third of one file: three of a kind are one guess, not three. */
function spread(proposals: readonly Proposal[]): Proposal[] {
  const counts = new Map<string, number>();
  const [first, later]: [Proposal[], Proposal[]] = [[], []];
  for (const proposal of proposals) {
    const { file } = proposal.test;
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    (count <= maxOfFile ? first : later).push(proposal);
  }
  return [...first, ...later];
}

function byScore(a: Proposal, b: Proposal): number {
  return b.score - a.score || (testId(a.test) < testId(b.test) ? -1 : 1);
}

/** Stems of the words that say something, each with the word as it is written. */
export function wordsOf(texts: readonly string[]): Map<string, string> {
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
