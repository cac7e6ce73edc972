import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyse } from "../../src/code/index/analyze.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { search } from "../../src/code/search.ts";
import { defaultSemanticWeight } from "../../src/code/semantic/blend.ts";
import { meaningByModel } from "../../src/code/semantic/meaning.ts";
import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { emptyManifest } from "../../src/code/store/manifest.ts";
import { memorySegment, type Snapshot, snapshotOf } from "../../src/code/store/snapshot.ts";
import { findSpecs, loadSpecs } from "../../src/specs/library.ts";
import { findInSpecs } from "../../src/specs/operations/search-specs.ts";
import { openProject } from "../../src/specs/project.ts";
import { oncePerRequirement, placeAt } from "../../src/specs/search.ts";
import { stampOf } from "../../src/workspace/files/stamp.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { type Found, grep, plainBm25 } from "./channels.ts";
import { mean, type Score, scoreRanks } from "./measure.ts";

interface Question {
  readonly query: string;
  /** Any of them answers the question; empty if nothing should be found. */
  readonly wanted: readonly string[];
}

interface Questions {
  readonly name: string;
  readonly split: string;
  readonly queries: readonly Question[];
}

const channels = ["grep", "BM25", "words", "blend"] as const;

/** Each returns the names of its results, best first. */
type Channels = Readonly<Record<(typeof channels)[number], (query: string) => string[]>>;

/** What search_specs and search_docs do with a snapshot, on trees of specs and on our documentation. */
export async function runSpecSearch(root: string, data: string, model: StaticModel): Promise<void> {
  const read = (name: string) => JSON.parse(readFileSync(join(root, "bench/retrieval", name), "utf8"));
  const trees: readonly Questions[] = read("spec-queries.json").trees;
  const folder = mkdtempSync(join(tmpdir(), "hewto-bench-spec-search-"));
  try {
    header();
    const rows: Row[] = [];
    for (const tree of trees) {
      const place = plant(root, data, tree.name, join(folder, tree.name));
      if (place) rows.push(measure(`specs ${tree.name}`, tree, await specChannels(place, model)));
      else console.log(`specs ${tree.name}: its tree is not in the bench data`);
    }
    for (const split of ["tuning", "held out"]) together(`specs, ${split}`, rows, split);
    const docs = { name: "docs", split: "held out", queries: read("doc-queries.json").queries };
    measure("docs of Hewto", docs, await docChannels(root, model));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function plant(root: string, data: string, name: string, place: string): string | undefined {
  const own: Record<string, readonly [string, string]> = {
    hewto: [join(root, "spec"), "specs"],
    ferry: [join(root, "examples/ferry/openspec"), "openspec"],
  };
  const [from, to] = own[name] ?? [join(data, name, "openspec"), "openspec"];
  if (!existsSync(from)) return undefined;
  cpSync(from, join(place, to), { recursive: true });
  return place;
}

async function specChannels(place: string, model: StaticModel): Promise<Channels> {
  const workspace = await openWorkspace(place);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const project = await openProject(workspace.value);
  const entries = await findSpecs(project.workspace, project.layouts);
  const loaded = await loadSpecs(project.workspace, entries, project.vocabulary);
  const specs = new Map(loaded.map((spec) => [String(spec.entry.path), spec]));
  const snapshot = await snapshotOfFiles(project.workspace.root, [...specs.keys()]);
  const namesOf = (found: readonly Found[]) => {
    const places = found.flatMap(({ path, startLine }) => {
      const spec = specs.get(path);
      return spec ? [{ ...placeAt(spec, startLine), score: 0, coverage: 0 }] : [];
    });
    return oncePerRequirement(places).map(({ spec, requirement }) => `${spec.id} › ${requirement}`);
  };
  const ask = (query: string, withModel: boolean) => {
    const meaning = withModel ? meaningByModel(model, query, undefined) : undefined;
    return namesOf(findInSpecs(snapshot, readQuery(query), meaning, 10)).slice(0, 10);
  };
  return {
    grep: (query) => namesOf(grep(snapshot)(query)),
    BM25: (query) => namesOf(plainBm25(snapshot)(query)),
    words: (query) => ask(query, false),
    blend: (query) => ask(query, true),
  };
}

async function docChannels(root: string, model: StaticModel): Promise<Channels> {
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`);
  const paths = [...below("docs"), ...below("spec"), ...below("impl"), "README.md", "CHANGELOG.md"];
  const snapshot = await snapshotOfFiles(
    root,
    paths.filter((path) => path.endsWith(".md")),
  );
  const namesOf = (found: readonly Found[]) =>
    found.map(({ path, symbols }) => `${path} › ${symbols[0] ?? ""}`);
  const ask = (query: string, withModel: boolean) => {
    const meaning = withModel ? meaningByModel(model, query, undefined) : undefined;
    const semantic = meaning ? { semantic: { meaning, weight: defaultSemanticWeight } } : {};
    const request = { query: readQuery(query), root, limit: 10, roles: false, ...semantic };
    return namesOf(search(snapshot, { ...request, documentation: "documents" }));
  };
  return {
    grep: (query) => namesOf(grep(snapshot)(query)),
    BM25: (query) => namesOf(plainBm25(snapshot)(query)),
    words: (query) => ask(query, false),
    blend: (query) => ask(query, true),
  };
}

async function snapshotOfFiles(root: string, paths: readonly string[]): Promise<Snapshot> {
  const files = paths.flatMap((path) => {
    const stamp = stampOf(join(root, path));
    return stamp ? [{ path, stamp }] : [];
  });
  const { segment } = await analyse({ root, files });
  return snapshotOf(emptyManifest(""), [memorySegment(segment)]);
}

interface Row {
  readonly split: string;
  readonly scores: Readonly<Record<string, readonly Score[]>>;
  /** How many of the questions without an answer get an empty result. */
  readonly silent: number;
  readonly unanswerable: number;
}

function measure(label: string, { split, queries }: Questions, asked: Channels): Row {
  const answerable = queries.filter(({ wanted }) => wanted.length > 0);
  const unanswerable = queries.filter(({ wanted }) => wanted.length === 0);
  const judge = (channel: (typeof channels)[number]) =>
    answerable.map(({ query, wanted }) => scoreRanks([rankOf(asked[channel](query), wanted)]));
  const row = {
    split,
    scores: Object.fromEntries(channels.map((channel) => [channel, judge(channel)])),
    silent: unanswerable.filter(({ query }) => asked.blend(query).length === 0).length,
    unanswerable: unanswerable.length,
  };
  print(label, [row]);
  return row;
}

/** A relevant file without a heading is found by any of its sections. */
function rankOf(names: readonly string[], wanted: readonly string[]): number | undefined {
  const at = names.findIndex((name) =>
    wanted.some((each) => name === each || (!each.includes(" › ") && name.startsWith(`${each} › `))),
  );
  return at < 0 ? undefined : at + 1;
}

function header(): void {
  const cells = ["n", ...channels, "R@10", "silent"].map((cell) => cell.padStart(9));
  console.log(`${"NDCG@10 (R@10, silent: blend)".padEnd(32)}${cells.join("")}`);
}

function together(label: string, rows: readonly Row[], split: string): void {
  const some = rows.filter((row) => row.split === split);
  if (some.length > 1) print(label, some);
}

function print(label: string, rows: readonly Row[]): void {
  const all = (channel: string) => mean(rows.flatMap(({ scores }) => scores[channel] ?? []));
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const unanswerable = sum((row) => row.unanswerable);
  const cells = [
    String(sum((row) => row.scores.blend?.length ?? 0)),
    ...channels.map((channel) => all(channel).ndcg.toFixed(3)),
    all("blend").recall.toFixed(3),
    unanswerable === 0 ? "" : `${sum((row) => row.silent)}/${unanswerable}`,
  ];
  console.log(label.padEnd(32) + cells.map((cell) => cell.padStart(9)).join(""));
}
