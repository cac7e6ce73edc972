import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fieldCount } from "../src/code/store/fields.ts";
import { isBenchRepository } from "./bench-repositories.ts";
import { blobsOf } from "./git.ts";
import { conceptPairs } from "./questions.ts";

export interface Sizes {
  /** Terms with a row of their own. */
  readonly terms: number;
  /** How often each hand-written question is seen in an epoch. */
  readonly repeats: number;
}

const leastPairs = 12;
const leastRepositories = 2;

/** From collected pairs to the flat arrays that train.cpp reads, and the vocabulary. */
export function prepare(
  mirror: string,
  pairs: string,
  out: string,
  development: ReadonlySet<string>,
  concepts: string,
  sizes: Sizes,
): void {
  mkdirSync(out, { recursive: true });
  const repositories = readdirSync(join(pairs, "train"))
    .filter((name) => name.endsWith(".tsv"))
    .sort();
  const isClean = cleaner(mirror, pairs);
  const kept = repositories.map((name) => {
    const isHeld = development.has(name.replace(/\.tsv$/, ""));
    const own = readPairs(join(pairs, "train", name)).filter(isClean);
    const byHand = repeated(readPairs(join(pairs, "questions", name)), isHeld ? 1 : sizes.repeats);
    if (isHeld) return { isHeld, pairs: own, probes: byHand };
    const commits = readPairs(join(pairs, "commits", name)).filter(isClean);
    // Side by side, so that pairs of one repository meet in one batch.
    return { isHeld, pairs: [...own, ...commits, ...byHand], probes: [] };
  });
  kept.push({ isHeld: false, pairs: repeated(conceptPairs(concepts), sizes.repeats), probes: [] });
  const { vocabulary, idf } = vocabularyOf(kept, sizes);
  writeFileSync(join(out, "vocabulary"), [...vocabulary.keys()].join("\n"));
  writeFileSync(join(out, "idf"), idf);
  writeArrays(kept, vocabulary, out);
  const total = kept.reduce((sum, list) => sum + list.pairs.length, 0);
  console.log(`${total} pairs of ${repositories.length} repositories, ${vocabulary.size} terms`);
}

interface Kept {
  /** Whether it is a development repository: measured on, never trained on. */
  readonly isHeld: boolean;
  readonly pairs: readonly string[][];
  /** Only measured on: they do not count for the vocabulary either. */
  readonly probes: readonly string[][];
}

/** The first time of each is marked: the last epochs see nothing else. */
function repeated(pairs: readonly string[][], repeats: number): string[][] {
  return Array.from({ length: repeats }, (_, time) =>
    pairs.map((cells) => [...cells, time === 0 ? "1" : "2"]),
  ).flat();
}

/** A line of a collected file: blob, language, question, then the fields of the chunk. None without the file. */
function readPairs(file: string): string[][] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t").map((cell, at) => (at < 2 ? cell : cell.trim())));
}

/**
 * No pair twice, whatever fork it comes from; nothing from a file that a bench repository holds too, and no
 * question that a bench repository's comments ask.
 */
function cleaner(mirror: string, pairs: string): (cells: readonly string[]) => boolean {
  const benchBlobs = new Set(
    readdirSync(mirror)
      .filter((name) => name.includes("+") && isBenchRepository(name))
      .flatMap((name) => blobsOf(join(mirror, name, "repo")).map((blob) => blob.sha)),
  );
  const benchQuestions = new Set(
    readdirSync(join(pairs, "bench"))
      .filter((name) => name.endsWith(".tsv"))
      .flatMap((name) => readPairs(join(pairs, "bench", name)).map((cells) => cells[2] ?? "")),
  );
  const seen = new Set<string>();
  const asked = new Map<string, number>();
  return ([blob = "", , question = "", name = "", , , signature = ""]) => {
    if (question.split(" ").length < 3 || benchBlobs.has(blob) || benchQuestions.has(question)) return false;
    const key = `${question}\t${name}\t${signature}`;
    if (seen.has(key)) return false;
    seen.add(key);
    // What many declarations say of themselves says nothing about any.
    const times = (asked.get(question) ?? 0) + 1;
    asked.set(question, times);
    return times <= 3;
  };
}

function vocabularyOf(kept: readonly Kept[], { terms }: Sizes) {
  const counts = new Map<string, { pairs: number; repositories: number; last: number }>();
  let total = 0;
  for (const [repository, { pairs, isHeld }] of kept.entries()) {
    for (const cells of isHeld ? [] : pairs) {
      total++;
      for (const term of new Set(cells.slice(2, 9).flatMap((cell) => cell.split(" ")))) {
        if (term === "" || term.length > 24 || /^\d+$/.test(term)) continue;
        const known = counts.get(term);
        if (!known) counts.set(term, { pairs: 1, repositories: 1, last: repository });
        else {
          known.pairs++;
          if (known.last !== repository) known.repositories++;
          known.last = repository;
        }
      }
    }
  }
  const chosen = [...counts]
    .filter(([, count]) => count.pairs >= leastPairs && count.repositories >= leastRepositories)
    .sort(
      (a, b) => b[1].repositories - a[1].repositories || b[1].pairs - a[1].pairs || (a[0] < b[0] ? -1 : 1),
    )
    .slice(0, terms)
    .sort((a, b) => (a[0] < b[0] ? -1 : 1));
  const vocabulary = new Map(chosen.map(([term], row) => [term, row] as const));
  const idf = new Float32Array(chosen.length);
  for (const [row, [, count]] of chosen.entries()) idf[row] = Math.log(1 + total / count.pairs);
  return { vocabulary, idf };
}

function writeArrays(kept: readonly Kept[], vocabulary: ReadonlyMap<string, number>, out: string): void {
  const rowOf = (term: string) => vocabulary.get(term) ?? -1;
  const [qTerms, qStarts, cTerms, cStarts] = [new Ints(), new Ints(), new Ints(), new Ints()];
  const [qWeights, cWeights] = [new Floats(), new Floats()];
  const [fields, held, groups, asked] = [new Ints(), new Ints(), new Ints(), new Ints()];
  const groupOf = numbered();
  for (const { pairs, probes, isHeld } of kept) {
    for (const cells of [...pairs, ...probes]) {
      const question = countsOf(cells[2] ?? "", rowOf);
      if (question.size === 0) continue;
      qStarts.push(qTerms.length);
      cStarts.push(cTerms.length);
      held.push(isHeld ? 1 : 0);
      asked.push(Number(cells[9] ?? 0));
      groups.push(groupOf([cells[0], cells[3], cells[4], cells[6]].join("\t")));
      for (const [row, count] of question) {
        qTerms.push(row);
        qWeights.push(Math.sqrt(count));
      }
      for (let field = 0; field < fieldCount; field++) {
        const counts = countsOf(cells[3 + field] ?? "", rowOf);
        const length = Math.sqrt([...counts.values()].reduce((sum, count) => sum + count, 0));
        for (const [row, count] of counts) {
          cTerms.push(row);
          cWeights.push(Math.sqrt(count) / length);
          fields.push(field);
        }
      }
    }
  }
  qStarts.push(qTerms.length);
  cStarts.push(cTerms.length);
  writeFileSync(join(out, "q.terms"), qTerms.done());
  writeFileSync(join(out, "q.starts"), qStarts.done());
  writeFileSync(join(out, "q.weights"), qWeights.done());
  writeFileSync(join(out, "c.terms"), cTerms.done());
  writeFileSync(join(out, "c.starts"), cStarts.done());
  writeFileSync(join(out, "c.weights"), cWeights.done());
  writeFileSync(join(out, "c.fields"), Uint8Array.from(fields.done()));
  writeFileSync(join(out, "held"), Uint8Array.from(held.done()));
  writeFileSync(join(out, "groups"), groups.done());
  writeFileSync(join(out, "asked"), Uint8Array.from(asked.done()));
}

/** The same number for the same key: questions about one declaration do not count as wrong answers to each other. */
function numbered(): (key: string) => number {
  const numbers = new Map<string, number>();
  return (key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
}

function countsOf(cell: string, rowOf: (term: string) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of cell.split(" ")) {
    const row = term === "" ? -1 : rowOf(term);
    if (row >= 0) counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return counts;
}

class Ints {
  private items = new Int32Array(1 << 20);
  length = 0;
  push(value: number): void {
    if (this.length === this.items.length) {
      const grown = new Int32Array(this.length * 2);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.length++] = value;
  }
  done(): Int32Array {
    return this.items.subarray(0, this.length);
  }
}

class Floats {
  private items = new Float32Array(1 << 20);
  length = 0;
  push(value: number): void {
    if (this.length === this.items.length) {
      const grown = new Float32Array(this.length * 2);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.length++] = value;
  }
  done(): Float32Array {
    return this.items.subarray(0, this.length);
  }
}
