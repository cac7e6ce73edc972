import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { type BuiltGraph, buildGraph, type SourceFile } from "../../../src/code/graph/build/build.ts";
import { isManifest } from "../../../src/code/graph/build/inputs.ts";
import type { Confidence, Target } from "../../../src/code/graph/model/edge.ts";
import { languageFor, prepareLanguage } from "../../../src/code/languages/registry.ts";

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

/** All cases of a folder beside this one. */
export async function judgeDecoys(suite = "swift-decoys"): Promise<Verdict[]> {
  const folder = join(here, "..", suite);
  const cases = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const verdicts: Verdict[] = [];
  for (const { name } of cases) verdicts.push(...(await judgeCase(join(folder, name), name)));
  return verdicts;
}

export function decoyFiles(folder = here): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => languageFor(path) !== undefined)
    .map((path) => path.split(sep).join("/"))
    .sort();
}

async function judgeCase(root: string, name: string): Promise<Verdict[]> {
  const texts = new Map(decoyFiles(root).map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const sources = await Promise.all([...texts].map(([path, text]) => sourceOf(path, text)));
  const manifests = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter(isManifest)
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const built = buildGraph(sources, undefined, manifests);
  return [...texts].flatMap(([path, text]) => judgeFile(name, path, text, built));
}

async function sourceOf(path: string, text: string): Promise<SourceFile> {
  const language = languageFor(path);
  if (!language) throw new Error(`No language reads ${path}.`);
  await prepareLanguage(language);
  const facts = () => language.parse(text, path);
  return { path, hash: path, language: language.id, role: "source", facts };
}

function judgeFile(name: string, path: string, text: string, built: BuiltGraph): Verdict[] {
  const edges = (built.files.find(({ shape }) => shape.path === path)?.edges ?? []).filter(
    ({ kind, confidence }) => (kind === "calls" || kind === "references") && confidence !== "external",
  );
  return text.split("\n").flatMap((line, index): Verdict[] => {
    const place = `${name}/${path}:${index + 1}`;
    const left = new Set(edges.filter((edge) => edge.line === index + 1));
    const expected = expectedOn(line).map(({ target, file, isPossible }): Verdict => {
      const hits = [...left].filter(
        ({ to }) => nameOf(to) === target && (file === undefined || to.path === file),
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
        ({ to, confidence }): Verdict => ({ place, target: nameOf(to), outcome: "wrong", confidence }),
      ),
    ];
  });
}

/** Labels are part of a name in Swift alone. */
function nameOf({ path, key }: Target): string {
  return path.endsWith(".swift") ? key : key.replace(/\(.*\)$/, "");
}

interface Expected {
  readonly target: string;
  readonly file: string | undefined;
  readonly isPossible: boolean;
}

function expectedOn(line: string): Expected[] {
  const comment = /(?:\/\/|#) ((?:→|ref|possible|none).*)$/.exec(line)?.[1];
  if (comment === undefined || comment === "none") return [];
  return [...comment.matchAll(/(→|\bref\b|\bpossible\b)(.*?)(?=→|\bref\b|\bpossible\b|$)/g)].map(
    ([, word, part = ""]) => {
      const [target = "", file] = part.trim().split(" @ ");
      return { target, file, isPossible: word === "possible" };
    },
  );
}
