import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { analyse } from "../../src/code/index/analyze.ts";
import type { Declaration } from "../../src/code/languages/language.ts";
import { languageFor, prepareLanguage } from "../../src/code/languages/registry.ts";
import { emptyManifest } from "../../src/code/store/manifest.ts";
import type { SegmentBytes } from "../../src/code/store/segment-builder.ts";
import { memorySegment, type Snapshot, snapshotOf } from "../../src/code/store/snapshot.ts";
import { walkAll } from "../../src/workspace/walk/walk.ts";

/** A folder as an index in memory. */
export async function indexInMemory(root: string): Promise<Snapshot> {
  return snapshotOfSegment(await segmentOf(root));
}

export function snapshotOfSegment(segment: Pick<SegmentBytes, "search" | "texts">): Snapshot {
  return snapshotOf(emptyManifest("bench"), [memorySegment(segment)]);
}

export async function segmentOf(root: string): Promise<SegmentBytes> {
  const entries = await walkAll({ root }, {});
  if (!entries.ok) throw new Error(entries.fault.message);
  const files = entries.value.map(({ path, size, mtimeMs, ctimeMs }) => ({
    path,
    stamp: { size, mtimeMs, ctimeMs },
  }));
  return (await analyse({ root, files })).segment;
}

/** A question made from the doc comment of a declaration. */
export interface DocQuestion {
  readonly query: string;
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/** Copies the sources of a folder with all doc comments blanked out, and turns those into questions. */
export async function docQuestions(root: string, copy: string): Promise<DocQuestion[]> {
  const entries = await walkAll({ root }, {});
  if (!entries.ok) throw new Error(entries.fault.message);
  const questions: DocQuestion[] = [];
  for (const { path, size } of entries.value) {
    const language = languageFor(path);
    if (!language || size > 1_000_000) continue;
    await prepareLanguage(language);
    let text = readFileSync(join(root, path), "utf8");
    for (const declaration of language.parse(text, path).declarations) {
      const question = questionOf(declaration);
      if (question && !declaration.local && !/test|example|benchmark/i.test(path))
        questions.push({
          query: question,
          path,
          line: declaration.headerLine,
          name: declaration.qualifiedName,
        });
      text = withoutDoc(text, declaration);
    }
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  return questions;
}

/** The first sentence, if its length is suitable for a question. */
function questionOf({ doc, name }: Declaration): string | undefined {
  const sentence = doc
    ?.split(/\n\s*\n/)[0]
    ?.split(/(?<=[.!?])\s/)[0]
    ?.replace(/[`*_]|\{@\w+ ([^}]*)\}/g, " $1 ")
    .replace(/\s+/g, " ")
    .trim();
  const words = sentence?.split(" ").length ?? 0;
  if (!sentence || words < 6 || words > 40) return undefined;
  // Go comments begin with the name, which would give the answer away.
  return sentence.startsWith(name) ? sentence.slice(name.length).trim() : sentence;
}

function withoutDoc(text: string, { doc, docFrom, from, bodyFrom, to }: Declaration): string {
  if (doc === undefined) return text;
  if (docFrom !== undefined) return blank(text, docFrom, from);
  const inside = /^\s*[rubfRUBF]*("""|'''|"|')[\s\S]*?\1/.exec(text.slice(bodyFrom, to));
  return inside ? blank(text, bodyFrom, bodyFrom + inside[0].length) : text;
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\n\r]/g, " ") + text.slice(to);
}
