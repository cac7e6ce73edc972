import { CodeIndex } from "../../src/code/index/fresh.ts";
import type { UpdateReport } from "../../src/code/index/report.ts";
import { updateIndex } from "../../src/code/index/update.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { type Hit, type SearchRequest, search } from "../../src/code/search.ts";
import { fieldNames, frequency } from "../../src/code/store/fields.ts";
import type { Snapshot } from "../../src/code/store/snapshot.ts";
import { textOf } from "../../src/code/store/snapshot.ts";

const never = new AbortController().signal;

/** Indexes a folder the way the tool does. */
export async function indexFolder(root: string, force = false): Promise<UpdateReport> {
  const report = await updateIndex({ root }, { force, signal: never, progress: () => {} });
  if (!report.ok) throw new Error(report.fault.message);
  return report.value;
}

/** Searches a folder the way the tool does, freshness included. */
export async function searchFolder(
  root: string,
  query: string,
  options: Partial<SearchRequest> = {},
): Promise<Hit[]> {
  const fresh = await new CodeIndex({ root }).fresh({ signal: never, now: () => new Date() });
  if (!fresh.ok) throw new Error(fresh.fault.message);
  return search(fresh.value.snapshot, { query: readQuery(query), root, limit: 20, ...options });
}

/** Everything in an index, in an order that does not depend on how it was built. */
export function dump(snapshot: Snapshot | undefined): string[] {
  const lines: string[] = [];
  for (const { segment, dropped, texts } of snapshot?.segments ?? []) {
    const terms = new Map<number, string[]>();
    for (let term = 0; term < segment.termCount; term++) {
      const text = segment.termAt(term);
      segment.postings(term, (chunk, fields) => {
        const counts = fieldNames.map((_, at) => frequency(fields, at)).join(".");
        terms.set(chunk, [...(terms.get(chunk) ?? []), `${text}:${counts}`]);
      });
    }
    for (const [file, path] of segment.paths.entries()) {
      if (dropped.has(file)) continue;
      const { stamp: _, ...record } = segment.record(file);
      const text = textOf({ at: { id: "", segment, dropped, texts }, file });
      const chunks: string[] = [];
      for (let chunk = segment.fileChunks[file] ?? 0; chunk < (segment.fileChunks[file + 1] ?? 0); chunk++) {
        const details = JSON.stringify(segment.detailsOf(chunk));
        const place = `${segment.kindOf(chunk)} ${segment.chunkLines[chunk * 2]}-${segment.chunkLines[chunk * 2 + 1]}`;
        chunks.push(`${place} ${details} ${[...segment.lengthsOf(chunk)]} ${terms.get(chunk)?.join(" ")}`);
      }
      lines.push(`${path} ${JSON.stringify(record)} ${text}\n${chunks.join("\n")}`);
    }
  }
  return lines.sort();
}

export function dumpOf(root: string): string[] {
  return dump(new CodeIndex({ root }).stored());
}
