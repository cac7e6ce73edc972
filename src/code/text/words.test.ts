import { describe, expect, it } from "vitest";
import { Units } from "./units.ts";
import { hashFactor, hashStart, WordTable } from "./word-table.ts";
import { partsOf, termsOf } from "./words.ts";

/** Numbers that are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    yield state >>> 8;
  }
}

describe("the parts of a word", () => {
  it.each([
    ["URLSessionTasks", ["url", "session", "tasks"]],
    ["parseHTTP2Frame", ["parse", "http", "2", "frame"]],
    ["__snake_case__", ["snake", "case"]],
    ["MAX_SIZE", ["max", "size"]],
    ["iOS16", ["i", "os", "16"]],
    ["x", ["x"]],
    ["ABc", ["a", "bc"]],
    ["___", []],
    ["", []],
    ["größeÄndern", ["größe", "ändern"]],
    ["数据parse", ["数据", "parse"]],
  ])("%s", (word, parts) => expect(partsOf(word)).toEqual(parts));

  it("are the same for ASCII, which has a way of its own, and in the midst of other letters", () => {
    const next = numbers(7);
    const letters = "abXY01_";
    const differing: string[] = [];
    for (let round = 0; round < 20_000; round++) {
      const length = 1 + ((next.next().value ?? 0) % 9);
      const word = Array.from({ length }, () => letters[(next.next().value ?? 0) % letters.length]).join("");
      // A sign that is a part of its own sends the word the general way.
      if (partsOf(`${word}_※`).join(" ") !== [...partsOf(word), "※"].join(" ")) differing.push(word);
    }
    expect(differing).toEqual([]);
  });
});

it("the terms of a word are stems, then the whole; pairs where words have no borders", () => {
  expect(termsOf("parsing")).toEqual(["pars"]);
  expect(termsOf("parsedFiles")).toEqual(["pars", "file", "parsedfiles"]);
  expect(termsOf("eBookReader")).toEqual(["book", "reader", "ebookreader", "ebook"]);
  expect(termsOf("データ")).toEqual(["デー", "ータ"]);
  expect(termsOf("a")).toEqual([]);
});

describe("a table of words", () => {
  const units = new Units();
  const entry = (word: string) => {
    let hash = hashStart;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), hashFactor);
    return { hash, loaded: units.load(word) };
  };
  const find = (table: WordTable, word: string) => {
    const { hash, loaded } = entry(word);
    return table.find(loaded, 0, word.length, hash);
  };

  it("gives each word its numbers back, however many there are", () => {
    const table = new WordTable();
    const words = Array.from({ length: 30_000 }, (_, n) => `word${n}${n % 3 ? "ü" : ""}`);
    for (const [number, word] of words.entries()) {
      const { hash, loaded } = entry(word);
      if (table.find(loaded, 0, word.length, hash) !== -1)
        throw new Error(`${word} is not in the table yet.`);
      table.add(loaded, 0, word.length, hash, [number, ...(number % 2 ? [7] : [])]);
    }
    expect(table.size).toBe(words.length);
    const wrong = words.filter((word, number) => {
      const place = find(table, word);
      const found = table.cells.subarray(place + 2, place + 2 + (table.cells[place + 1] ?? 0));
      return found.join() !== (number % 2 ? `${number},7` : `${number}`);
    });
    expect(wrong).toEqual([]);
    expect(find(table, "word")).toBe(-1);
    expect(find(table, "word30000")).toBe(-1);
  });

  it("distinguishes words that have the same hash", () => {
    const table = new WordTable();
    table.add(units.load("one"), 0, 3, 1, [1]);
    expect(table.find(units.load("two"), 0, 3, 1)).toBe(-1);
    expect(table.find(units.load("on"), 0, 2, 1)).toBe(-1);
    table.add(units.load("two"), 0, 3, 1, [2]);
    const place = table.find(units.load("a two b"), 2, 5, 1);
    expect(table.cells[place + 2]).toBe(2);
  });
});

it("pairs of characters never cut a surrogate pair: halves would all be stored as one term", () => {
  const terms = termsOf("日本𠮷野家");
  expect(terms).toEqual(["日本", "本𠮷", "𠮷野", "野家"]);
  expect(terms.every((term) => !/\p{Surrogate}/u.test(term))).toBe(true);
});
