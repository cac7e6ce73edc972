import * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import type { Manifest, ManifestHead, ManifestKey, ManifestTable } from "../store.ts";
import type { StoreFolder } from "./folder.ts";
import { readSegment } from "./segments.ts";

const ManifestFile = z.object({
  ref: z.string(),
  analysis: z.string(),
  commit: z.string(),
  generation: z.int().positive(),
  publishedAt: z.string(),
  segments: z.array(z.object({ id: z.string(), files: z.int(), living: z.base64() })),
});
type ManifestFile = z.infer<typeof ManifestFile>;

/** All manifests of a folder with their file names. */
export function allManifests(folder: StoreFolder): { name: string; manifest: ManifestFile }[] {
  return folder.files.list("manifests").flatMap((repo) => manifestsOf(folder, repo));
}

export function namedSegments(folder: StoreFolder): Set<string> {
  return new Set(allManifests(folder).flatMap(({ manifest }) => manifest.segments.map(({ id }) => id)));
}

export function manifestTable(folder: StoreFolder): ManifestTable {
  return {
    heads: (repo, analysis) =>
      folder.read(() =>
        manifestsOf(folder, repo)
          .filter(({ manifest }) => manifest.analysis === analysis)
          .map(({ manifest }) => headOf(manifest))
          .sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)),
      ),
    read: (key) => folder.read(() => readManifest(folder, key)),
    swap: (key, expected, { commit, segments }) =>
      folder.change(() => {
        const current = readManifest(folder, key);
        if ((current?.generation ?? 0) !== expected) return "outdated";
        if (segments.some(({ id }) => !readSegment(folder, id))) return "segment gone";
        const next: ManifestFile = {
          ref: key.ref,
          analysis: key.analysis,
          commit,
          generation: expected + 1,
          publishedAt: new Date(folder.now()).toISOString(),
          segments: segments.map(({ living, ...rest }) => ({
            ...rest,
            living: Buffer.from(living).toString("base64"),
          })),
        };
        const named = new Set(segments.map(({ id }) => id));
        // The clock of what is no longer named starts now.
        for (const { id } of current?.segments ?? []) if (!named.has(id)) touch(folder, id);
        folder.files.write(nameOf(key), JSON.stringify(next));
        return "swapped";
      }),
    keepOnly: (repo, refs) =>
      folder.change(() => {
        const gone = manifestsOf(folder, repo).filter(({ manifest }) => !refs.includes(manifest.ref));
        for (const { name, manifest } of gone) {
          for (const { id } of manifest.segments) touch(folder, id);
          folder.files.remove(name);
        }
        return gone.length;
      }),
  };
}

function touch(folder: StoreFolder, id: string): void {
  const about = readSegment(folder, id);
  if (about) folder.files.write(`segments/${id}/about.json`, JSON.stringify(about));
}

function manifestsOf(folder: StoreFolder, repo: string) {
  return folder.files.list(`manifests/${repo}`).flatMap((file) => {
    const name = `manifests/${repo}/${file}`;
    const manifest = folder.json(name, ManifestFile);
    return manifest ? [{ name, manifest }] : [];
  });
}

function readManifest(folder: StoreFolder, key: ManifestKey): Manifest | undefined {
  const manifest = folder.json(nameOf(key), ManifestFile);
  if (!manifest) return undefined;
  const segments = manifest.segments.map((segment) => ({
    ...segment,
    living: new Uint8Array(Buffer.from(segment.living, "base64")),
  }));
  return { ...headOf(manifest), segments };
}

function headOf({ ref, commit, generation, publishedAt }: ManifestFile): ManifestHead {
  return { ref, commit, generation, publishedAt };
}

function nameOf({ repo, ref, analysis }: ManifestKey): string {
  return `manifests/${repo}/${sha256(`${ref}\0${analysis}`).slice(0, 32)}.json`;
}
