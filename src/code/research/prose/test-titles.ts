import type { Hit } from "../../search.ts";
import { stem } from "../../text/stem.ts";
import { partsOf } from "../../text/words.ts";
import type { Finding } from "../answer.ts";
import type { Sources } from "../sources.ts";

const title = /^\s*(?:await\s+)?(it|test|specify|scenario|t\.test)(?:\.\w+)*\s*\(?\s*(["'`])(.+?)\2/;

/** Tests that are calls with a title, as in Vitest, Jest, Mocha and RSpec: no declaration names them. */
export function titledTests(hits: readonly Hit[], words: ReadonlySet<string>, sources: Sources): Finding[] {
  const found = new Map<string, { readonly finding: Finding; readonly score: number }>();
  for (const [rank, { path, startLine, endLine }] of hits.entries()) {
    for (const each of titlesIn(sources.lines(path), startLine, endLine)) {
      const place = `${path}:${each.line}`;
      if (found.has(place)) continue;
      // The order of the search, and within it the words that the title shares with the question.
      const score = sharedWords(each.title, words) + 1 / (rank + 2);
      found.set(place, { finding: findingOf(path, each), score });
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).map(({ finding }) => finding);
}

interface Title {
  readonly title: string;
  readonly line: number;
  readonly end: number;
}

function titlesIn(lines: readonly string[], from: number, to: number): Title[] {
  const starts: { title: string; line: number }[] = [];
  for (let line = from; line <= to; line++) {
    const [, , , text] = title.exec(lines[line - 1] ?? "") ?? [];
    if (text !== undefined) starts.push({ title: text, line });
  }
  return starts.map((each, at) => ({ ...each, end: (starts[at + 1]?.line ?? to + 1) - 1 }));
}

function sharedWords(text: string, words: ReadonlySet<string>): number {
  const parts = text.split(/[^\p{L}\p{N}_]+/u).flatMap(partsOf);
  return new Set(parts.map(stem).filter((part) => words.has(part))).size;
}

function findingOf(path: string, { title: text, line, end }: Title): Finding {
  return {
    symbol: `"${text}"`,
    kind: "test",
    source: { path, line },
    relation: "references",
    hop: 0,
    confidence: "exact",
    range: `${line}-${end}`,
    node: -1,
  };
}
