import { sha256 } from "../../../kernel/hash.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { decodeFacts } from "../../facts/decode.ts";
import { type FilePlace, factsOf, recordOf, type Snapshot, textOf } from "../../store/snapshot.ts";
import { graphVersion } from "../format/columns.ts";
import { isLayoutManifest } from "../names/layout.ts";
import { isTargetManifest, type Manifest } from "../targets/target.ts";
import type { SourceFile } from "./build.ts";

/** A source in the index, with the size of its facts. */
export interface StoredSource extends SourceFile {
  readonly bytes: number;
}

/** What the graph of a snapshot is made from. */
export interface GraphInputs {
  /** A hash of the rest: the same sources, read by the same parsers, give the same graph. */
  readonly id: string;
  /** The versions of the parsers that read the sources: an index can be older than the program. */
  readonly analysis: string;
  /** In the order of their paths. */
  readonly sources: readonly StoredSource[];
  readonly manifests: () => readonly Manifest[];
}

export function inputsOf(snapshot: Snapshot): GraphInputs {
  const sources = sourcesOf(snapshot);
  const files = manifestsOf(snapshot);
  const manifests = () => files.map((file) => ({ path: recordOf(file).path, text: textOf(file) }));
  const { analysis } = snapshot.manifest;
  return { id: idOf(analysis, sources, files), analysis, sources, manifests };
}

function idOf(analysis: string, sources: readonly SourceFile[], manifests: readonly FilePlace[]): string {
  const files = [...sources, ...manifests.map(recordOf)];
  const rows = files.map(({ path, hash, language, role }) => `${path}\0${hash}\0${language}\0${role}`);
  return sha256([graphVersion, analysis, ...rows].join("\n")).slice(0, 16);
}

/** Whether a file says how the repository is divided into packages, projects and modules. */
export function isManifest(path: string): boolean {
  return isTargetManifest(path) || isLayoutManifest(path);
}

/** Manifests of packages and projects in the order of their paths. */
function manifestsOf(snapshot: Snapshot): FilePlace[] {
  const paths = [...snapshot.files.keys()].filter(isManifest).sort(byCodePoint);
  return paths.flatMap((path) => snapshot.files.get(path) ?? []);
}

/** Code files of a snapshot in the order of their paths. */
function sourcesOf(snapshot: Snapshot): StoredSource[] {
  const sources: StoredSource[] = [];
  for (const stored of snapshot.files.values()) {
    const { length: bytes } = stored.at.segment.factsRange(stored.file);
    if (bytes === 0) continue;
    const { path, hash, language, role } = recordOf(stored);
    sources.push({ path, hash, language, role, bytes, facts: () => decodeFacts(factsOf(stored)) });
  }
  return sources.sort((a, b) => byCodePoint(a.path, b.path));
}
