import * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import type { Stamp } from "../../workspace/files/stamp.ts";
import { StampCache, type StampedValue } from "../../workspace/files/stamp-cache.ts";
import { listedPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { cacheFolders, makeCacheFolder } from "../../workspace/state/cache-folders.ts";
import { readStateFile, writeStateFile } from "../../workspace/state/files.ts";
import { ensureTypes, verbs } from "../links/grammar.ts";
import { testModifiers } from "../tests/model.ts";
import { noFacts, type SourceFacts } from "./model.ts";

/** Incremented whenever the same text gives other facts. */
const factsVersion = 4;
const fileName = "trace-sources.json";
const maxBytes = 256 * 1024 * 1024;
const maxFiles = 400_000;

/** The facts of a file; `skipped` for one that is not text or too large, `ignored` for generated code with tags. */
export type StoredFacts = SourceFacts | "skipped" | "ignored";

const titles = z.array(z.string());
const range = z.object({ startLine: z.int(), endLine: z.int(), from: z.int(), to: z.int() });
const Facts = z.object({
  tests: z.array(
    z.object({
      range,
      titles,
      names: titles.exactOptional(),
      modifiers: z.array(z.enum(testModifiers)),
      labels: titles.exactOptional(),
      parametrized: z.boolean(),
      holdsTests: z.boolean().exactOptional(),
      hash: z.string(),
    }),
  ),
  suites: z.array(z.object({ titles, range })),
  tags: z.array(
    z.object({
      verb: z.enum(verbs),
      references: z.array(z.string()),
      type: z.enum(ensureTypes).exactOptional(),
      text: z.string(),
      line: z.int(),
      owner: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("tests"), tests: z.array(z.int()) }),
        z.object({ kind: z.literal("symbol"), name: z.string(), startLine: z.int(), endLine: z.int() }),
        z.object({ kind: z.literal("file") }),
        z.object({ kind: z.literal("none") }),
      ]),
    }),
  ),
  malformed: z.array(z.object({ text: z.string(), line: z.int(), reason: z.string() })),
});

/** Files without facts are stored as `[path, ino, size, mtime, ctime]`. */
type Row = readonly [string, number, number, number, number, unknown?];

/** What earlier processes of this user have stored for a root, by path. */
export function readStoredFacts(workspace: Workspace): StampCache<StoredFacts> {
  for (const folder of cacheFolders(workspace)) {
    const bytes = readStateFile(folder, fileName, maxBytes);
    const rows = bytes && rowsIn(new TextDecoder().decode(bytes));
    if (rows) return new StampCache({ maxEntries: maxFiles, entries: rows.flatMap(entryOf) });
  }
  return new StampCache({ maxEntries: maxFiles });
}

/** A failure to write is ignored: the next process reads the files again. */
export function storeFacts(workspace: Workspace, files: StampCache<StoredFacts>): void {
  try {
    const rows = [...files.entries()].flatMap(([path, { stamp, value }]) =>
      stamp === undefined ? [] : [rowOf(path, stamp, value)],
    );
    writeStateFile(makeCacheFolder(workspace), fileName, JSON.stringify({ version: factsVersion, rows }));
  } catch {
    // A read-only home, a full disk.
  }
}

function rowOf(path: string, { ino, size, mtimeMs, ctimeMs }: Stamp, facts: StoredFacts): Row {
  if (facts === noFacts || (typeof facts === "object" && isEmpty(facts)))
    return [path, ino, size, mtimeMs, ctimeMs];
  const stored =
    typeof facts === "string"
      ? facts
      : { ...facts, tests: facts.tests.map(({ file: _file, ...test }) => test) };
  return [path, ino, size, mtimeMs, ctimeMs, stored];
}

export function isEmpty({ tests, suites, tags, malformed }: SourceFacts): boolean {
  return tests.length + suites.length + tags.length + malformed.length === 0;
}

function rowsIn(text: string): readonly unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) && read.version === factsVersion && Array.isArray(read.rows)
      ? read.rows
      : undefined;
  } catch {
    return undefined;
  }
}

function entryOf(row: unknown): [string, StampedValue<StoredFacts>][] {
  if (!Array.isArray(row)) return [];
  const [path, ino, size, mtimeMs, ctimeMs, stored] = row;
  const file = typeof path === "string" ? listedPath(path) : undefined;
  if (file === undefined || [ino, size, mtimeMs, ctimeMs].some((each) => typeof each !== "number")) return [];
  const value = storedValue(file, stored);
  return value === undefined ? [] : [[file, { stamp: { ino, size, mtimeMs, ctimeMs }, value }]];
}

function storedValue(file: WorkspacePath, stored: unknown): StoredFacts | undefined {
  if (stored === undefined) return noFacts;
  if (stored === "skipped" || stored === "ignored") return stored;
  const facts = Facts.safeParse(stored).data;
  return facts && { ...facts, tests: facts.tests.map((test) => ({ file, ...test })) };
}
