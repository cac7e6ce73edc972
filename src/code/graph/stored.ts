import * as z from "zod";
import type { Built, BuiltFile } from "./build.ts";
import { confidences, edgeKinds, type FileEdge, type Target } from "./edge.ts";
import type { FileShape } from "./shape.ts";

/** Raised whenever resolving gives other edges for the same facts: a stored graph of another version is dropped. */
const graphVersion = 1;

interface StoredFile {
  readonly module: number;
  readonly asked: readonly number[];
  readonly edges: readonly number[];
  readonly shape: FileShape;
}

/**
 * Strings once, edges as rows of numbers: from, target, kind and confidence, line, note. Only the head is checked:
 * under the same version and analysis the rest is what `encodeGraph` wrote, and checking each of a million numbers
 * takes longer than using them.
 */
const Stored = z.object({
  version: z.literal(graphVersion),
  analysis: z.string(),
  modules: z.string(),
  names: z.custom<readonly string[]>(Array.isArray),
  targets: z.custom<readonly (readonly [number, number])[]>(Array.isArray),
  files: z.custom<readonly StoredFile[]>(Array.isArray),
});

const rowLength = 5;

export function encodeGraph(built: Built, analysis: string): string {
  const names = new Numbers<string>();
  const targets = new Numbers<string>();
  const pairs: [number, number][] = [];
  const targetNumber = ({ path, key }: Target): number => {
    const pair: [number, number] = [names.of(path), names.of(key)];
    const at = targets.of(pair.join());
    pairs[at] ??= pair;
    return at;
  };
  const files = built.files.map(({ shape, module, asked, edges }) => ({
    shape,
    module: names.of(module),
    asked: asked.map((name) => names.of(name)),
    edges: edges.flatMap(({ from, to, kind, confidence, line, note }) => [
      from,
      targetNumber(to),
      edgeKinds.indexOf(kind) * confidences.length + confidences.indexOf(confidence),
      line,
      note === undefined ? -1 : names.of(note),
    ]),
  }));
  const { modules } = built;
  return JSON.stringify({
    version: graphVersion,
    analysis,
    modules,
    names: names.all,
    targets: pairs,
    files,
  });
}

/** Undefined for a graph of another version, or one that does not read. */
export function decodeGraph(text: string, analysis: string): Built | undefined {
  const stored = parse(text);
  if (!stored || stored.analysis !== analysis) return undefined;
  const { names, modules } = stored;
  const targets: Target[] = stored.targets.map(([path, key]) => ({
    path: names[path] ?? "",
    key: names[key] ?? "",
  }));
  const files: BuiltFile[] = stored.files.map(({ shape, module, asked, edges }) => ({
    shape,
    module: names[module] ?? "",
    asked: asked.map((at) => names[at] ?? ""),
    edges: readEdges(edges, targets, names),
  }));
  return { files, modules, resolved: 0 };
}

function readEdges(
  rows: readonly number[],
  targets: readonly Target[],
  names: readonly string[],
): FileEdge[] {
  const edges: FileEdge[] = [];
  for (let at = 0; at + rowLength <= rows.length; at += rowLength) {
    const from = rows[at] ?? -1;
    const to = targets[rows[at + 1] ?? 0];
    const code = rows[at + 2] ?? 0;
    const line = rows[at + 3] ?? 1;
    const note = rows[at + 4] ?? -1;
    const kind = edgeKinds[Math.floor(code / confidences.length)];
    const confidence = confidences[code % confidences.length];
    if (!to || !kind || !confidence) continue;
    edges.push({ from, to, kind, confidence, line, ...(note < 0 ? {} : { note: names[note] ?? "" }) });
  }
  return edges;
}

function parse(text: string): z.infer<typeof Stored> | undefined {
  try {
    return Stored.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Numbers things in the order of their first coming. */
class Numbers<T> {
  readonly all: T[] = [];
  private readonly known = new Map<T, number>();

  of(item: T): number {
    const found = this.known.get(item);
    if (found !== undefined) return found;
    const at = this.all.push(item) - 1;
    this.known.set(item, at);
    return at;
  }
}
