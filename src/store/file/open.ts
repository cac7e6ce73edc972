import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { StoreAddress } from "../address.ts";
import type { DocumentTable, Store, StoreStats, SweepOptions, Swept } from "../store.ts";
import { auditTable, grantTable } from "./access.ts";
import { folderVersion, StoreFolder } from "./folder.ts";
import { jobQueue } from "./jobs.ts";
import { allManifests, manifestTable, namedSegments } from "./manifests.ts";
import { repoTable } from "./repos.ts";
import { readJobs, readRepos } from "./rows.ts";
import { readSegment, segmentBytes, segmentIds, segmentTable } from "./segments.ts";

export async function openFolder(address: StoreAddress): Promise<Result<Store>> {
  const folder = new StoreFolder(address);
  return ok({
    address: address.shown,
    kind: "file",
    repos: repoTable(folder),
    segments: segmentTable(folder),
    manifests: manifestTable(folder),
    jobs: jobQueue(folder),
    documents: documentTable(folder),
    grants: grantTable(folder),
    audit: auditTable(folder),
    stats: () => folder.read(() => stats(folder)),
    sweep: (options) => folder.change(() => sweep(folder, options)),
    close: async () => {},
  });
}

export async function initFolder(address: StoreAddress): Promise<Result<{ from: number; to: number }>> {
  return new StoreFolder(address).init();
}

const maxDocumentBytes = 64 * 1024 * 1024;

function documentTable(folder: StoreFolder): DocumentTable {
  const place = (kind: string, repo: string) => `documents/${kind}/${repo}`;
  return {
    put: (kind, repo, documents) =>
      folder.change(() => {
        const added = documents.filter((bytes) => !folder.files.has(`${place(kind, repo)}/${sha256(bytes)}`));
        for (const bytes of added) folder.files.write(`${place(kind, repo)}/${sha256(bytes)}`, bytes);
        return added.length;
      }),
    ids: (kind, repo) =>
      folder.read(() => {
        const writtenAt = (id: string) => folder.files.modifiedAt(`${place(kind, repo)}/${id}`) ?? 0;
        return folder.files.list(place(kind, repo)).sort((a, b) => writtenAt(b) - writtenAt(a));
      }),
    get: (kind, repo, id) =>
      folder.read(() => {
        const bytes = folder.files.read(`${place(kind, repo)}/${id}`, maxDocumentBytes);
        return bytes && sha256(bytes) === id ? bytes : undefined;
      }),
  };
}

function stats(folder: StoreFolder): StoreStats {
  const segments = segmentIds(folder);
  const named = namedSegments(folder);
  const jobs = readJobs(folder);
  return {
    version: folderVersion,
    repos: readRepos(folder).length,
    manifests: allManifests(folder).length,
    segments: segments.length,
    files: segments.reduce((sum, id) => sum + (readSegment(folder, id)?.files.length ?? 0), 0),
    bytes: segments.reduce((sum, id) => sum + segmentBytes(folder, id), 0),
    openJobs: jobs.filter(({ deadAt }) => deadAt === undefined).length,
    deadJobs: jobs.filter(({ deadAt }) => deadAt !== undefined).length,
    unnamedSegments: segments.filter((id) => !named.has(id)).length,
  };
}

function sweep(folder: StoreFolder, { afterSeconds, analysis, retentionSeconds }: SweepOptions): Swept {
  const now = folder.now();
  const old = allManifests(folder).filter(
    ({ manifest }) =>
      manifest.analysis !== analysis && now - Date.parse(manifest.publishedAt) > retentionSeconds * 1000,
  );
  for (const { name } of old) folder.files.remove(name);
  const named = namedSegments(folder);
  const unnamed = segmentIds(folder).filter(
    (id) =>
      !named.has(id) &&
      now - (folder.files.modifiedAt(`segments/${id}/about.json`) ?? 0) >= afterSeconds * 1000,
  );
  const bytes = unnamed.reduce((sum, id) => sum + segmentBytes(folder, id), 0);
  for (const id of unnamed) folder.files.remove(`segments/${id}`);
  return { segments: unnamed.length, bytes, manifests: old.length };
}
