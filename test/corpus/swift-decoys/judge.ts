import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { type Built, buildGraph, type SourceFile } from "../../../src/code/graph/build.ts";
import type { Confidence } from "../../../src/code/graph/edge.ts";
import { parseSwift } from "../../../src/code/languages/swift/swift.ts";

/**
 * Each folder is a small repository. A comment at the end of a line says what is called there:
 * `→ A.b(c:)` once for each call, `@ path` where the name alone is not enough; `ref` for a mention that is no
 * call; `possible` where an edge that claims more than that is wrong; `none` where nothing of the repository is meant. A call
 * edge on a line that does not announce it is wrong.
 */
export interface Verdict {
  readonly place: string;
  readonly target: string;
  readonly outcome: "right" | "missed" | "wrong";
  readonly confidence?: Confidence;
}

const here = import.meta.dirname;

export function judgeDecoys(): Verdict[] {
  const cases = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return cases.flatMap(({ name }) => judgeCase(name));
}

export function decoyFiles(folder = here): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".swift"))
    .map((path) => path.split(sep).join("/"))
    .sort();
}

function judgeCase(name: string): Verdict[] {
  const root = join(here, name);
  const texts = new Map(decoyFiles(root).map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const sources = [...texts].map(
    ([path, text]): SourceFile => ({
      path,
      hash: path,
      language: "swift",
      role: "source",
      facts: () => parseSwift(text),
    }),
  );
  const built = buildGraph(sources, undefined);
  return [...texts].flatMap(([path, text]) => judgeFile(name, path, text, built));
}

function judgeFile(name: string, path: string, text: string, built: Built): Verdict[] {
  const edges = (built.files.find(({ shape }) => shape.path === path)?.edges ?? []).filter(
    ({ kind, confidence }) => (kind === "calls" || kind === "references") && confidence !== "external",
  );
  return text.split("\n").flatMap((line, index): Verdict[] => {
    const place = `${name}/${path}:${index + 1}`;
    const left = new Set(edges.filter((edge) => edge.line === index + 1));
    const expected = expectedOn(line).map(({ target, file, isPossible }): Verdict => {
      const hits = [...left].filter(
        ({ to }) => to.key === target && (file === undefined || to.path === file),
      );
      for (const hit of hits) left.delete(hit);
      const [best] = hits;
      if (!best) return { place, target, outcome: "missed" };
      const isRight = !isPossible || best.confidence === "possible";
      return { place, target, outcome: isRight ? "right" : "wrong", confidence: best.confidence };
    });
    const unexpected = [...left].filter(({ kind }) => kind === "calls");
    return [
      ...expected,
      ...unexpected.map(
        ({ to, confidence }): Verdict => ({ place, target: to.key, outcome: "wrong", confidence }),
      ),
    ];
  });
}

interface Expected {
  readonly target: string;
  readonly file: string | undefined;
  readonly isPossible: boolean;
}

function expectedOn(line: string): Expected[] {
  const comment = /\/\/ ((?:→|ref|possible|none).*)$/.exec(line)?.[1];
  if (comment === undefined || comment === "none") return [];
  return [...comment.matchAll(/(→|\bref\b|\bpossible\b)(.*?)(?=→|\bref\b|\bpossible\b|$)/g)].map(
    ([, word, part = ""]) => {
      const [target = "", file] = part.trim().split(" @ ");
      return { target, file, isPossible: word === "possible" };
    },
  );
}
